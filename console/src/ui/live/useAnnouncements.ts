import { activeAt } from '#events/state/announcement.ts'
import type { Rows } from '#events/schema/rows.ts'
import { usePastAt, useLiveState } from '../../core/live/context.ts'
import { useNow } from '../../hooks/useNow.ts'

/** The announcements that are shown now, by the server's clock. */
export function useAnnouncements(): Rows['announcement'][] {
  const rows = useLiveState((shown) => shown.live.rows.announcement)
  const skewMs = useLiveState((shown) => shown.skewMs) ?? 0
  const past = usePastAt()
  const all = Object.values(rows)
  const now = useNow(all.length > 0 && past === null)
  return activeAt(all, new Date(past ?? now - skewMs).toISOString())
}

import { useLiveState } from '../../core/live/context.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'

const Lines = lazyPart(() => import('./AnnouncementLines.tsx'))

/** Announcements, read out by screen readers. The list is loaded only if there are any. */
export function Announcements({ className }: { className?: string | undefined }) {
  const isAny = useLiveState(({ live }) => Object.keys(live.rows.announcement).length > 0)
  return <div role="status">{isAny && <Lines className={className} />}</div>
}

import { useShown } from '../live/LiveTournament.tsx'
import { text } from '../text.ts'
import { minutes } from './time.ts'
import { useNow } from './useNow.ts'

/** The queue's timer: it starts the next match by itself unless somebody holds it. */
export function Countdown({ cabinet }: { cabinet: number }) {
  const timer = useShown((shown) => shown.live.rows.timer[cabinet])
  const skewMs = useShown((shown) => shown.skewMs) ?? 0
  const now = useNow(timer !== undefined, 250)
  if (!timer) return null
  const seconds = Math.ceil((Date.parse(timer.dueAt) - (now - skewMs)) / 1_000)
  return <small>{seconds > 0 ? text.next.automatic(minutes(seconds)) : text.next.due}</small>
}

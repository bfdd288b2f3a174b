import { usePastAt, useShown } from '../live/context.ts'
import { hasLeft, heldOn, nextOn } from '../live/select.ts'
import { text } from '../text.ts'
import { minutes } from './time.ts'
import { useNow } from './useNow.ts'

/** The queue's timer: it starts the next match by itself, if there is one, unless somebody holds it. */
export function Countdown({ cabinet }: { cabinet: number }) {
  const timer = useShown((shown) => shown.live.rows.timer[cabinet])
  const isHeld = useShown((shown) => heldOn(shown.live.rows, cabinet))
  const skewMs = useShown((shown) => shown.skewMs) ?? 0
  const isReady = useShown(
    ({ live, cabinets }) =>
      !hasLeft(cabinets[cabinet]) && nextOn(live.rows, cabinet).state === 'ready',
  )
  const past = usePastAt()
  const now = useNow(timer !== undefined && past === null, 250)
  if (isHeld) return <small>{text.next.isHeld}</small>
  if (!timer) return null
  const seconds = Math.ceil((Date.parse(timer.dueAt) - (past ?? now - skewMs)) / 1_000)
  if (timer.waits !== null) return <small>{text.next.tryingAgain}</small>
  if (seconds <= 0) return <small>{text.next.due}</small>
  const words = isReady ? text.next.automatic : text.next.tries
  return <small>{words(minutes(seconds))}</small>
}

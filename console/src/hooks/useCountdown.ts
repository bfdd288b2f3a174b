import { usePastAt, useLiveState } from '../core/live/context.ts'
import { hasLeft, heldOn, nextOn } from '../core/live/select.ts'
import { useNow } from './useNow.ts'

type Countdown = {
  state: 'none' | 'held' | 'waits' | 'runs'
  /** until it starts a match; 0 or less means at any moment */
  seconds: number
  /** whether there is a match that it can start */
  isReady: boolean
}

/** The state of the queue timer of a cabinet, by the server's clock. */
export function useCountdown(cabinet: number): Countdown {
  const timer = useLiveState((shown) => shown.live.rows.timer[cabinet])
  const isHeld = useLiveState((shown) => heldOn(shown.live.rows, cabinet))
  const skewMs = useLiveState((shown) => (timer ? shown.skewMs : null)) ?? 0
  const isReady = useLiveState(
    ({ live, cabinets }) =>
      !hasLeft(cabinets[cabinet]) && nextOn(live.rows, cabinet).state === 'ready',
  )
  const past = usePastAt()
  const now = useNow(timer !== undefined && past === null, 250)
  if (isHeld) return { state: 'held', seconds: 0, isReady }
  if (!timer) return { state: 'none', seconds: 0, isReady }
  const seconds = Math.ceil((Date.parse(timer.dueAt) - (past ?? now - skewMs)) / 1_000)
  return { state: timer.waits === null ? 'runs' : 'waits', seconds, isReady }
}

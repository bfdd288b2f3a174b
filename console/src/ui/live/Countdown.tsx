import { text } from '../../core/text/text.ts'
import { minutes } from '#events/text/durations.ts'
import { useCountdown } from '../../hooks/useCountdown.ts'
import styles from './Countdown.module.css'

/** The queue timer, which starts the next match automatically unless the cabinet is on hold. */
export function Countdown({ cabinet }: { cabinet: number }) {
  const { state, seconds, isReady } = useCountdown(cabinet)
  if (state === 'held') return <small>{text.next.isHeld}</small>
  if (state === 'none') return null
  if (state === 'waits') return <small>{text.next.tryingAgain}</small>
  if (seconds <= 0) return <small>{text.next.due}</small>
  return (
    <small>
      {isReady ? text.next.automatic : text.next.tries}{' '}
      <strong className={styles.time}>{minutes(seconds)}</strong>
    </small>
  )
}

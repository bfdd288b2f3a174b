import { useState } from 'react'
import type { ReactNode } from 'react'
import { useWatching, useLiveState } from '../../core/live/context.ts'
import { isOverdue } from '../../core/presses/pending-command.ts'
import { useUnsent } from '../../core/writes/unsent.ts'
import { text } from '../../core/text/text.ts'
import styles from './ConnectionRow.module.css'
import { minutes } from '#events/text/durations.ts'
import { useNow } from '../../hooks/useNow.ts'

type Props = { children?: ReactNode; isIdle?: boolean }

/**
 * Always shown with the same height, so that nothing moves when the connection is lost. Only its
 * loss and its return are announced: the row counts seconds, and changes when a match begins or
 * ends. `isIdle`: no match is being played, so the connection is not called live.
 */
export function ConnectionRow({ children, isIdle }: Props) {
  const { health: state, retryAt, heardAt } = useLiveState((shown) => shown.connection)
  const presses = useLiveState((shown) => shown.presses.filter(isOverdue).length)
  const unsent = presses + useUnsent((all) => all.filter((write) => write.isOverdue).length)
  const label = text.link[state === 'live' && isIdle ? 'idle' : state]
  const isLost = state === 'lost' || (state === 'connecting' && retryAt !== null)
  const [wasLost, setWasLost] = useState(false)
  if (isLost && !wasLost) setWasLost(true)
  const shown = isLost ? 'lost' : state
  return (
    <div className={styles.row} data-state={shown} role="group" aria-label={text.link.label(label)}>
      <span role="status" className="unseen">
        {wasLost && (isLost || state === 'live') && text.link.label(text.link[shown])}
      </span>
      <span className={styles.light} aria-hidden="true" />
      <span className={styles.word}>{label}</span>
      {unsent > 0 && <span className={styles.unsent}>{text.unsent.count(unsent)}</span>}
      {isLost ? <Lost heardAt={heardAt} retryAt={retryAt} /> : children}
    </div>
  )
}

type LostProps = { heardAt: number | null; retryAt: number | null }

/** The age of the data, and when the connection is tried again. */
function Lost({ heardAt, retryAt }: LostProps) {
  const { tryNow } = useWatching()
  const now = useNow(true)
  const { trying, server, tablet, next } = text.link
  const ageText = navigator.onLine ? server : tablet
  const seconds = Math.floor(((retryAt ?? 0) - now) / 1_000)
  return (
    <>
      <span className={styles.age}>
        {heardAt === null ? trying : ageText(minutes((now - heardAt) / 1_000))}
      </span>
      <span className={styles.next}>{seconds > 0 ? next(seconds) : trying}</span>
      <button type="button" className={styles.try} onClick={tryNow}>
        {text.link.tryNow}
      </button>
    </>
  )
}

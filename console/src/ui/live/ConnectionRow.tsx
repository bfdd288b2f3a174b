import { useState } from 'react'
import type { ReactNode } from 'react'
import { useWatching, useLiveState } from '../../core/live/context.ts'
import { isOverdue } from '../../core/outbox/pending-command.ts'
import { useUnsent } from '../../core/form-writes/unsent.ts'
import { text } from '../../core/text/text.ts'
import styles from './ConnectionRow.module.css'
import { minutes } from '../../../../events/text/durations.ts'
import { useNow } from '../../hooks/useNow.ts'

type Props = { children?: ReactNode; isIdle?: boolean }

/**
 * Always shown with the same height, so that nothing moves when the connection is lost. Only its
 * loss and its return are announced: the row counts seconds, and changes when a match begins or
 * ends. `isIdle`: no match is being played, so the connection is not called live.
 */
export function ConnectionRow({ children, isIdle = false }: Props) {
  const connection = useLiveState((shown) => shown.connection)
  const presses = useLiveState((shown) => shown.presses.filter(isOverdue).length)
  const unsent = presses + useUnsent((all) => all.length)
  const state = connection.health
  const label = text.link[state === 'live' && isIdle ? 'idle' : state]
  const isLost = state === 'lost' || (state === 'connecting' && connection.retryAt !== null)
  const [wasLost, setWasLost] = useState(false)
  if (isLost && !wasLost) setWasLost(true)
  return (
    <div
      className={styles.row}
      data-state={isLost ? 'lost' : state}
      role="group"
      aria-label={text.link.label(label)}
    >
      <span role="status" className="unseen">
        {wasLost &&
          (isLost || state === 'live') &&
          text.link.label(text.link[isLost ? 'lost' : 'live'])}
      </span>
      <span className={styles.light} aria-hidden="true" />
      <span className={styles.word}>{label}</span>
      {isLost && <Age heardAt={connection.heardAt} />}
      {unsent > 0 && <span className={styles.unsent}>{text.unsent.count(unsent)}</span>}
      {!isLost && children}
      {isLost && <TryNow retryAt={connection.retryAt} />}
    </div>
  )
}

function Age({ heardAt }: { heardAt: number | null }) {
  const now = useNow(true)
  if (heardAt === null) return <span className={styles.age}>{text.link.trying}</span>
  const age = minutes((now - heardAt) / 1_000)
  const words = navigator.onLine ? text.link.server(age) : text.link.tablet(age)
  return <span className={styles.age}>{words}</span>
}

function TryNow({ retryAt }: { retryAt: number | null }) {
  const { tryNow } = useWatching()
  const now = useNow(true)
  const seconds = retryAt === null ? 0 : Math.max(0, Math.floor((retryAt - now) / 1_000))
  return (
    <>
      <span className={styles.next}>
        {seconds > 0 ? text.link.next(seconds) : text.link.trying}
      </span>
      <button type="button" className={styles.try} onClick={tryNow}>
        {text.link.tryNow}
      </button>
    </>
  )
}

import { useEffect } from 'react'
import { text as words } from '../core/text/text.ts'
import { venue as text } from '../core/text/venue.ts'
import styles from './board/Board.module.css'
import { reloadSafely } from './auto-reload.ts'

const line = words.link
const againMs = 10_000

type Props = { title?: string; hint?: string }

/** Instead of a board: what this screen waits for, in two lines. */
export function Waiting({ title = line.waiting, hint = text.waitingHint }: Props) {
  return (
    <main className={styles.waiting} role="status">
      <h1>{title}</h1>
      <p>{hint}</p>
    </main>
  )
}

/** What should never be seen is gone in a moment. */
export function Broken() {
  useEffect(() => {
    const timer = setTimeout(() => void reloadSafely(), againMs)
    return () => clearTimeout(timer)
  }, [])
  return <Waiting />
}

import { useEffect } from 'react'
import { venue as text } from '../core/text/venue.ts'
import styles from './board/Board.module.css'
import { reloadSafely } from './reloading.ts'

const againMs = 10_000

/** Instead of a board: what this screen waits for, in two lines. */
export function Waiting({ title, hint }: { title: string; hint: string }) {
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
  return <Waiting title={text.waiting} hint={text.waitingHint} />
}

import { useEffect } from 'react'
import { text as words } from '../core/text/text.ts'
import { venue as text } from '../core/text/display/venue.ts'
import styles from './board/Board.module.css'
import { reloadSafely } from './auto-reload.ts'

const linkText = words.link
const reloadMs = 10_000

type Props = { title?: string; hint?: string }

/** Shown instead of a board: a title and a hint on what the display waits for. */
export function Waiting({ title = linkText.waiting, hint = text.waitingHint }: Props) {
  return (
    <main className={styles.waiting} role="status">
      <h1>{title}</h1>
      <p>{hint}</p>
    </main>
  )
}

/** Shown after an error: reloads the page shortly. */
export function Broken() {
  useEffect(() => {
    const timer = setTimeout(() => void reloadSafely(), reloadMs)
    return () => clearTimeout(timer)
  }, [])
  return <Waiting />
}

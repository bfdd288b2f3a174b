import { createContext, use } from 'react'
import type { MarkTarget } from '../../core/live/context.ts'
import type { Part } from '../../core/history/differences.ts'
import { asItWas as words } from '../../core/text/officiate/time-travel.ts'
import styles from './TimeTravel.module.css'

type PartsOf = (target: MarkTarget) => readonly Part[]
export const DifferencesContext = createContext<PartsOf>(() => [])

/** Marks a changed item in the past pane with its present value. */
export function SignThen(target: MarkTarget) {
  const parts = use(DifferencesContext)(target)
  return (
    <Sign label={words.markThen(joined(parts.map(({ is }) => is)))} isShown={parts.length > 0} />
  )
}

/** Marks a changed item in the present pane with its past value. */
export function SignNow(target: MarkTarget) {
  const parts = use(DifferencesContext)(target)
  return (
    <Sign label={words.markNow(joined(parts.map(({ was }) => was)))} isShown={parts.length > 0} />
  )
}

function joined(all: string[]): string {
  return all.join('; ')
}

function Sign({ label, isShown }: { label: string; isShown: boolean }) {
  if (!isShown) return null
  return (
    <span className={styles.sign} title={label}>
      <span aria-hidden="true">≠</span> {label}
    </span>
  )
}

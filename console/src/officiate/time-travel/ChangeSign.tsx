import { createContext, use } from 'react'
import type { SignTarget } from '../../core/live/context.ts'
import type { Part } from '../../core/history/differences.ts'
import { asItWas as words } from '../../core/text/officiate/time-travel.ts'
import styles from './TimeTravel.module.css'

type PartsOf = (target: SignTarget) => readonly Part[]
export const DifferencesContext = createContext<PartsOf>(() => [])

/** Marks a changed item in the past pane with its present value. */
export function SignThen(target: SignTarget) {
  const parts = use(DifferencesContext)(target)
  return (
    <Sign label={words.signThen(joined(parts.map(({ is }) => is)))} isShown={parts.length > 0} />
  )
}

/** Marks a changed item in the present pane with its past value. */
export function SignNow(target: SignTarget) {
  const parts = use(DifferencesContext)(target)
  return (
    <Sign label={words.signNow(joined(parts.map(({ was }) => was)))} isShown={parts.length > 0} />
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

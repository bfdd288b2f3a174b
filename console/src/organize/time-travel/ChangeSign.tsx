import { createContext, use } from 'react'
import type { MarkTarget } from '../../core/live/context.ts'
import type { Part } from '../../core/history/differences.ts'
import { asItWas as words } from '../../core/text/time-travel.ts'
import styles from './TimeTravel.module.css'

type PartsOf = (marked: MarkTarget) => readonly Part[]
export const DifferencesContext = createContext<PartsOf>(() => [])

/** On what was otherwise then: what it is now. */
export function SignThen(marked: MarkTarget) {
  const parts = use(DifferencesContext)(marked)
  return (
    <Sign says={words.markThen(joined(parts.map(({ is }) => is)))} isShown={parts.length > 0} />
  )
}

/** On what is otherwise now: what it was. */
export function SignNow(marked: MarkTarget) {
  const parts = use(DifferencesContext)(marked)
  return (
    <Sign says={words.markNow(joined(parts.map(({ was }) => was)))} isShown={parts.length > 0} />
  )
}

function joined(all: string[]): string {
  return all.join('; ')
}

function Sign({ says, isShown }: { says: string; isShown: boolean }) {
  if (!isShown) return null
  return (
    <span className={styles.sign} title={says}>
      <span aria-hidden="true">≠</span> {says}
    </span>
  )
}

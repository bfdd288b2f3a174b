import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { text } from '../core/text/text.ts'
import { Icon } from './Icon.tsx'
import styles from './ProblemNote.module.css'
import type { Problem } from '../query/useSaving.ts'

type Props = {
  problem: Pick<Problem, 'detail' | 'fields' | 'retry'> | null
  onDismiss: () => void
  /** names the action that failed */
  title?: string
  /** fields whose inputs show their own errors */
  beside?: readonly string[]
  /** buttons that resolve the problem */
  children?: ReactNode
}

/** Shows why something was not saved, beside its control, until it is dismissed (ux 42). */
export function ProblemNote({ problem, onDismiss, title, beside = [], children }: Props) {
  const fields = Object.keys(problem?.fields ?? {})
  const isBeside = fields.length > 0 && fields.every((field) => beside.includes(field))
  if (!problem || isBeside) return null
  return (
    <div className={styles.note} role="alert">
      <Icon name="warning" />
      <span className={styles.words}>
        {title !== undefined && !problem.retry && <strong>{title} </strong>}
        {problem.detail}
      </span>
      {problem.retry ? (
        <Button variant="default" className={styles.choice} onClick={problem.retry}>
          {text.retry}
        </Button>
      ) : (
        children
      )}
      <Button variant="default" className={styles.choice} onClick={onDismiss}>
        {problem.retry ? text.unsent.drop : text.dismiss}
      </Button>
    </div>
  )
}

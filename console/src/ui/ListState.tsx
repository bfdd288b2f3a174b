import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Waiting } from './Layout.tsx'
import { text } from '../core/text/text.ts'
import { Empty } from './Empty.tsx'
import { Icon } from './Icon.tsx'
import styles from './ProblemNote.module.css'
import type { ListOf } from '../query/useList.ts'

type Props<T> = {
  list: Pick<ListOf<T>, 'rows' | 'failure' | 'reload'>
  empty: string
  children: (rows: T[]) => ReactNode
}

/** Shows a list, or its error, loading or empty state. */
export function ListState<T>({ list, empty, children }: Props<T>) {
  const { rows, failure, reload } = list
  return (
    <>
      {failure !== null && (
        <div className={styles.note} role="alert">
          <Icon name="warning" />
          <span className={styles.words}>{failure}</span>
          <Button variant="default" className={styles.choice} onClick={() => void reload()}>
            {text.retry}
          </Button>
        </div>
      )}
      {rows === null && failure === null && <Waiting />}
      {rows?.length === 0 && <Empty>{empty}</Empty>}
      {rows !== null && rows.length > 0 && children(rows)}
    </>
  )
}

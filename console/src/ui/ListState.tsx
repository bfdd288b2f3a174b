import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Waiting } from './Layout.tsx'
import { text } from '../core/text/text.ts'
import { Empty } from './Empty.tsx'
import forms from './Form.module.css'
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

type RowsProps<T> = Omit<Props<T>, 'children'> & {
  label?: string
  /** an `li` with a key */
  children: (row: T, index: number) => ReactNode
}

/** A list whose rows are below one another. */
export function ListRows<T>({ list, empty, label, children }: RowsProps<T>) {
  return (
    <ListState list={list} empty={empty}>
      {(rows) => (
        <ul className={forms.rows} aria-label={label}>
          {rows.map(children)}
        </ul>
      )}
    </ListState>
  )
}

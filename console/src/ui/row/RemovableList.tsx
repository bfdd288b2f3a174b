import type { Write } from '../../core/rest.ts'
import type { ListOf } from '../../query/useList.ts'
import { useSaving } from '../../query/useSaving.ts'
import form from '../Form.module.css'
import { ListState } from '../ListState.tsx'
import { PressAgain } from '../PressAgain.tsx'
import { ProblemNote } from '../ProblemNote.tsx'
import { RowLine } from './RowLine.tsx'

type Words = Record<'caption' | 'empty' | 'remove' | 'removeAgain' | 'removeFailed', string>
type Props<T> = {
  list: ListOf<T>
  words: Words
  lineOf: (row: T, index: number) => { name: string; detail: string }
  remove: (id: number) => Write
}

/** A list whose rows can be removed, each by two presses. */
export function RemovableList<T extends { id: number }>(props: Props<T>) {
  const { list, words } = props
  const { isSaving, problem, save, dismiss } = useSaving()

  return (
    <>
      <ListState list={list} empty={words.empty}>
        {(rows) => (
          <ul className={form.rows} aria-label={words.caption}>
            {rows.map((row, index) => {
              const line = props.lineOf(row, index)
              return (
                <li key={row.id}>
                  <RowLine {...line}>
                    <PressAgain
                      label={words.remove}
                      again={words.removeAgain}
                      name={line.name}
                      disabled={isSaving}
                      onSure={() => void save(props.remove(row.id), list.reload)}
                    />
                  </RowLine>
                </li>
              )
            })}
          </ul>
        )}
      </ListState>
      <ProblemNote problem={problem} title={words.removeFailed} onDismiss={dismiss} />
    </>
  )
}

import form from '../Form.module.css'
import { PressAgain } from '../PressAgain.tsx'
import { RowLine } from './RowLine.tsx'

type Props = {
  rows: { id: number; name: string; detail: string }[]
  words: { caption: string; remove: string; removeAgain: string }
  isSaving: boolean
  onRemove: (id: number) => void
}

/** Lines that are removed one by one, each by two presses. */
export function RemovableRows({ rows, words, isSaving, onRemove }: Props) {
  return (
    <ul className={form.rows} aria-label={words.caption}>
      {rows.map(({ id, name, detail }) => (
        <li key={id}>
          <RowLine name={name} detail={detail}>
            <PressAgain
              label={words.remove}
              again={words.removeAgain}
              name={name}
              size="md"
              disabled={isSaving}
              onSure={() => onRemove(id)}
            />
          </RowLine>
        </li>
      ))}
    </ul>
  )
}

import { Button } from '@mantine/core'
import { PressAgain } from '../PressAgain.tsx'

/** `name`: the name of the row, for screen readers */
type ButtonProps = { name: string; label: string; onPress: () => void }
type Props = {
  name: string
  words: { edit: string; remove: string; removeAgain: string }
  onEdit: () => void
  onRemove: () => void
}

/** A button for one action on a row. */
export function RowButton({ name, label, onPress }: ButtonProps) {
  return (
    <Button variant="default" size="md" aria-label={`${label}: ${name}`} onClick={onPress}>
      {label}
    </Button>
  )
}

/** The buttons of a row that is edited in a dialog. */
export function RowButtons({ name, words, onEdit, onRemove }: Props) {
  return (
    <>
      <RowButton name={name} label={words.edit} onPress={onEdit} />
      <PressAgain label={words.remove} again={words.removeAgain} name={name} onSure={onRemove} />
    </>
  )
}

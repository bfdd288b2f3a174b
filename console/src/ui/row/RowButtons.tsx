import { Button } from '@mantine/core'
import { PressAgain } from '../PressAgain.tsx'

/** `name`: the row's, for who does not see which one this is */
type ButtonProps = { name: string; label: string; onPress: () => void }
type Props = {
  name: string
  words: { edit: string; remove: string; removeAgain: string }
  onEdit: () => void
  onRemove: () => void
}

/** One thing that can be done with a row. */
export function RowButton({ name, label, onPress }: ButtonProps) {
  return (
    <Button variant="default" size="md" aria-label={`${label}: ${name}`} onClick={onPress}>
      {label}
    </Button>
  )
}

/** What can be done with a row that is edited in a dialog. */
export function RowButtons({ name, words, onEdit, onRemove }: Props) {
  return (
    <>
      <RowButton name={name} label={words.edit} onPress={onEdit} />
      <PressAgain
        size="md"
        label={words.remove}
        again={words.removeAgain}
        name={name}
        onSure={onRemove}
      />
    </>
  )
}

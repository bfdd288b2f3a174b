import { Button } from '@mantine/core'
import { PressAgain } from '../PressAgain.tsx'

type Props = {
  /** the row's name, for who does not see which one this is */
  name: string
  words: { edit: string; remove: string; removeAgain: string }
  onEdit: () => void
  onRemove: () => void
}

/** What can be done with a row that is edited in a dialog. */
export function RowButtons({ name, words, onEdit, onRemove }: Props) {
  return (
    <>
      <Button
        variant="default"
        size="md"

        aria-label={`${words.edit}: ${name}`}
        onClick={onEdit}
      >
        {words.edit}
      </Button>
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

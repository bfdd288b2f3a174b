import { Button, Group, Text } from '@mantine/core'
import { Dialog } from './Dialog.tsx'
import styles from './Confirm.module.css'
import { text } from '../core/text/text.ts'

type Props = {
  title: string
  /** why it is asked, a sentence each */
  reasons?: string[]
  /** null: it cannot be done, and the reasons say why */
  yes: string | null
  no?: string
  onYes: () => void
  onClose: () => void
}

/** Asked only where the answer is likely "no" (ux 7). */
export function Confirm({ title, reasons = [], yes, no = text.cancel, onYes, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      {reasons.map((reason) => (
        <Text key={reason} mb="xs">
          {reason}
        </Text>
      ))}
      <Group gap="sm" justify="flex-end" mt="lg">
        <Button
          variant="default"
          size="lg"
          className={styles.choice}
          onClick={onClose}
          data-autofocus
        >
          {no}
        </Button>
        {yes !== null && (
          <Button size="lg" className={styles.choice} onClick={() => (onClose(), onYes())}>
            {yes}
          </Button>
        )}
      </Group>
    </Dialog>
  )
}

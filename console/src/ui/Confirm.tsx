import { Button, Modal, Text } from '@mantine/core'
import styles from './Confirm.module.css'
import { text } from '../core/text/text.ts'

type Props = {
  title: string
  /** why it is asked, a sentence each */
  reasons?: string[]
  yes: string
  no?: string
  onYes: () => void
  onClose: () => void
}

/** Asked only where the answer is likely "no" (ux 7). */
export function Confirm({ title, reasons = [], yes, no = text.cancel, onYes, onClose }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      size="md"
      zIndex={400}
      withCloseButton={false}
      classNames={{ title: styles.title }}
    >
      {reasons.map((reason) => (
        <Text key={reason} mb="xs">
          {reason}
        </Text>
      ))}
      <div className={styles.choices}>
        <Button
          variant="default"
          size="lg"
          className={styles.choice}
          onClick={onClose}
          data-autofocus
        >
          {no}
        </Button>
        <Button size="lg" className={styles.choice} onClick={() => (onClose(), onYes())}>
          {yes}
        </Button>
      </div>
    </Modal>
  )
}

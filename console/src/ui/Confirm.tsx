import { Button, Text } from '@mantine/core'
import { Dialog, DialogButtons } from './Dialog.tsx'
import styles from './Confirm.module.css'
import { text } from '../core/text/text.ts'

type Props = {
  title: string
  /** reasons for the question, one sentence each */
  reasons?: string[]
  /** label of the confirm button; null if the action is impossible, for the given reasons */
  yes: string | null
  no?: string
  /** "yes" also changes what others are doing, so "no" is the recommended answer */
  isRisky?: boolean
  onYes: () => void
  onClose: () => void
}

/** A confirmation dialog. Used only where the answer is likely "no" (ux 7). */
export function Confirm(props: Props) {
  const { title, reasons = [], yes, no = text.cancel, isRisky = false, onYes, onClose } = props
  return (
    <Dialog title={title} onClose={onClose}>
      {reasons.map((reason) => (
        <Text key={reason} mb="xs">
          {reason}
        </Text>
      ))}
      <DialogButtons no={no} isNoFocused isNoRecommended={isRisky} onClose={onClose}>
        {yes !== null && (
          <Button
            size="lg"
            {...(isRisky && { variant: 'default' })}
            className={styles.choice}
            onClick={() => (onClose(), onYes())}
          >
            {yes}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  )
}

import { Button, Group, Modal } from '@mantine/core'
import type { ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { text } from '../core/text/text.ts'
import styles from './Confirm.module.css'

type Props = {
  title: ReactNode
  size?: string
  /** only its own buttons close it, not Escape or a click outside */
  isKept?: boolean
  /** shows a close button in the corner, for a dialog without other buttons */
  hasCross?: boolean
  onClose: () => void
  children: ReactNode
}

/** A modal above the screen and above other dialogs. */
export function Dialog(props: Props) {
  const { title, size = 'md', isKept = false, hasCross = false, onClose, children } = props
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      size={size}
      zIndex={400}
      withCloseButton={hasCross}
      closeButtonProps={{ 'aria-label': text.close, size: 44 }}
      closeOnClickOutside={!isKept}
      closeOnEscape={!isKept}
      classNames={{ title: styles.title }}
    >
      {children}
    </Modal>
  )
}

type SheetProps = Omit<ModalProps, 'opened' | 'classNames'> & { contentClass?: string | undefined }

/** A window over an official's screen, with a large close button. */
export function Sheet({ contentClass = '', ...props }: SheetProps) {
  return (
    <Modal
      opened
      size="lg"
      zIndex={300}
      closeButtonProps={{ 'aria-label': text.close, size: 48 }}
      classNames={{ title: styles.title, content: contentClass }}
      {...props}
    />
  )
}

type ButtonsProps = {
  /** label of the button that closes the dialog */
  no: string
  /** the likely answer is "no" */
  isNoFocused?: boolean
  /** "no" has the colour of the main action */
  isNoRecommended?: boolean
  onClose: () => void
  /** further buttons */
  children?: ReactNode
}

/** The buttons at the end of a dialog. */
export function DialogButtons(props: ButtonsProps) {
  const { no, isNoFocused, isNoRecommended = false, onClose, children } = props
  return (
    <Group gap="sm" justify="flex-end" mt="lg">
      <Button
        {...(!isNoRecommended && { variant: 'default' })}
        size="lg"
        className={styles.choice}
        onClick={onClose}
        data-autofocus={isNoFocused}
      >
        {no}
      </Button>
      {children}
    </Group>
  )
}

import { Modal } from '@mantine/core'
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

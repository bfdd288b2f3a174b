import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { text } from '../core/text/text.ts'
import styles from './Confirm.module.css'

type Props = {
  title: ReactNode
  size?: string
  /** nothing but a button of its own closes it */
  isKept?: boolean
  /** it has no button that ends it but the one in its corner */
  hasCross?: boolean
  onClose: () => void
  children: ReactNode
}

/** Over the screen and its other dialogs. */
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

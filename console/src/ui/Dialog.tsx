import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Confirm.module.css'

type Props = {
  title: ReactNode
  size?: string
  /** nothing but a button of its own closes it */
  isKept?: boolean
  onClose: () => void
  children: ReactNode
}

/** Over the screen and its other dialogs; it has its own buttons. */
export function Dialog({ title, size = 'md', isKept = false, onClose, children }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      size={size}
      zIndex={400}
      withCloseButton={false}
      closeOnClickOutside={!isKept}
      closeOnEscape={!isKept}
      classNames={{ title: styles.title }}
    >
      {children}
    </Modal>
  )
}

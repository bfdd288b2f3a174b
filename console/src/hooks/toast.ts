import { notifications } from '@mantine/notifications'
import { text } from '../core/text/text.ts'

/** A short word that something was done; what went wrong stands beside its control (ux 42). */
export function toast(message: string): void {
  const closeButtonProps = { 'aria-label': text.close }
  notifications.show({ message, withBorder: true, autoClose: 6_000, closeButtonProps })
}

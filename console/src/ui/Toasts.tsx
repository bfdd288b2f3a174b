import { useToast } from '../hooks/toast.ts'
import styles from './Toasts.module.css'

/** Shows toasts in a reserved area without controls. */
export default function Toasts() {
  const message = useToast((toast) => toast.message)
  return (
    <p className={styles.room} role="status">
      {message}
    </p>
  )
}

/** Shows toasts in the connection row, which is on every screen of officials. */
export function ToastInRow() {
  const message = useToast((toast) => toast.message)
  return message !== null && <span className={styles.inRow}>{message}</span>
}

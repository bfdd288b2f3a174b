import { useToast } from '../hooks/toast.ts'
import styles from './Toasts.module.css'

/** Said in room that is kept for it, where no control is. */
export default function Toasts() {
  const message = useToast((told) => told.message)
  return (
    <p className={styles.room} role="status">
      {message}
    </p>
  )
}

/** The same in the row of the connection, which stands on every screen of officials. */
export function ToastInRow() {
  const message = useToast((told) => told.message)
  return message !== null && <span className={styles.inRow}>{message}</span>
}

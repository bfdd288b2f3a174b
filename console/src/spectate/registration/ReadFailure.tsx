import { text } from '../../core/text/text.ts'
import { registrationPage as words } from '../../core/text/spectate/registration-page.ts'
import styles from './Register.module.css'

/** Why the page could not be read, with a button to try again. */
export function ReadFailure({ failure }: { failure: string }) {
  return (
    <div role="alert" className={styles.problem}>
      <p>
        {words.unread} {failure}
      </p>
      <button type="button" className={styles.button} onClick={() => location.reload()}>
        {text.retry}
      </button>
    </div>
  )
}

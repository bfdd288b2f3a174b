import form from '../ui/Form.module.css'
import { ListState } from '../ui/ListState.tsx'
import { PressAgain } from '../ui/PressAgain.tsx'
import { ProblemNote } from '../ui/ProblemNote.tsx'
import { useList } from '../query/useList.ts'
import { useSaving } from '../query/useSaving.ts'
import { account } from '../core/text/account.ts'
import { loadUser } from '../core/session-user.ts'
import styles from './sign-in/SignIn.module.css'
import { browserName } from './sign-in/sign-in-ways.ts'

type Session = {
  id: number
  device: string
  createdAt: string
  lastSeenAt: string
  isThis: boolean
}
const words = account.sessions
const path = '/api/user/session/'

export function Sessions() {
  const kept = useList<Session>(`${path}?rowsPerPage=1000`)
  const { isSaving, problem, save, dismiss } = useSaving()

  async function end(id: number): Promise<void> {
    const saved = await save({ method: 'DELETE', path: `${path}${id}/` })
    if (saved.ok) await kept.reload()
  }
  async function endAll(): Promise<void> {
    const saved = await save({ method: 'POST', path: '/api/user/sign-out-everywhere/' })
    if (saved.ok) await loadUser()
  }

  return (
    <section className={form.section}>
      <h2>{words.title}</h2>
      <ListState kept={kept} empty={words.empty}>
        {(rows) => (
          <ul className={styles.rows} aria-label={words.caption}>
            {rows.map(({ id, device, createdAt, lastSeenAt, isThis }) => (
              <li key={id}>
                <span className={styles.words}>
                  <span title={device}>
                    {browserName(device) ?? words.unknown}
                    {isThis && <strong> · {words.here}</strong>}
                  </span>
                  <span className={styles.dim}>
                    {words.seen} {when(lastSeenAt)} · {words.since} {when(createdAt)}
                  </span>
                </span>
                {!isThis && (
                  <PressAgain
                    label={words.end}
                    again={words.endAgain}
                    name={browserName(device) ?? words.unknown}
                    size="md"
                    className={form.button}
                    disabled={isSaving}
                    onSure={() => void end(id)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </ListState>
      <ProblemNote problem={problem} title={words.failed} onDismiss={dismiss} />
      <div className={form.row}>
        <PressAgain
          label={words.endAll}
          again={words.endAllAgain}
          size="md"
          className={form.button}
          disabled={isSaving}
          onSure={() => void endAll()}
        />
      </div>
    </section>
  )
}

export function when(at: string): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}

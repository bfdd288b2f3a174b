import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import form from '../../ui/Form.module.css'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useSaving } from '../../query/useSaving.ts'
import { account as all } from '../../core/text/account.ts'
import styles from './SignIn.module.css'
import { PasswordField } from './Fields.tsx'
import { codeIn, enter } from './sign-in-ways.ts'

const words = all.confirm

/** Where the mail's link leads: who opens it has to be who signed up. */
export function ConfirmEmail() {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [code] = useState(() => codeIn(location.hash))
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)

  async function confirm(): Promise<void> {
    setTried(true)
    if (password === '' || isSaving) return
    const body = { code, password }
    const saved = await save({ method: 'POST', path: '/api/user/confirm/', body })
    if (saved.ok) enter('/account')
  }

  return (
    <div className={styles.narrow}>
      <Title order={1} size="h2">
        {words.title}
      </Title>
      {code === '' ? (
        <p className={styles.note}>{words.noCode}</p>
      ) : (
        <form
          noValidate
          className={form.form}
          onSubmit={(event) => (event.preventDefault(), void confirm())}
        >
          <p className={form.lead}>{words.lead}</p>
          <PasswordField
            value={password}
            error={isTried && password === '' ? all.missing.password : undefined}
            onType={setPassword}
          />
          <ProblemNote problem={problem} title={words.failed} onDismiss={dismiss} />
          <Button type="submit" size="md" className={styles.main} loading={isSaving}>
            {words.button}
          </Button>
        </form>
      )}
    </div>
  )
}

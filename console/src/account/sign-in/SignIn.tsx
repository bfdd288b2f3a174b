import { Button, Title } from '@mantine/core'
import { Link, useLoaderData, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import form from '../../ui/Form.module.css'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useSaving } from '../../query/useSaving.ts'
import { account as all } from '../../core/text/account.ts'
import { useUser } from '../../core/session-user.ts'
import styles from './SignIn.module.css'
import { EmailField, PasswordField } from './Fields.tsx'
import { Providers } from './Providers.tsx'
import { enter } from './sign-in-ways.ts'

const words = all.signIn

export function SignIn() {
  const { providers } = useLoaderData({ from: '/sign-in' })
  const { to, problem: earlier } = useSearch({ from: '/sign-in' })
  const user = useUser()
  const { isSaving, problem, save, dismiss } = useSaving()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const isEmpty = email.trim() === '' || password === ''

  async function signIn(): Promise<void> {
    setTried(true)
    if (isEmpty || isSaving) return
    const body = { email, password }
    const saved = await save({ method: 'POST', path: '/api/user/sign-in/', body })
    if (saved.ok) enter(to)
  }

  return (
    <div className={styles.narrow}>
      <Title order={1} size="h2">
        {words.title}
      </Title>
      {user.state === 'in' && (
        <p className={styles.note}>
          {words.already(user.person.name)}{' '}
          <Link to="/account" className={styles.link}>
            {all.page.title}
          </Link>
        </p>
      )}
      {earlier === 'elsewhere' && (
        <p className={styles.note} role="alert">
          {words.elsewhere}
        </p>
      )}
      <form
        noValidate
        className={form.form}
        onSubmit={(event) => (event.preventDefault(), void signIn())}
      >
        <EmailField
          value={email}
          error={isTried && email.trim() === '' ? all.missing.email : problem?.fields['email']}
          onType={setEmail}
        />
        <PasswordField
          value={password}
          error={isTried && password === '' ? all.missing.password : problem?.fields['password']}
          onType={setPassword}
        />
        <ProblemNote
          problem={problem}
          title={words.failed}
          beside={['email', 'password']}
          onDismiss={dismiss}
        />
        <Button type="submit" size="md" className={styles.main} loading={isSaving}>
          {words.button}
        </Button>
      </form>
      <Providers providers={providers} to={to} />
      <div>
        <p className={styles.foot}>
          <Link to="/reset" className={styles.link}>
            {words.forgotten}
          </Link>
        </p>
        <p className={styles.foot}>
          {words.new}
          <Link to="/sign-up" search={to === undefined ? {} : { to }} className={styles.link}>
            {words.toSignUp}
          </Link>
        </p>
      </div>
    </div>
  )
}

import { Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import form from '../../ui/Form.module.css'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useSaving } from '../../query/useSaving.ts'
import { account as all } from '../../core/text/account.ts'
import styles from './SignIn.module.css'
import { EmailField, PasswordField } from './Fields.tsx'
import { codeIn } from './sign-in-ways.ts'

const words = all.reset

/** A forgotten password: asked for without a code, chosen anew with one. */
export function PasswordReset() {
  const [code] = useState(() => codeIn(location.hash))
  return (
    <div className={styles.narrow}>
      <Title order={1} size="h2">
        {code === '' ? words.ask : words.title}
      </Title>
      {code === '' ? <Ask /> : <Choose code={code} />}
    </div>
  )
}

function Ask() {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [email, setEmail] = useState('')
  const [isTried, setTried] = useState(false)
  const [answer, setAnswer] = useState<string | null>(null)
  const isEmpty = email.trim() === ''

  async function ask(): Promise<void> {
    setTried(true)
    if (isEmpty || isSaving) return
    const path = '/api/user/reset/'
    const saved = await save<{ detail: string }>({ method: 'POST', path, body: { email } })
    if (saved.ok) setAnswer(saved.answer.detail)
  }

  if (answer !== null) return <Said>{answer}</Said>
  return (
    <form
      noValidate
      className={form.form}
      onSubmit={(event) => (event.preventDefault(), void ask())}
    >
      <p className={form.lead}>{words.lead}</p>
      <EmailField
        value={email}
        error={isTried && isEmpty ? all.missing.email : problem?.fields['email']}
        onType={setEmail}
      />
      <ProblemNote
        problem={problem}
        title={words.askFailed}
        beside={['email']}
        onDismiss={dismiss}
      />
      <Button type="submit" size="md" className={styles.main} loading={isSaving}>
        {words.askButton}
      </Button>
    </form>
  )
}

function Choose({ code }: { code: string }) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const [isDone, setDone] = useState(false)

  async function choose(): Promise<void> {
    setTried(true)
    if (password === '' || isSaving) return
    const body = { code, password }
    const saved = await save({ method: 'POST', path: '/api/user/reset/finish/', body })
    if (saved.ok) setDone(true)
  }

  if (isDone) return <Said>{words.done}</Said>
  return (
    <form
      noValidate
      className={form.form}
      onSubmit={(event) => (event.preventDefault(), void choose())}
    >
      <PasswordField
        isNew
        label={all.newPassword}
        value={password}
        error={isTried && password === '' ? all.missing.password : problem?.fields['password']}
        onType={setPassword}
      />
      <ProblemNote
        problem={problem}
        title={words.failed}
        beside={['password']}
        onDismiss={dismiss}
      />
      <Button type="submit" size="md" className={styles.main} loading={isSaving}>
        {words.button}
      </Button>
    </form>
  )
}

function Said({ children }: { children: string }) {
  return (
    <>
      <p className={styles.note} role="status">
        {children}
      </p>
      <Link to="/sign-in" className={styles.link}>
        {words.toSignIn}
      </Link>
    </>
  )
}

import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput, Title } from '@mantine/core'
import { Link, useLoaderData, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import form from '../../ui/Form.module.css'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useSaving } from '../../query/useSaving.ts'
import { account as all } from '../../core/text/account.ts'
import styles from './SignIn.module.css'
import { EmailField, PasswordField } from './Fields.tsx'
import { Providers } from './Providers.tsx'
import { broughtInvitation } from './returned-from.ts'
import { enter, sceneIn } from './sign-in-ways.ts'

const words = all.signUp

export function SignUp() {
  const { providers, isFirst, passwordLength } = useLoaderData({ from: '/sign-up' })
  const { to } = useSearch({ from: '/sign-up' })
  const { isSaving, problem, save, dismiss } = useSaving()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const [sent, setSent] = useState<string | null>(null)

  async function signUp(): Promise<void> {
    setTried(true)
    if (name.trim() === '' || email.trim() === '' || password === '' || isSaving) return
    const [scene, invitation] = [sceneIn(to), broughtInvitation()]
    const body = { name, email, password, scene, invitation }
    const path = '/api/user/sign-up/'
    const saved = await save<{ signedIn: boolean; detail: string }>({ method: 'POST', path, body })
    if (!saved.ok) return
    if (saved.answer.signedIn) enter(isFirst ? '/account' : to)
    else setSent(saved.answer.detail)
  }
  const missing = (value: string, field: keyof typeof all.missing) =>
    isTried && value.trim() === '' ? all.missing[field] : problem?.fields[field]

  if (sent !== null) {
    return (
      <div className={styles.narrow}>
        <Title order={1} size="h2">
          {words.mailed}
        </Title>
        <p className={styles.note} role="status">
          {sent}
        </p>
      </div>
    )
  }
  const { least, recommended } = passwordLength
  return (
    <div className={styles.narrow}>
      <Title order={1} size="h2">
        {words.title}
      </Title>
      {isFirst && <p className={styles.note}>{words.first}</p>}
      <form
        noValidate
        className={form.form}
        onSubmit={(event) => (event.preventDefault(), void signUp())}
      >
        <TextInput
          label={words.name}
          description={words.nameHint}
          required
          size="md"
          maxLength={100}
          autoComplete="nickname"
          value={name}
          error={missing(name, 'name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <EmailField
          value={email}
          description={words.emailHint}
          error={missing(email, 'email')}
          onType={setEmail}
        />
        <PasswordField
          isNew
          value={password}
          description={words.passwordHint(least, recommended)}
          error={missing(password, 'password')}
          onType={setPassword}
        />
        <ProblemNote
          problem={problem}
          title={words.failed}
          beside={['name', 'email', 'password']}
          onDismiss={dismiss}
        />
        <Button type="submit" size="md" className={styles.main} loading={isSaving}>
          {words.button}
        </Button>
      </form>
      <Providers providers={providers} to={to} />
      <p className={styles.foot}>
        {words.old}
        <Link to="/sign-in" search={to === undefined ? {} : { to }} className={styles.link}>
          {words.toSignIn}
        </Link>
      </p>
    </div>
  )
}

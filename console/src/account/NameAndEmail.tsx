import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import form from '../ui/Form.module.css'
import { ProblemNote } from '../ui/ProblemNote.tsx'
import { toast } from '../hooks/toast.ts'
import { useSaving } from '../query/useSaving.ts'
import { account as all } from '../core/text/account.ts'
import styles from './sign-in/SignIn.module.css'
import { loadUser } from '../core/session-user.ts'
import { EmailField, PasswordField } from './sign-in/Fields.tsx'
import type { Me } from './sign-in/account-reads.ts'

type Props = { me: Me }
const words = all.me

export function NameAndEmail({ me }: Props) {
  return (
    <section className={form.section}>
      <h2>{words.title}</h2>
      <NameForm me={me} />
      <EmailForm me={me} />
    </section>
  )
}

function NameForm({ me }: Props) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [name, setName] = useState(me.name)
  const isEmpty = name.trim() === ''

  async function change(): Promise<void> {
    if (isEmpty || isSaving) return
    const saved = await save({ method: 'PATCH', path: '/api/user/me/', body: { name } })
    if (!saved.ok) return
    toast(words.nameSaved)
    await loadUser()
  }

  return (
    <form
      noValidate
      className={form.form}
      onSubmit={(event) => (event.preventDefault(), void change())}
    >
      <div className={form.row}>
        <TextInput
          className={form.grow}
          size="md"
          label={words.name}
          required
          maxLength={100}
          autoComplete="nickname"
          value={name}
          error={isEmpty ? all.missing.name : problem?.fields['name']}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" size="md" className={form.button} loading={isSaving}>
          {words.saveName}
        </Button>
      </div>
      <ProblemNote
        problem={problem}
        title={words.nameFailed}
        beside={['name']}
        onDismiss={dismiss}
      />
    </form>
  )
}

function EmailForm({ me }: Props) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [email, setEmail] = useState(me.email ?? '')
  const [current, setCurrent] = useState('')
  const [said, setSaid] = useState<string | null>(null)
  const isOther = email.trim().toLowerCase() !== (me.email ?? '')

  async function change(): Promise<void> {
    if (!isOther || isSaving) return
    const body = { email, ...(current !== '' && { current }) }
    type Changed = { changed: boolean; detail: string | null }
    const saved = await save<Changed>({ method: 'PUT', path: '/api/user/email/', body })
    if (!saved.ok) return
    setCurrent('')
    setSaid(saved.answer.detail)
    if (saved.answer.changed) toast(words.emailSaved)
    await loadUser()
  }

  return (
    <form
      noValidate
      className={form.form}
      onSubmit={(event) => (event.preventDefault(), void change())}
    >
      <EmailField
        value={email}
        description={emailWords(me)}
        error={problem?.fields['email']}
        onType={setEmail}
      />
      {isOther && me.hasPassword && (
        <PasswordField
          label={all.present}
          value={current}
          error={problem?.fields['current']}
          onType={setCurrent}
        />
      )}
      <ProblemNote
        problem={problem}
        title={words.emailFailed}
        beside={['email', 'current']}
        onDismiss={dismiss}
      />
      <p role="status" className={said === null ? form.empty : styles.note} hidden={said === null}>
        {said}
      </p>
      {isOther && (
        <div className={form.row}>
          <Button type="submit" size="md" className={form.button} loading={isSaving}>
            {words.changeEmail}
          </Button>
        </div>
      )}
    </form>
  )
}

function emailWords({ email, emailVerified }: Me): string | undefined {
  if (email === null) return words.noEmail
  return emailVerified ? undefined : words.unconfirmed
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import form from '../ui/Form.module.css'
import { ProblemNote } from '../ui/ProblemNote.tsx'
import { toast } from '../hooks/toast.ts'
import { useSaving } from '../query/useSaving.ts'
import { account as all } from '../core/text/account.ts'
import { loadUser } from '../core/session-user.ts'
import { PasswordField } from './sign-in/Fields.tsx'
import type { Me } from './sign-in/account-reads.ts'

type Props = { me: Me }
const words = all.change

export function PasswordChange({ me }: Props) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')

  async function change(): Promise<void> {
    if (password === '' || isSaving) return
    const body = { password, ...(current !== '' && { current }) }
    const saved = await save({ method: 'PUT', path: '/api/user/password/', body })
    if (!saved.ok) return
    setCurrent('')
    setPassword('')
    toast(words.saved)
    await loadUser()
  }

  return (
    <section className={form.section}>
      <h2>{words.title}</h2>
      <p className={form.lead}>{words.lead}</p>
      <form
        noValidate
        className={form.form}
        onSubmit={(event) => (event.preventDefault(), void change())}
      >
        <input type="hidden" autoComplete="username" value={me.email ?? ''} readOnly />
        {me.hasPassword && (
          <PasswordField
            label={all.present}
            value={current}
            error={problem?.fields['current']}
            onType={setCurrent}
          />
        )}
        <PasswordField
          isNew
          label={all.newPassword}
          value={password}
          error={problem?.fields['password']}
          onType={setPassword}
        />
        <ProblemNote
          problem={problem}
          title={words.failed}
          beside={['current', 'password']}
          onDismiss={dismiss}
        />
        <div className={form.row}>
          <Button type="submit" size="md" className={form.button} loading={isSaving}>
            {me.hasPassword ? words.button : words.set}
          </Button>
        </div>
      </form>
    </section>
  )
}

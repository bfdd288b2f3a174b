import { said } from '../../core/text/catalogue.ts'
import { Link, useLoaderData, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { EditForm } from '../../ui/form/EditForm.tsx'
import forms from '../../ui/Form.module.css'
import { required } from '../../hooks/form/edited-fields.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { account as all } from '../../core/text/account.ts'
import styles from '../../ui/NarrowPage.module.css'
import { EmailField, PasswordField } from './Fields.tsx'
import { codeInHash } from './sign-in-redirect.ts'
import { rest } from '../../core/rest.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'

const words = all.reset

/** Forgotten password: without a code it requests a reset, with one it sets a new password. */
export function PasswordReset() {
  // Followed in a tab that already shows this page, the mailed link only changes the fragment.
  const code = useLocation({ select: ({ hash }) => codeInHash(hash) })
  return (
    <div className={styles.narrow}>
      <PageTitle>{code === '' ? words.ask : words.title}</PageTitle>
      {code === '' ? <RequestReset /> : <NewPassword key={code} code={code} />}
    </div>
  )
}

const noEmail = { email: '' }
const checkEmail = required<typeof noEmail>({ email: all.missing.email })

function RequestReset() {
  const { sendsMail } = useLoaderData({ from: '/reset' })
  const [answer, setAnswer] = useState<string | null>(null)
  const form = useSavedForm({ server: noEmail, check: checkEmail, isKept: false })

  async function request(_: unknown, body: typeof noEmail): Promise<void> {
    const saved = await form.save(rest.post('/api/user/reset/', {}, body))
    if (saved.ok) setAnswer(said(saved.answer.message, saved.answer.detail))
  }

  if (!sendsMail) return <StatusNote>{words.noMail}</StatusNote>
  if (answer !== null) return <StatusNote>{answer}</StatusNote>
  return (
    <EditForm
      form={form}
      onSave={request}
      failed={words.askFailed}
      button={words.askButton}
      isNarrow
    >
      <p className={forms.lead}>{words.lead}</p>
      <EmailField {...form.field('email')} />
    </EditForm>
  )
}

const noPassword = { password: '' }
const checkPassword = required<typeof noPassword>({ password: all.missing.password })

function NewPassword({ code }: { code: string }) {
  const [isDone, setDone] = useState(false)
  const form = useSavedForm({ server: noPassword, check: checkPassword, isKept: false })

  async function save(_: unknown, { password }: typeof noPassword): Promise<void> {
    const body = { code, password }
    await form.save(rest.post('/api/user/reset/finish/', {}, body), () => setDone(true))
  }

  if (isDone) return <StatusNote>{words.done}</StatusNote>
  return (
    <EditForm form={form} onSave={save} failed={words.failed} button={words.button} isNarrow>
      <PasswordField isNew label={all.newPassword} {...form.field('password')} />
    </EditForm>
  )
}

function StatusNote({ children }: { children: string }) {
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

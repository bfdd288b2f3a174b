import { said } from '../core/text/catalogue.ts'
import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { EditForm } from '../ui/form/EditForm.tsx'
import forms from '../ui/Form.module.css'
import { toast } from '../hooks/toast.ts'
import { required } from '../hooks/form/edited-fields.ts'
import { useSavedForm } from '../query/useSavedForm.ts'
import { account as all } from '../core/text/account.ts'
import styles from '../ui/NarrowPage.module.css'
import { loadUser } from '../core/session-user.ts'
import { EmailField, PasswordField } from './sign-in/Fields.tsx'
import type { Me } from './sign-in/account-reads.ts'
import { rest } from '../core/rest.ts'
import { Section } from '../ui/page/Section.tsx'

type Props = { me: Me }
const words = all.me

export function NameAndEmail({ me }: Props) {
  return (
    <Section title={words.title}>
      <NameForm me={me} />
      <EmailForm me={me} />
    </Section>
  )
}

const checkName = required<{ name: string }>({ name: all.missing.name })

function NameForm({ me }: Props) {
  const form = useSavedForm({ server: { name: me.name }, check: checkName })

  async function change(_: unknown, body: { name: string }): Promise<void> {
    const saved = await form.save(rest.patch('/api/user/me/', {}, body))
    if (!saved.ok) return
    toast(words.nameSaved)
    await loadUser()
  }

  return (
    <EditForm form={form} onSave={change} failed={words.nameFailed} button={words.saveName} isRow>
      <TextInput label={words.name} required autoComplete="nickname" {...form.field('name')} />
    </EditForm>
  )
}

function EmailForm({ me }: Props) {
  const server = { email: me.email ?? '', current: '' }
  const form = useSavedForm({ server, isKept: false })
  const [notice, setNotice] = useState<string | null>(null)
  const isChanged = form.values.email.trim().toLowerCase() !== server.email

  async function change(_: unknown, { email, current }: typeof server): Promise<void> {
    const body = { email, ...(current !== '' && { current }) }
    const saved = await form.save(rest.put('/api/user/email/', {}, body))
    if (!saved.ok) return
    form.set({ current: '' })
    setNotice(saved.answer.detail && said(saved.answer.message, saved.answer.detail))
    if (saved.answer.changed) toast(words.emailSaved)
    await loadUser()
  }

  return (
    <>
      <EditForm
        form={form}
        onSave={change}
        failed={words.emailFailed}
        button={words.changeEmail}
        isDisabled={!isChanged}
        isRow
      >
        <EmailField description={emailWords(me)} {...form.field('email')} />
        {isChanged && me.hasPassword && (
          <PasswordField label={all.present} {...form.field('current')} />
        )}
      </EditForm>
      <p
        role="status"
        className={notice === null ? forms.empty : styles.note}
        hidden={notice === null}
      >
        {notice}
      </p>
    </>
  )
}

function emailWords({ email, emailVerified }: Me): string | undefined {
  if (email === null) return words.noEmail
  return emailVerified ? undefined : words.unconfirmed
}

import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { CopyText } from '../ui/CopyText.tsx'
import form from '../ui/Form.module.css'
import { ProblemNote } from '../ui/ProblemNote.tsx'
import { useSaving } from '../query/useSaving.ts'
import { account as all } from '../core/text/account.ts'
import { EmailField } from './sign-in/Fields.tsx'
import type { Role } from './sign-in/account-reads.ts'

type Invitation = { email: string; link: string; mailed: boolean }
type Given = { invitation: Invitation | null }
type Props = { url: string; onGiven: () => Promise<void> }
const words = all.roles
const choices = (['tournament', 'admin'] as const).map((value) => ({
  value,
  label: words.name[value],
}))

export function GiveRole({ url, onGiven }: Props) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('tournament')
  const [isMissing, setMissing] = useState(false)
  const [offered, setOffered] = useState<Invitation | null>(null)
  const isEmpty = email.trim() === ''

  async function give(): Promise<void> {
    setMissing(isEmpty)
    if (isEmpty || isSaving) return
    const body = { email, role }
    const saved = await save<Given>({ method: 'PUT', path: `${url}/role/`, body })
    if (!saved.ok) return
    setOffered(saved.answer.invitation)
    setEmail('')
    await onGiven()
  }

  return (
    <form
      noValidate
      className={form.form}
      onSubmit={(event) => (event.preventDefault(), void give())}
    >
      {offered !== null && (
        <CopyText
          label={words.invited(offered.email)}
          description={offered.mailed ? words.mailed : words.handOver}
          value={new URL(offered.link, location.origin).href}
          rows={3}
          button={words.copyLink}
        />
      )}
      <div className={form.row}>
        <div className={form.grow}>
          <EmailField
            label={words.email}
            value={email}
            error={isMissing && isEmpty ? all.missing.email : problem?.fields['email']}
            onType={setEmail}
          />
        </div>
        <NativeSelect
          label={words.role}
          size="md"
          data={choices}
          value={role}
          onChange={({ currentTarget }) => setRole(currentTarget.value as Role)}
        />
        <Button
          type="submit"
          variant="default"
          size="md"
          className={form.button}
          loading={isSaving}
        >
          {words.give}
        </Button>
      </div>
      <ProblemNote
        problem={problem}
        title={words.giveFailed}
        beside={['email']}
        onDismiss={dismiss}
      />
    </form>
  )
}

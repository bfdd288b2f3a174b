import { EditForm } from '../ui/form/EditForm.tsx'
import { required } from '../hooks/form/edited-fields.ts'
import { toast } from '../hooks/toast.ts'
import { useSavedForm } from '../query/useSavedForm.ts'
import { account as all } from '../core/text/account.ts'
import { loadUser } from '../core/session-user.ts'
import { PasswordField } from './sign-in/Fields.tsx'
import type { Me } from './sign-in/account-reads.ts'
import { rest } from '../core/rest.ts'
import { Section } from '../ui/page/Section.tsx'

type Props = { me: Me }
const words = all.change

const empty = { current: '', password: '' }
const check = required<typeof empty>({ password: all.missing.password })

export function PasswordChange({ me }: Props) {
  const form = useSavedForm({ server: empty, check, isKept: false })

  async function change(changes: Partial<typeof empty>, { password }: typeof empty): Promise<void> {
    const body = { ...changes, password }
    const saved = await form.save(rest.put('/api/user/password/', {}, body))
    if (!saved.ok) return
    form.reset()
    toast(words.saved)
    await loadUser()
  }

  return (
    <Section title={words.title} lead={words.lead}>
      <EditForm
        form={form}
        onSave={change}
        failed={words.failed}
        button={me.hasPassword ? words.button : words.set}
      >
        <input type="hidden" autoComplete="username" value={me.email ?? ''} readOnly />
        {me.hasPassword && <PasswordField label={all.present} {...form.field('current')} />}
        <PasswordField isNew label={all.newPassword} {...form.field('password')} />
      </EditForm>
    </Section>
  )
}

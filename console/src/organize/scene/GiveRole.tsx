import { linkValidity } from '#events/text/link-validity.ts'
import { languageCode } from '../../core/text/locale.ts'
import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { CopyText } from '../../ui/CopyText.tsx'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { required } from '../../hooks/form/edited-fields.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { account as all } from '../../core/text/account.ts'
import { EmailField } from '../../account/sign-in/Fields.tsx'
import type { Role } from '../../account/sign-in/account-reads.ts'
import { rest } from '../../core/rest.ts'
import type { AnswerOf } from '../../core/rest.ts'

type Props = { scene: number; onGiven: () => Promise<void> }
const words = all.roles
const choices = (['tournament', 'admin'] as const).map((value) => ({
  value,
  label: words.name[value],
}))

const empty = { email: '', role: 'tournament' as Role }

export function GiveRole({ scene, onGiven }: Props) {
  const [invitation, setInvitation] =
    useState<AnswerOf<'PUT /api/tournament/scene/:id/role/'>['invitation']>(null)
  const check = required<typeof empty>({ email: all.missing.email })
  const form = useSavedForm({ server: empty, check })

  async function give(_: unknown, body: typeof empty): Promise<void> {
    const saved = await form.save(rest.put('/api/tournament/scene/:id/role/', { id: scene }, body))
    if (!saved.ok) return
    setInvitation(saved.answer.invitation)
    form.reset({ ...empty, role: body.role })
    await onGiven()
  }

  return (
    <>
      {invitation !== null && (
        <CopyText
          label={words.invited(invitation.email)}
          description={(invitation.mailed ? words.mailed : words.handOver)(
            linkValidity(languageCode, 'invitation'),
          )}
          value={new URL(invitation.link, location.origin).href}
          rows={3}
          button={words.copyLink}
        />
      )}
      <EditForm
        form={form}
        onSave={give}
        failed={words.giveFailed}
        button={words.give}
        isQuiet
        isRow
      >
        <EmailField label={words.email} {...form.field('email')} />
        <NativeSelect label={words.role} data={choices} {...form.field('role')} />
      </EditForm>
    </>
  )
}

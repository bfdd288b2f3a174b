import { linkValidity } from '#events/text/link-validity.ts'
import { languageCode } from '../../core/text/locale.ts'
import { useState } from 'react'
import { rest, rowsPerPage } from '../../core/rest.ts'
import type { Row, Scene, AnswerOf } from '../../core/rest.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import form from '../../ui/Form.module.css'
import { ListRows } from '../../ui/ListState.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useList } from '../../query/useList.ts'
import { RowLine } from '../../ui/row/RowLine.tsx'
import { useSaving } from '../../query/useSaving.ts'
import { account } from '../../core/text/account.ts'
import { loadUser } from '../../core/session-user.ts'
import styles from '../../ui/NarrowPage.module.css'
import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { required } from '../../hooks/form/edited-fields.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { EmailField } from '../../account/sign-in/Fields.tsx'
import type { Role } from '../../account/sign-in/account-reads.ts'

const giveRoleWords = account.roles

const choices = (['tournament', 'admin'] as const).map((value) => ({
  value,
  label: giveRoleWords.name[value],
}))

const empty = { email: '', role: 'tournament' as Role }

type RoleHolder = Row<'/api/tournament/scene/:id/role/'>
type Invitation = Row<'/api/tournament/scene/:id/invitation/'>
type Props = { scene: Scene; me: number | null }
const words = account.roles

/** Lets scene admins manage the officials and organizers of a scene. */
export function ScenePeople({ scene, me }: Props) {
  const query = { id: scene.id, rowsPerPage }
  const list = useList(rest.get('/api/tournament/scene/:id/role/', query))
  const invitations = useList(rest.get('/api/tournament/scene/:id/invitation/', query))
  const reloadAll = async () => {
    await Promise.all([list.reload(), invitations.reload(), loadUser()])
  }
  return (
    <div className={styles.people} id={`people-${scene.id}`}>
      <h3>{words.people(scene.displayName)}</h3>
      <ListRows list={list} empty={words.none} label={words.caption(scene.displayName)}>
        {(holder) => (
          <PersonRow
            key={holder.person.id}
            scene={scene.id}
            holder={holder}
            isMe={holder.person.id === me}
            onChanged={reloadAll}
          />
        )}
      </ListRows>
      {invitations.rows !== null && invitations.rows.length > 0 && (
        <ul className={form.rows} aria-label={words.waiting}>
          {invitations.rows.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              scene={scene.id}
              invitation={invitation}
              onChanged={reloadAll}
            />
          ))}
        </ul>
      )}
      <GiveRole scene={scene.id} onGiven={reloadAll} />
    </div>
  )
}

type RowProps = { scene: number; onChanged: () => Promise<void> }

function PersonRow({
  scene,
  holder,
  isMe,
  onChanged,
}: RowProps & { holder: RoleHolder; isMe: boolean }) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [link, setLink] = useState<string | null>(null)
  const { person, role } = holder

  const rolePath = '/api/tournament/scene/:id/role/:person/'
  const revokeRole = () => save(rest.delete(rolePath, { id: scene, person: person.id }), onChanged)
  const createResetLink = () =>
    save(rest.post('/api/user/reset/link/', {}, { person: person.id }), ({ link }) =>
      setLink(new URL(link, location.origin).href),
    )

  return (
    <li>
      <RowLine name={person.name} detail={words.name[role]}>
        {!isMe && (
          <PressAgain
            label={words.reset}
            again={words.resetFor(person.name)}
            name={person.name}
            disabled={isSaving}
            onSure={() => void createResetLink()}
          />
        )}
        <PressAgain
          label={words.take}
          again={words.takeAgain}
          name={person.name}
          disabled={isSaving}
          onSure={() => void revokeRole()}
        />
      </RowLine>
      <ProblemNote problem={problem} onDismiss={dismiss} />
      {link !== null && (
        <CopyText
          label={words.resetFor(person.name)}
          description={words.resetHint(linkValidity(languageCode, 'reset'))}
          value={link}
          rows={3}
          button={words.copyLink}
        />
      )}
    </li>
  )
}

function InvitationRow({ scene, invitation, onChanged }: RowProps & { invitation: Invitation }) {
  const { isSaving, problem, save, dismiss } = useSaving()

  const path = '/api/tournament/scene/:id/invitation/:invitation/'
  const withdraw = () =>
    save(rest.delete(path, { id: scene, invitation: invitation.id }), onChanged)

  return (
    <li>
      <RowLine name={invitation.email} detail={`${words.waiting} · ${words.name[invitation.role]}`}>
        <PressAgain
          label={words.back}
          again={words.backAgain}
          name={invitation.email}
          disabled={isSaving}
          onSure={() => void withdraw()}
        />
      </RowLine>
      <ProblemNote problem={problem} title={words.takeFailed} onDismiss={dismiss} />
    </li>
  )
}

type GiveRoleProps = { scene: number; onGiven: () => Promise<void> }

function GiveRole({ scene, onGiven }: GiveRoleProps) {
  const [invitation, setInvitation] =
    useState<AnswerOf<'PUT /api/tournament/scene/:id/role/'>['invitation']>(null)
  const check = required<typeof empty>({ email: account.missing.email })
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
          label={giveRoleWords.invited(invitation.email)}
          description={(invitation.mailed ? giveRoleWords.mailed : giveRoleWords.handOver)(
            linkValidity(languageCode, 'invitation'),
          )}
          value={new URL(invitation.link, location.origin).href}
          rows={3}
          button={giveRoleWords.copyLink}
        />
      )}
      <EditForm
        form={form}
        onSave={give}
        failed={giveRoleWords.giveFailed}
        button={giveRoleWords.give}
        isQuiet
        isRow
      >
        <EmailField label={giveRoleWords.email} {...form.field('email')} />
        <NativeSelect label={giveRoleWords.role} data={choices} {...form.field('role')} />
      </EditForm>
    </>
  )
}

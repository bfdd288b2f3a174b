import { Button, Group, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { rest } from '../../core/rest.ts'
import { notePlace } from '../../core/outbox/actions.ts'
import { useLiveSession } from '../../core/live/LiveTournament.tsx'
import type { CloseCondition } from '../../core/live/match-change.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { PictureField } from '../../ui/picture/PictureField.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { pickChanged, required } from '../../hooks/form/edited-fields.ts'
import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import { toast } from '../../hooks/toast.ts'
import { useResource } from '../../query/useResource.ts'
import { useSaving } from '../../query/useSaving.ts'
import { useAutoClose } from '../../hooks/useAutoClosingDialog.ts'
import { ending } from '../../core/text/ending.ts'
import { savingText } from '../../core/text/saving.ts'
import { teams as words } from './text.ts'
import type { IdAndName } from './roster.ts'

type Props = {
  tournament: number
  /** null: a new team */
  team: IdAndName | null
  onClose: () => void
}
type Fields = { name: string; image: string | null }
const check = required<Fields>({ name: words.teamNameMissing })

/** Edits a team's name and picture, or deletes it. */
export function TeamDialog({ tournament, team, onClose }: Props) {
  const saving = useSaving()
  const { isSaving, save } = saving
  const { showNote } = useLiveSession()
  const [failed, setFailed] = useState('')
  const server: Fields = { name: team?.name ?? '', image: useImage(team) }
  const form = useEditedForm({ server, saving, check })
  useCloseOnDeletion(team, (reason) => {
    onClose()
    if (!isSaving) showNote(notePlace.teams, reason)
  })

  async function submit(changes: object, { name, image }: Fields): Promise<void> {
    setFailed(words.teamFailed)
    const body = { name: name.trim(), image }
    const saved = team
      ? await save(
          rest.patch('/api/tournament/team/:id/', { id: team.id }, pickChanged(body, changes)),
        )
      : await save(rest.post('/api/tournament/team/', {}, { tournament, ...body }))
    if (!saved.ok) return
    toast(team ? words.saved : words.created)
    onClose()
  }

  async function remove(id: number): Promise<void> {
    setFailed(words.teamDeleteFailed)
    const saved = await save(rest.delete('/api/tournament/team/:id/', { id }))
    if (!saved.ok) return
    toast(words.teamDeleted)
    onClose()
  }

  return (
    <Dialog title={team ? words.editTeam(team.name) : words.addTeam} onClose={onClose}>
      <EditForm
        form={form}
        onSave={submit}
        failed={failed}
        button={savingText.save}
        onCancel={onClose}
      >
        <TextInput label={words.teamName} required data-autofocus {...form.field('name')} />
        <PictureField label={words.image} hasAddress {...form.field('image')} />
      </EditForm>
      {team && (
        <Group gap="sm" mt="md">
          <PressAgain
            label={words.deleteTeam}
            again={words.deleteAgain}
            onSure={() => void remove(team.id)}
          />
          <Button component="a" href={`/tournament-team/${team.id}`} variant="default" size="md">
            {words.page}
          </Button>
          <small>{words.deleteHint}</small>
        </Group>
      )}
    </Dialog>
  )
}

/** Closes the dialog when somebody else deletes the team. */
function useCloseOnDeletion(team: IdAndName | null, onGone: (reason: string) => void): void {
  const closeCondition = useMemo((): CloseCondition | null => {
    if (team === null) return null
    const reason = ending.teamGone(team.name)
    return ({ live }) => (live.rows.team[team.id] ? null : { reason })
  }, [team])
  useAutoClose(closeCondition, ({ reason }) => onGone(reason ?? ''))
}

/** The team's picture, fetched because no frame contains it; null until it is known. */
function useImage(team: IdAndName | null): string | null {
  const path = team && rest.get('/api/tournament/team/:id/', { id: team.id })
  return useResource(path).answer?.image ?? null
}

import { Button, Group, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { rest } from '../../core/rest.ts'
import { notePlace } from '../../core/presses/actions.ts'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import type { CloseCondition } from '../../core/live/match-change.ts'
import { nameKey } from '#events/text/clean-name.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { PictureField } from '../../ui/picture/PictureField.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { pickChanged, required } from '../../hooks/form/edited-fields.ts'
import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import { useResource } from '../../query/useResource.ts'
import { useActions } from '../../query/useActions.ts'
import { useAutoClose } from '../../hooks/useAutoClosingDialog.ts'
import { ending } from '../../core/text/officiate/referee.ts'
import { savingText } from '../../core/text/forms.ts'
import { teams as words } from '../../core/text/organize/teams.ts'
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
  const saving = useActions()
  const { isSaving, failed, act } = saving
  const { showNote } = useLiveSession()
  const server: Fields = { name: team?.name ?? '', image: useImage(team) }
  const form = useEditedForm({ server, saving, check })
  const namesake = useNamesake(form.values.name, team)
  useCloseOnDeletion(team, (reason) => {
    onClose()
    if (!isSaving) showNote(notePlace.teams, reason)
  })

  async function submit(changes: object, { name, image }: Fields): Promise<void> {
    const body = { name: name.trim(), image }
    const write = team
      ? rest.patch('/api/tournament/team/:id/', { id: team.id }, pickChanged(body, changes))
      : rest.post('/api/tournament/team/', {}, { tournament, ...body })
    const done = team ? words.saved : words.created
    await act<unknown>(write, { failed: words.teamFailed, done, onSaved: onClose })
  }
  const remove = (id: number) =>
    act(rest.delete('/api/tournament/team/:id/', { id }), {
      failed: words.teamDeleteFailed,
      done: words.teamDeleted,
      onSaved: onClose,
    })

  return (
    <Dialog title={team ? words.editTeam(team.name) : words.addTeam} onClose={onClose}>
      <EditForm
        form={form}
        onSave={submit}
        failed={failed}
        button={savingText.save}
        onCancel={onClose}
      >
        <TextInput
          label={words.teamName}
          required
          data-autofocus
          {...form.field('name')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={namesake && words.teamNamesake(namesake)}
        />
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

/** The name of another team that looks the same; two of them are easily confused in a hall. */
function useNamesake(name: string, team: IdAndName | null): string | null {
  const key = nameKey(name)
  return useLiveState(({ live }) => {
    const all = Object.values(live.rows.team)
    const other = all.find((one) => one.id !== team?.id && nameKey(one.name) === key)
    return other?.name ?? null
  })
}

/** The team's picture, fetched because no frame contains it; null until it is known. */
function useImage(team: IdAndName | null): string | null {
  const path = team && rest.get('/api/tournament/team/:id/', { id: team.id })
  return useResource(path).answer?.image ?? null
}

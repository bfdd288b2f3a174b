import { Button, Group, TextInput } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { read } from '../../core/rest.ts'
import { placeOf } from '../../core/outbox/actions.ts'
import { useSession } from '../../core/live/LiveTournament.tsx'
import type { Tie } from '../../core/live/match-change.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EditForm } from '../../ui/form/EditForm.tsx'
import forms from '../../ui/Form.module.css'
import { PictureField } from '../../ui/PictureField.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { only, required } from '../../hooks/edited-fields.ts'
import { useEditedForm } from '../../hooks/useEditedForm.ts'
import { toast } from '../../hooks/toast.ts'
import { useSaving } from '../../query/useSaving.ts'
import { useEnding } from '../../hooks/useTiedDialog.ts'
import { ending } from '../../core/text/ending.ts'
import { text } from '../../core/text/text.ts'
import { teams as words } from './text.ts'
import type { Named } from './roster.ts'

type Props = {
  tournament: number
  /** null: a new one */
  team: Named | null
  onClose: () => void
}
const teamUrl = '/api/tournament/team/'
type Fields = { name: string; image: string | null }
const check = required<Fields>({ name: words.teamNameMissing })

/** A team's name and picture, or its end. */
export function TeamDialog({ tournament, team, onClose }: Props) {
  const saving = useSaving()
  const { isSaving, save } = saving
  const { tell } = useSession()
  const [failed, setFailed] = useState('')
  const server: Fields = { name: team?.name ?? '', image: useImage(team) }
  const form = useEditedForm({ server, saving, check })
  useWhileThere(team, (reason) => {
    onClose()
    if (!isSaving) tell(placeOf.teams, reason)
  })

  async function submit(changes: object, { name, image }: Fields): Promise<void> {
    setFailed(words.teamFailed)
    const body = only({ name: name.trim(), image }, changes)
    const saved = team
      ? await save({ method: 'PATCH', path: `${teamUrl}${team.id}/`, body })
      : await save({ method: 'POST', path: teamUrl, body: { tournament, ...body } })
    if (!saved.ok) return
    toast(team ? words.saved : words.created)
    onClose()
  }

  async function remove(id: number): Promise<void> {
    setFailed(words.teamDeleteFailed)
    const saved = await save({ method: 'DELETE', path: `${teamUrl}${id}/` })
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
        button={text.saving.save}
        onCancel={onClose}
      >
        <TextInput label={words.teamName} required data-autofocus {...form.field('name')} />
        <PictureField label={words.image} hasAddress {...form.field('image')} />
      </EditForm>
      {team && (
        <Group gap="sm" mt="md">
          <PressAgain
            size="md"
            className={forms.button}
            label={words.deleteTeam}
            again={words.deleteAgain}
            onSure={() => void remove(team.id)}
          />
          <Button
            component="a"
            href={`/tournament-team/${team.id}`}
            variant="default"
            size="md"
            className={forms.button}
          >
            {words.page}
          </Button>
          <small>{words.deleteHint}</small>
        </Group>
      )}
    </Dialog>
  )
}

/** Nothing can be changed of a team that somebody else has deleted. */
function useWhileThere(team: Named | null, onGone: (reason: string) => void): void {
  const tie = useMemo((): Tie | null => {
    if (team === null) return null
    const reason = ending.teamGone(team.name)
    return ({ live }) => (live.rows.team[team.id] ? null : { reason })
  }, [team])
  useEnding(tie, ({ reason }) => onGone(reason ?? ''))
}

/** Pictures are in no frame. One that cannot be read is left as it is. */
function useImage(team: Named | null): string | null {
  const [image, setImage] = useState<string | null>(null)
  const id = team?.id
  useEffect(() => {
    if (id === undefined) return
    let isOver = false
    void read<{ image: string | null }>(`${teamUrl}${id}/`).then(
      ({ image }) => !isOver && setImage(image),
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [id])
  return image
}

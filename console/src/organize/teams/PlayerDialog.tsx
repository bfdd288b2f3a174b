import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, NativeSelect, TextInput, Textarea } from '@mantine/core'
import { useMemo } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { FieldRow } from '../../ui/form/FieldRow.tsx'
import forms from '../../ui/Form.module.css'
import { PictureField } from '../../ui/picture/PictureField.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import type { EditedForm } from '../../hooks/form/useEditedForm.ts'
import { useList } from '../../query/useList.ts'
import { useActions } from '../../query/useActions.ts'
import { savingText } from '../../core/text/forms.ts'
import { teams as words } from '../../core/text/organize/teams.ts'
import { questionsOf } from '../../spectate/registration/registration-body.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'
import { Questions } from '../../spectate/registration/Questions.tsx'
import { bodyOf, fieldsOf, problemsIn } from './player.ts'
import type { PlayerFields } from './player.ts'
import { byName } from '../../core/by-name.ts'
import { rest } from '../../core/rest.ts'
import { rowChoices } from '../../ui/form/choices.ts'

type Props = {
  tournament: number
  /** null: a new player */
  player: Player | null
  onPlayer: (player: Player) => void
  onGone: (player: number) => void
  onClose: () => void
}

/** Lets organisers edit all data of a player. */
export function PlayerDialog({ tournament, player, onPlayer, onGone, onClose }: Props) {
  const saving = useActions()
  const { act, failed } = saving
  const hasMoney = saving.problem?.code === 'MONEY_NOT_RETURNED'
  const team = useLiveState((shown) => shown.live.rows.member[player?.id ?? 0]?.team ?? null)
  const form = useEditedForm({ server: fieldsOf(player, team), saving, check: problemsIn })
  const questions = useList(questionsOf(tournament))
  const questionRows = questions.rows ?? []

  async function submit(_: unknown, values: PlayerFields, base: PlayerFields): Promise<void> {
    const body = bodyOf(values, base)
    const added = { tournament, ...body, name: values.name.trim() }
    const write = player
      ? rest.patch('/api/tournament/player/:id/', { id: player.id }, body)
      : rest.post('/api/tournament/player/', {}, added)
    await act(write, {
      failed: words.playerFailed,
      done: player ? words.playerSaved : words.playerAdded,
      onSaved: (answer) => (onPlayer(answer), onClose()),
    })
  }
  const remove = (id: number, force: boolean) =>
    act(rest.delete('/api/tournament/player/:id/', { id }, { force }), {
      failed: words.playerDeleteFailed,
      done: words.playerDeleted,
      onSaved: () => (onGone(id), onClose()),
    })

  return (
    <Dialog
      title={player ? words.editPlayer(player.name) : words.newPlayer}
      size="lg"
      onClose={onClose}
    >
      <EditForm
        form={form}
        onSave={submit}
        failed={failed}
        button={savingText.save}
        beside={questionRows.map(({ fieldName }) => fieldName)}
        onCancel={onClose}
      >
        <Fields form={form} />
        {questionRows.length > 0 && <h3>{words.answers}</h3>}
        <Questions
          questions={questionRows.map((question) => ({ ...question, isRequired: false }))}
          answers={form.values.answers}
          errors={form.errors}
          onAnswer={(name, answer) =>
            form.set({ answers: { ...form.values.answers, [name]: answer } })
          }
        />
      </EditForm>
      {player && (
        <PressAgain
          mt="md"
          key={hasMoney ? 'force' : 'delete'}
          label={hasMoney ? words.removeUnpaid : words.deletePlayer}
          again={hasMoney ? words.removeUnpaidAgain : words.removeAgain}
          onSure={() => void remove(player.id, hasMoney)}
        />
      )}
    </Dialog>
  )
}

function Fields({ form }: { form: EditedForm<PlayerFields> }) {
  const teams = useLiveState((shown) => shown.live.rows.team)
  const choices = useMemo(
    () => rowChoices(words.free, Object.values(teams).toSorted(byName)),
    [teams],
  )
  return (
    <>
      <TextInput label={words.name} required data-autofocus {...form.field('name')} />
      <FieldRow>
        <TextInput label={words.pronouns} {...form.field('pronouns')} />
        <TextInput label={words.scene} {...form.field('scene')} />
        <NativeSelect
          label={words.team}
          data={choices}
          {...form.field('team')}
          onChange={({ currentTarget }) => form.set({ team: Number(currentTarget.value) || null })}
        />
      </FieldRow>
      <FieldRow>
        <TextInput type="text" inputMode="email" label={words.email} {...form.field('email')} />
        <TextInput
          label={words.price}
          inputMode="decimal"
          leftSection="$"
          {...form.field('price')}
        />
      </FieldRow>
      <Textarea label={words.tidbit} rows={2} {...form.field('tidbit')} />
      <PictureField label={words.photo} hasAddress {...form.field('image')} />
      <Checkbox className={forms.choice} label={words.hidden} {...form.tick('doNotDisplay')} />
    </>
  )
}

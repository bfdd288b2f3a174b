import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, Modal, NativeSelect, TextInput, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import confirm from '../../ui/Confirm.module.css'
import form from '../../ui/Form.module.css'
import { PictureField } from '../../ui/PictureField.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { toast } from '../../hooks/toast.ts'
import { useList } from '../../query/useList.ts'
import { useSaving } from '../../query/useSaving.ts'
import { text } from '../../core/text/text.ts'
import { teams as words } from './text.ts'
import { listOf, playerUrl, questionUrl } from '../../spectate/registration/registration-body.ts'
import type { Player, Question } from '../../spectate/registration/registration-body.ts'
import { Questions } from '../../spectate/registration/Questions.tsx'
import { bodyOf, draftOf, problemsIn } from './player.ts'
import type { Draft } from './player.ts'
import { byName } from './roster.ts'

type Props = {
  tournament: number
  /** null: a new one */
  player: Player | null
  onPlayer: (player: Player) => void
  onGone: (player: number) => void
  onClose: () => void
}
const shownBeside = ['name', 'pronouns', 'tidbit', 'email', 'price', 'image', 'team'] as const

/** Everything that is kept of a player, to be changed by organisers. */
export function PlayerDialog({ tournament, player, onPlayer, onGone, onClose }: Props) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [failed, setFailed] = useState('')
  const team = useLiveState((shown) => shown.live.rows.member[player?.id ?? 0]?.team ?? null)
  const [before] = useState(() => draftOf(player, team))
  const [draft, setDraft] = useState(before)
  const [isTried, setTried] = useState(false)
  const questions = useList<Question>(listOf(questionUrl, tournament))
  const found = problemsIn(draft)
  const errors: Record<string, string> = { ...problem?.fields, ...(isTried && found) }
  const asked = questions.rows ?? []

  async function submit(): Promise<void> {
    setTried(true)
    if (isSaving || Object.keys(found).length > 0) return
    setFailed(words.playerFailed)
    const body = bodyOf(draft, before)
    const saved = player
      ? await save<Player>({ method: 'PATCH', path: `${playerUrl}${player.id}/`, body })
      : await save<Player>({ method: 'POST', path: playerUrl, body: { tournament, ...body } })
    if (!saved.ok) return
    onPlayer(saved.answer)
    toast(player ? words.playerSaved : words.playerAdded)
    onClose()
  }

  async function remove(id: number): Promise<void> {
    setFailed(words.playerDeleteFailed)
    const saved = await save({ method: 'DELETE', path: `${playerUrl}${id}/` })
    if (!saved.ok) return
    onGone(id)
    toast(words.playerDeleted)
    onClose()
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={player ? words.editPlayer(player.name) : words.newPlayer}
      size="lg"
      centered
      zIndex={400}
      withCloseButton={false}
      classNames={{ title: confirm.title }}
    >
      <form
        noValidate
        className={form.form}
        onSubmit={(event) => (event.preventDefault(), void submit())}
      >
        <Fields draft={draft} errors={errors} onDraft={setDraft} />
        {asked.length > 0 && <h3>{words.answers}</h3>}
        <Questions
          questions={asked.map((question) => ({ ...question, isRequired: false }))}
          answers={draft.answers}
          errors={errors}
          onAnswer={(name, answer) =>
            setDraft((now) => ({ ...now, answers: { ...now.answers, [name]: answer } }))
          }
        />
        <ProblemNote
          problem={problem}
          title={failed}
          beside={[...shownBeside, ...asked.map(({ fieldName }) => fieldName)]}
          onDismiss={dismiss}
        />
        <div className={confirm.choices}>
          <Button variant="default" size="lg" className={confirm.choice} onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" size="lg" className={confirm.choice} loading={isSaving}>
            {text.saving.save}
          </Button>
        </div>
        {player && (
          <div>
            <PressAgain
              size="md"
              className={form.button}
              label={words.deletePlayer}
              again={words.removeAgain}
              onSure={() => void remove(player.id)}
            />
          </div>
        )}
      </form>
    </Modal>
  )
}

type FieldsProps = {
  draft: Draft
  errors: Record<string, string>
  onDraft: (change: (draft: Draft) => Draft) => void
}

function Fields({ draft, errors, onDraft }: FieldsProps) {
  const teams = useLiveState((shown) => shown.live.rows.team)
  const choices = useMemo(
    () => [
      { value: '', label: words.free },
      ...Object.values(teams)
        .toSorted(byName)
        .map(({ id, name }) => ({ value: String(id), label: name })),
    ],
    [teams],
  )
  const set = (part: Partial<Draft>) => onDraft((now) => ({ ...now, ...part }))
  return (
    <>
      <TextInput
        label={words.name}
        required
        data-autofocus
        value={draft.name}
        error={errors['name']}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <div className={form.row}>
        <TextInput
          className={form.grow}
          label={words.pronouns}
          maxLength={50}
          value={draft.pronouns}
          error={errors['pronouns']}
          onChange={({ currentTarget }) => set({ pronouns: currentTarget.value })}
        />
        <NativeSelect
          className={form.grow}
          label={words.team}
          data={choices}
          value={draft.team ?? ''}
          error={errors['team']}
          onChange={({ currentTarget }) => set({ team: Number(currentTarget.value) || null })}
        />
      </div>
      <div className={form.row}>
        <TextInput
          className={form.grow}
          type="text"
          inputMode="email"
          label={words.email}
          maxLength={254}
          value={draft.email}
          error={errors['email']}
          onChange={({ currentTarget }) => set({ email: currentTarget.value })}
        />
        <TextInput
          label={words.price}
          inputMode="decimal"
          leftSection="$"
          maxLength={12}
          value={draft.price}
          error={errors['price']}
          onChange={({ currentTarget }) => set({ price: currentTarget.value })}
        />
      </div>
      <Textarea
        label={words.tidbit}
        rows={2}
        maxLength={1_000}
        value={draft.tidbit}
        error={errors['tidbit']}
        onChange={({ currentTarget }) => set({ tidbit: currentTarget.value })}
      />
      <PictureField
        label={words.photo}
        hasAddress
        value={draft.image}
        error={errors['image']}
        onChange={(image) => set({ image })}
      />
      <Checkbox
        size="md"
        className={form.choice}
        label={words.hidden}
        checked={draft.doNotDisplay}
        onChange={({ currentTarget }) => set({ doNotDisplay: currentTarget.checked })}
      />
    </>
  )
}

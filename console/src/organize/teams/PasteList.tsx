import { Checkbox, Group, NativeSelect, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { rest } from '../../core/rest.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'
import { EditForm } from '../../ui/form/EditForm.tsx'
import forms from '../../ui/Form.module.css'
import { toast } from '../../hooks/toast.ts'
import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import { useSaving } from '../../query/useSaving.ts'
import { paste as words } from './paste-text.ts'
import { linesOf, pastedIn, rosterOf, withColumn } from './pasted.ts'
import type { Chosen, Column, Pasted } from './pasted.ts'
import type { Squad } from './roster.ts'

type Props = {
  tournament: number
  squads: readonly Squad<Player>[]
  onSaved: () => void
}
const empty = { text: '' }

/** All teams and players of an evening in one go, as somebody has them in a list. */
export function PasteList({ tournament, squads, onSaved }: Props) {
  const { save, ...saving } = useSaving()
  /** what is being saved: it would be there already, and left out, if it were read again */
  const [sent, setSent] = useState<Pasted | null>(null)
  const [wrong, setWrong] = useState<{ text: string; lines: Pasted['refused'] } | null>(null)
  /** doubtful lines that were ticked, by their texts: another line may come before them */
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<Chosen>({})
  const isSaving = saving.isSaving || sent !== null
  const form = useEditedForm({ server: empty, saving: { ...saving, isSaving } })
  const { text } = form.values
  const pasted = sent ?? pastedIn(text, squads, { accepted, chosen })
  const { teams, players } = sizeOf(pasted)

  async function submit(): Promise<void> {
    setSent(pasted)
    setWrong(null)
    const id = { id: tournament }
    const body = { teams: rosterOf(pasted) }
    const saved = await save(rest.post('/api/tournament/tournament/:id/roster/', id, body))
    setSent(null)
    if (!saved.ok) return setWrong({ text, lines: linesOf(pasted, saved.problem.answer['teams']) })
    toast(words.saved(teams, players))
    form.reset()
    onSaved()
  }

  return (
    <section className={forms.section}>
      <h2>{words.title}</h2>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" className={forms.halves}>
        <EditForm
          form={form}
          onSave={submit}
          failed={words.failed}
          beside={wrong?.lines.length ? ['teams'] : []}
          button={words.save(teams, players)}
          isDisabled={teams + players === 0}
        >
          <Textarea
            label={words.label}
            description={words.hint}
            rows={8}
            readOnly={isSaving}
            {...form.field('text')}
          />
        </EditForm>
        <Preview
          {...pasted}
          wrong={wrong?.text === text ? wrong.lines : []}
          accepted={accepted}
          isDisabled={isSaving}
          onAccept={(said) => setAccepted((now) => toggled(now, said))}
          onColumn={(column) => setChosen(withColumn(pasted.columns, column))}
        />
      </SimpleGrid>
    </section>
  )
}

function toggled(all: ReadonlySet<string>, one: string): ReadonlySet<string> {
  return new Set(all.has(one) ? [...all].filter((said) => said !== one) : [...all, one])
}

function sizeOf({ teams }: Pasted): { teams: number; players: number } {
  return {
    teams: teams.filter(({ id }) => id === null).length,
    players: teams.flatMap((team) => team.players).length,
  }
}

type PreviewProps = Pasted & {
  wrong: Pasted['refused']
  accepted: ReadonlySet<string>
  isDisabled: boolean
  onAccept: (said: string) => void
  onColumn: (column: { title: string; is: Column | null }) => void
}

/** What the list says, before any of it is saved. */
function Preview({ teams, refused, wrong, doubted, columns, ...choice }: PreviewProps) {
  const kinds = Object.entries(words.kinds).map(([value, label]) => ({ value, label }))
  return (
    <Stack gap="xs" role="region" aria-label={words.preview} aria-live="polite">
      <strong>{words.preview}</strong>
      {teams.length + refused.length + doubted.length === 0 && (
        <p className={forms.empty}>{words.empty}</p>
      )}
      {columns.length > 0 && (
        <Group gap="xs" role="group" aria-label={words.columns}>
          {columns.map(({ title, is }, index) => (
            <NativeSelect
              key={index}
              label={words.column(title)}
              value={is ?? ''}
              data={[{ value: '', label: words.leftOut }, ...kinds]}
              disabled={choice.isDisabled}
              onChange={({ currentTarget: { value } }) =>
                choice.onColumn({ title, is: value === '' ? null : (value as Column) })
              }
            />
          ))}
        </Group>
      )}
      {wrong.map(({ line, why }) => (
        <Text key={`${line} ${why}`} role="alert" c="var(--needs-you)">
          {words.wrong(line, why)}
        </Text>
      ))}
      {refused.map(({ line, why }) => (
        <Text key={line} c="var(--needs-you)">
          {words.line(line, why)}
        </Text>
      ))}
      {doubted.length > 0 && (
        <Stack gap="xs" component="fieldset" bd={0} p={0} m={0}>
          <legend>{words.doubts}</legend>
          {doubted.map(({ line, said, why }) => (
            <Checkbox
              key={line}
              size="md"
              label={words.doubt(line, why)}
              checked={choice.accepted.has(said)}
              disabled={choice.isDisabled}
              onChange={() => choice.onAccept(said)}
            />
          ))}
        </Stack>
      )}
      <ol>
        {teams.map(({ name, id, line, players }) => (
          <li key={line}>
            <strong>{name}</strong>
            {id !== null && ` (${words.joins})`}
            {players.length > 0 && `: ${players.map((player) => player.name).join(', ')}`}
          </li>
        ))}
      </ol>
    </Stack>
  )
}

import { Checkbox, Group, NativeSelect, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { rest } from '../../core/rest.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'
import { EditForm } from '../../ui/form/EditForm.tsx'
import forms from '../../ui/Form.module.css'
import { toast } from '../../hooks/toast.ts'
import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import { useSaving } from '../../query/useSaving.ts'
import { paste as words } from '../../core/text/organize/teams.ts'
import { parseRoster, problemLines, rosterBody, withColumn } from './parse-roster.ts'
import type { Column, ColumnChoices, ParsedRoster } from './parse-roster.ts'
import type { Squad } from './roster.ts'
import { Section } from '../../ui/page/Section.tsx'

type Props = {
  tournament: number
  squads: readonly Squad<Player>[]
  onSaved: () => void
}
const empty = { text: '' }

/** Adds teams and players in bulk from a pasted list. */
export function PasteList({ tournament, squads, onSaved }: Props) {
  const { save, ...saving } = useSaving()
  /** The list being saved. Parsing it again meanwhile would find its teams as existing ones. */
  const [submitted, setSubmitted] = useState<ParsedRoster | null>(null)
  const [serverProblems, setServerProblems] = useState<{
    text: string
    lines: ParsedRoster['refused']
  } | null>(null)
  /** Texts of the doubtful lines that were ticked. Line numbers may change while typing. */
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const [columnChoices, setColumnChoices] = useState<ColumnChoices>({})
  const isSaving = saving.isSaving || submitted !== null
  const form = useEditedForm({ server: empty, saving: { ...saving, isSaving } })
  const { text } = form.values
  const parsed = submitted ?? parseRoster(text, squads, { accepted, columnChoices })
  const { teams, players } = sizeOf(parsed)

  async function submit(): Promise<void> {
    setSubmitted(parsed)
    setServerProblems(null)
    const params = { id: tournament }
    const body = { teams: rosterBody(parsed) }
    const saved = await save(rest.post('/api/tournament/tournament/:id/roster/', params, body))
    setSubmitted(null)
    if (!saved.ok) {
      const lines = problemLines(parsed, saved.problem.answer['teams'])
      return setServerProblems({ text, lines })
    }
    toast(words.saved(teams, players))
    form.reset()
    onSaved()
  }

  return (
    <Section title={words.title}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" className={forms.halves}>
        <EditForm
          form={form}
          onSave={submit}
          failed={words.failed}
          beside={serverProblems?.lines.length ? ['teams'] : []}
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
          {...parsed}
          serverProblems={serverProblems?.text === text ? serverProblems.lines : []}
          accepted={accepted}
          isDisabled={isSaving}
          onAccept={(lineText) => setAccepted((now) => toggled(now, lineText))}
          onColumn={(column) => setColumnChoices(withColumn(parsed.columns, column))}
        />
      </SimpleGrid>
    </Section>
  )
}

function toggled(all: ReadonlySet<string>, text: string): ReadonlySet<string> {
  return new Set(all.has(text) ? [...all].filter((other) => other !== text) : [...all, text])
}

function sizeOf({ teams }: ParsedRoster): { teams: number; players: number } {
  return {
    teams: teams.filter(({ id }) => id === null).length,
    players: teams.flatMap((team) => team.players).length,
  }
}

type PreviewProps = ParsedRoster & {
  serverProblems: ParsedRoster['refused']
  accepted: ReadonlySet<string>
  isDisabled: boolean
  onAccept: (lineText: string) => void
  onColumn: (column: { title: string; is: Column | null }) => void
}

/** Previews the parsed list before it is saved. */
function Preview({ teams, refused, serverProblems, doubted, columns, ...options }: PreviewProps) {
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
              disabled={options.isDisabled}
              onChange={({ currentTarget: { value } }) =>
                options.onColumn({ title, is: value === '' ? null : (value as Column) })
              }
            />
          ))}
        </Group>
      )}
      {serverProblems.map(({ line, why }) => (
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
          {doubted.map(({ line, text, why }) => (
            <Checkbox
              key={line}
              size="md"
              label={words.doubt(line, why)}
              checked={options.accepted.has(text)}
              disabled={options.isDisabled}
              onChange={() => options.onAccept(text)}
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

import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { maxDisplayTurns } from '#events/rules/limits.ts'
import type { DisplayContent } from '../../display/display-target.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import forms from '../../ui/Form.module.css'
import { FormButtons } from '../../ui/form/FormButtons.tsx'
import { RowButton } from '../../ui/row/RowButtons.tsx'
import { keyOf } from './display-contents.ts'
import type { Choice } from './display-contents.ts'
import { displays as words } from '../../core/text/organize/venue.ts'

type Turn = Omit<DisplayContent, 'others'>
type Props = {
  name: string
  role: DisplayContent
  choices: Choice[]
  isSaving: boolean
  onSave: (role: DisplayContent) => void
  onClose: () => void
}
const turnLengths = [10, 15, 30, 60, 120, 300]
const usualSeconds = 30

/** Edits what a display shows in turn, and for how long each. */
export function TurnsDialog({ name, role, choices, isSaving, onSave, onClose }: Props) {
  const { others = [], ...first } = role
  const [turns, setTurns] = useState<Turn[]>([first, ...others])
  const [next] = choices
  const change = (at: number, part: Partial<Turn>) =>
    setTurns(turns.map((turn, index) => (index === at ? { ...turn, ...part } : turn)))

  function save(): void {
    const [own, ...rest] = turns
    if (own) onSave({ ...own, others: rest })
  }

  return (
    <Dialog title={words.turnsOf(name)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Stack>
          <p className={forms.lead}>{words.turnsLead}</p>
          {turns.map((turn, index) => (
            <TurnRow
              key={index}
              number={index + 1}
              turn={turn}
              choices={choices}
              onChange={(part) => change(index, part)}
              onRemove={turns.length > 1 ? () => setTurns(turns.toSpliced(index, 1)) : null}
            />
          ))}
          {next && turns.length < maxDisplayTurns && (
            <Button
              variant="default"
              size="md"
              onClick={() => setTurns([...turns, { ...next.role, seconds: usualSeconds }])}
            >
              {words.addTurn}
            </Button>
          )}
        </Stack>
        <FormButtons button={words.saveTurns} isSaving={isSaving} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

type RowProps = {
  number: number
  turn: Turn
  choices: Choice[]
  onChange: (part: Partial<Turn>) => void
  onRemove: (() => void) | null
}

function TurnRow({ number, turn, choices, onChange, onRemove }: RowProps) {
  const key = keyOf(turn)
  const isKnown = choices.some((choice) => choice.key === key)
  const seconds = turn.seconds ?? usualSeconds
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        className={forms.grow}
        label={words.turn(number)}
        value={key}
        onChange={({ currentTarget: { value } }) => {
          const chosen = choices.find((choice) => choice.key === value)
          if (chosen) onChange(chosen.role)
        }}
      >
        {!isKnown && <option value={key}>{words.elsewhere}</option>}
        {choices
          .filter(({ role }) => role.name !== 'overlay')
          .map((choice) => (
            <option key={choice.key} value={choice.key}>
              {choice.label}
            </option>
          ))}
      </NativeSelect>
      <NativeSelect
        label={words.turnSeconds(number)}
        value={`${seconds}`}
        data={[...new Set([...turnLengths, seconds])]
          .toSorted((a, b) => a - b)
          .map((length) => ({ value: `${length}`, label: words.seconds(length) }))}
        onChange={({ currentTarget }) => onChange({ seconds: Number(currentTarget.value) })}
      />
      {onRemove && (
        <RowButton label={words.removeTurn} name={words.turn(number)} onPress={onRemove} />
      )}
    </Group>
  )
}

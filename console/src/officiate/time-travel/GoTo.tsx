import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { memo, useMemo, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import { byMatchNumber, matchTitle } from '../../core/live/select.ts'
import { parseMoment } from '../../core/history/replay-clock.ts'
import type { Moment } from '../../core/history/replay-clock.ts'
import type { TimelineStep } from '../../core/history/step.ts'
import { asItWas as words } from '../../core/text/officiate/time-travel.ts'

type Props = {
  steps: readonly TimelineStep[]
  zone: string
  moment: Moment
  match: number | null
  onMove: (to: Moment) => void
  onMatch: (match: number | null) => void
}

/** Jumps to a given time or step, and chooses the match to follow. */
export function GoTo({ steps, zone, moment, match, onMove, onMatch }: Props) {
  const [input, setInput] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  function go(event: FormEvent): void {
    event.preventDefault()
    const to = parseMoment(input, { steps, zone, near: moment })
    setInvalid(to === null)
    if (to) onMove(to)
  }
  return (
    <Group align="flex-start" flex="0 1 40rem">
      <form onSubmit={go} noValidate>
        <TextInput
          label={words.go}
          placeholder={words.goHint}
          autoComplete="off"
          value={input}
          error={isInvalid && words.goWrong}
          onChange={({ currentTarget }) => setInput(currentTarget.value)}
          inputContainer={withButton}
        />
      </form>
      <MatchChoice match={match} onMatch={onMatch} />
    </Group>
  )
}

/** Places the button beside the input, independent of the error text below. */
function withButton(field: ReactNode) {
  return (
    <Group gap="xs" wrap="nowrap">
      {field}
      <Button type="submit" variant="default" size="md">
        {words.goPress}
      </Button>
    </Group>
  )
}

const MatchChoice = memo(function MatchChoice({
  match,
  onMatch,
}: Pick<Props, 'match' | 'onMatch'>) {
  const rows = useLiveState((shown) => shown.live.rows)
  const matches = useMemo(
    () =>
      Object.values(rows.match)
        .toSorted(byMatchNumber)
        .map((row) => ({
          value: `${row.id}`,
          label: matchTitle(rows, row),
        })),
    [rows],
  )
  return (
    <NativeSelect
      flex="1 1 14rem"
      label={words.match}
      value={match ?? ''}
      data={[{ value: '', label: words.allMatches }, ...matches]}
      onChange={({ currentTarget }) => onMatch(Number(currentTarget.value) || null)}
    />
  )
})

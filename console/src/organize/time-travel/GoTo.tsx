import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { memo, useMemo, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import { inOrder, spoken } from '../../core/live/select.ts'
import { wished } from '../../core/history/replay-clock.ts'
import type { ReplayPosition } from '../../core/history/replay-clock.ts'
import type { Step } from '../../core/history/step.ts'
import { asItWas as words } from '../../core/text/time-travel.ts'

type Props = {
  steps: readonly Step[]
  zone: string
  moment: ReplayPosition
  match: number | null
  onMove: (to: ReplayPosition) => void
  onMatch: (match: number | null) => void
}

/** To a second or a step that somebody wrote down, and which match is followed. */
export function GoTo({ steps, zone, moment, match, onMove, onMatch }: Props) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  function go(event: FormEvent): void {
    event.preventDefault()
    const to = wished(typed, { steps, zone, near: moment })
    setWrong(to === null)
    if (to) onMove(to)
  }
  return (
    <Group align="flex-start" flex="0 1 40rem">
      <form onSubmit={go} noValidate>
        <TextInput
          label={words.go}
          placeholder={words.goHint}
          autoComplete="off"
          value={typed}
          error={isWrong && words.goWrong}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          inputContainer={withPress}
        />
      </form>
      <Followed match={match} onMatch={onMatch} />
    </Group>
  )
}

/** The button stands beside what is typed, whatever is said below it. */
function withPress(input: ReactNode) {
  return (
    <Group gap="xs" wrap="nowrap">
      {input}
      <Button type="submit" variant="default" size="md">
        {words.goPress}
      </Button>
    </Group>
  )
}

const Followed = memo(function Followed({ match, onMatch }: Pick<Props, 'match' | 'onMatch'>) {
  const rows = useLiveState((shown) => shown.live.rows)
  const matches = useMemo(
    () =>
      Object.values(rows.match)
        .toSorted(inOrder)
        .map((row) => ({
          value: `${row.id}`,
          label: spoken(rows, row),
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

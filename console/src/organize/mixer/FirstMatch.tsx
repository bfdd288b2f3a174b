import {
  Button,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { SegmentButton } from '../../ui/SegmentLink.tsx'
import { clockOf, minutesOf } from '../day-plan/day-format.ts'
import type { DayFields } from '../day-plan/day-format.ts'
import { formats, proposalOf, propose } from './formats.ts'
import type { Proposal } from './formats.ts'
import { mixer as words } from './text.ts'
import { useFirstMatch } from './useFirstMatch.ts'

const usualMinutes = 180
const dayMinutes = 24 * 60
const minuteMs = 60_000

/** A format that ends in time, its matches, and the first of them on each cabinet. */
export function FirstMatch({ tournament }: { tournament: number }) {
  const teams = useLiveState(({ live }) => Object.keys(live.rows.team).length)
  const cabinets = useLiveState(
    ({ live }) => live.rows.tournament[tournament]?.assignedCabinets.length ?? 0,
  )
  const isStarted = useLiveState(({ live }) =>
    Object.values(live.rows.match).some((one) => one.activeCabinet !== null || one.isComplete),
  )
  if (teams < 2) return null
  return (
    <Stack component="section" gap="sm" aria-label={words.first}>
      <Title order={2} size="h3">
        {words.first}
      </Title>
      {isStarted && (
        <Group>
          <Text role="status">{words.started}</Text>
          <SegmentButton to="current-matches" size="lg">
            {words.toMatches}
          </SegmentButton>
        </Group>
      )}
      {!isStarted && cabinets === 0 && (
        <Group>
          <Text>{words.noCabinet}</Text>
          <SegmentButton to="cabinets" size="lg">
            {words.toCabinets}
          </SegmentButton>
        </Group>
      )}
      {!isStarted && cabinets > 0 && (
        <Format tournament={tournament} teams={teams} cabinets={cabinets} />
      )}
    </Stack>
  )
}

type FormatProps = { tournament: number; teams: number; cabinets: number }

function Format({ tournament, teams, cabinets }: FormatProps) {
  const [now] = useState(nowMinutes)
  const [by, setBy] = useState(() => clockOf((now + usualMinutes) * minuteMs).time)
  const [chosen, setChosen] = useState<string | null>(null)
  const startsAt = clockOf(now * minuteMs).time
  const found = useProposal({ teams, cabinets, startsAt, breaks: [] }, { by, chosen })
  const { start, isSaving, problem, dismiss } = useFirstMatch(tournament)
  const time = (ms: number) => clockOf(ms).time
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="time"
          label={words.until}
          value={by}
          onChange={({ currentTarget }) => setBy(currentTarget.value)}
        />
        <NativeSelect
          label={words.format}
          data={formats.map(({ kind, winsPerMatch, matchesPerOpponent }, n) => {
            return { value: `${n}`, label: words.formatOf(kind, winsPerMatch, matchesPerOpponent) }
          })}
          value={found ? `${formats.indexOf(found.format)}` : ''}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      </SimpleGrid>
      <Text role="status">
        {found && words.ends(time(found.end.early), time(found.end.late), cabinets)}{' '}
        {found && !found.isInTime && words.tooLate}
      </Text>
      <Group>
        <Button
          size="lg"
          loading={isSaving}
          disabled={found === null}
          onClick={() => found && void start(found.format)}
        >
          {words.start}
        </Button>
      </Group>
      <ProblemNote problem={problem} title={words.startFailed} onDismiss={dismiss} />
    </>
  )
}

/** Worked out a moment after the last change, so that typing is never waited for. */
function useProposal(fields: DayFields, wish: { by: string; chosen: string | null }) {
  const key = JSON.stringify({ fields, wish })
  const [found, setFound] = useState<{ key: string; proposal: Proposal | null } | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      const asked = JSON.parse(key) as { fields: DayFields; wish: typeof wish }
      setFound({ key, proposal: proposed(asked.fields, asked.wish) })
    }, settledMs)
    return () => clearTimeout(timer)
  }, [key])
  return found?.key === key ? found.proposal : null
}
const settledMs = 150

function proposed(
  fields: DayFields,
  { by, chosen }: { by: string; chosen: string | null },
): Proposal | null {
  const from = minutesOf(fields.startsAt) ?? 0
  const until = minutesOf(by) ?? from + usualMinutes
  const byMs = (until < from ? until + dayMinutes : until) * minuteMs
  const format = chosen === null ? undefined : formats[Number(chosen)]
  return format ? proposalOf(fields, format, byMs) : propose(fields, byMs)
}

function nowMinutes(): number {
  const now = new Date()
  return now.getHours() * 60 + now.getMinutes()
}

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
import { AdminLinkButton } from '../../ui/AdminLink.tsx'
import { clockOf, minutesOf } from '../day-plan/day-format.ts'
import type { DayFields } from '../day-plan/day-format.ts'
import { formats, proposalOf, propose } from './formats.ts'
import type { Proposal } from './formats.ts'
import { mixer as words } from '../../core/text/organize/plan.ts'
import { useFirstMatch } from './useFirstMatch.ts'

const defaultMinutes = 180
const dayMinutes = 24 * 60
const minuteMs = 60_000

/** Proposes a format that ends in time, creates its matches and starts one on each cabinet. */
export function FirstMatch({ tournament }: { tournament: number }) {
  const teams = useLiveState(({ live }) => Object.keys(live.rows.team).length)
  const cabinets = useLiveState(
    ({ live }) => live.rows.tournament[tournament]?.assignedCabinets.length ?? 0,
  )
  const isStarted = useLiveState(({ live }) =>
    Object.values(live.rows.match).some(
      (match) => match.activeCabinet !== null || match.isComplete,
    ),
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
          <AdminLinkButton to="current-matches" size="lg">
            {words.toMatches}
          </AdminLinkButton>
        </Group>
      )}
      {!isStarted && cabinets === 0 && (
        <Group>
          <Text>{words.noCabinet}</Text>
          <AdminLinkButton to="cabinets" size="lg">
            {words.toCabinets}
          </AdminLinkButton>
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
  const [endTime, setEndTime] = useState(() => clockOf((now + defaultMinutes) * minuteMs).time)
  const [chosen, setChosen] = useState<string | null>(null)
  const startsAt = clockOf(now * minuteMs).time
  const proposal = useProposal({ teams, cabinets, startsAt, breaks: [] }, { endTime, chosen })
  const { start, isSaving, problem, dismiss } = useFirstMatch(tournament)
  const time = (ms: number) => clockOf(ms).time
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="time"
          label={words.until}
          value={endTime}
          onChange={({ currentTarget }) => setEndTime(currentTarget.value)}
        />
        <NativeSelect
          label={words.format}
          data={formats.map(({ kind, winsPerMatch, matchesPerOpponent }, n) => {
            return { value: `${n}`, label: words.formatOf(kind, winsPerMatch, matchesPerOpponent) }
          })}
          value={proposal ? `${formats.indexOf(proposal.format)}` : ''}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      </SimpleGrid>
      <Text role="status">
        {proposal && words.ends(time(proposal.end.early), time(proposal.end.late), cabinets)}{' '}
        {proposal && !proposal.isInTime && words.tooLate}
      </Text>
      <Group>
        <Button
          size="lg"
          loading={isSaving}
          disabled={proposal === null}
          onClick={() => proposal && void start(proposal.format)}
        >
          {words.start}
        </Button>
      </Group>
      <ProblemNote problem={problem} title={words.startFailed} onDismiss={dismiss} />
    </>
  )
}

/** Computed after a debounce delay so that typing is not blocked. */
function useProposal(fields: DayFields, choice: { endTime: string; chosen: string | null }) {
  const key = JSON.stringify({ fields, choice })
  const [computed, setComputed] = useState<{ key: string; proposal: Proposal | null } | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      const input = JSON.parse(key) as { fields: DayFields; choice: typeof choice }
      setComputed({ key, proposal: computeProposal(input.fields, input.choice) })
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [key])
  return computed?.key === key ? computed.proposal : null
}
const debounceMs = 150

function computeProposal(
  fields: DayFields,
  { endTime, chosen }: { endTime: string; chosen: string | null },
): Proposal | null {
  const from = minutesOf(fields.startsAt) ?? 0
  const until = minutesOf(endTime) ?? from + defaultMinutes
  const byMs = (until < from ? until + dayMinutes : until) * minuteMs
  const format = chosen === null ? undefined : formats[Number(chosen)]
  return format ? proposalOf(fields, format, byMs) : propose(fields, byMs)
}

function nowMinutes(): number {
  const now = new Date()
  return now.getHours() * 60 + now.getMinutes()
}

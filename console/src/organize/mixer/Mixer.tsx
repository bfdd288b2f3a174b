import '@mantine/core/styles/Input.layer.css'
import {
  Stack,
  Button,
  Group,
  NativeSelect,
  SimpleGrid,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useLiveState } from '../../core/live/context.ts'
import { rest } from '../../core/rest.ts'
import type { Write } from '../../core/rest.ts'
import { Waiting } from '../../ui/Layout.tsx'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { useResource } from '../../query/useResource.ts'
import { Door } from './Door.tsx'
import { MixerTeams } from './MixerTeams.tsx'
import { mixer as words } from '../../core/text/organize/plan.ts'
import { useEffect, useState } from 'react'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { AdminLinkButton } from '../../ui/AdminLink.tsx'
import { clockOf, minutesOf } from '../day-plan/day-format.ts'
import type { DayFields } from '../day-plan/day-format.ts'
import { formats, proposalOf, propose } from './formats.ts'
import type { Proposal, MixerFormat } from './formats.ts'
import { useLiveSession } from '../../core/live/LiveTournament.tsx'
import { useSaving } from '../../query/useSaving.ts'

const tournamentPath = '/api/tournament/tournament/:id'
class SaveFailed extends Error {}

const defaultMinutes = 180
const dayMinutes = 24 * 60
const minuteMs = 60_000
const debounceMs = 150

const everyMs = 3_000

/** The steps of a mixer on one screen: sign-up, teams, first match. */
export default function Mixer() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { id } = tournament
  const path = rest.get('/api/tournament/tournament/:id/door/', { id })
  const { answer, reload, change } = useResource(path, { every: everyMs })
  const isLoaded = useLiveState((shown) => shown.live.version > 0)
  const isDrawn = useLiveState(({ live }) => Object.keys(live.rows.team).length > 0)
  if (!answer || !isLoaded) return <Waiting />
  const { code, people } = answer
  const door = (
    <Door
      tournament={id}
      code={code}
      people={people}
      isDrawn={isDrawn}
      onRemoved={() => void reload()}
      onCode={(next) => change((before) => ({ ...before, code: next }))}
    />
  )
  return (
    <Stack gap="lg">
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      {!isDrawn && door}
      <MixerTeams tournament={id} people={people} isDrawn={isDrawn} reload={reload} />
      <FirstMatch tournament={id} />
      {isDrawn && door}
    </Stack>
  )
}

/** Proposes a format that ends in time, creates its matches and starts one on each cabinet. */
function FirstMatch({ tournament }: { tournament: number }) {
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

/** Starts a match on each cabinet. After a failure, starting again resumes at the failed step. */
function useFirstMatch(id: number) {
  const { store } = useLiveSession()
  const { save, isSaving, problem, dismiss } = useSaving()

  async function saveOrStop<A>(write: Write<A>): Promise<A> {
    const saved = await save(write)
    if (!saved.ok) throw new SaveFailed()
    return saved.answer
  }

  async function ensureStage({ kind: stageType, ...games }: MixerFormat): Promise<number> {
    const { bracket, team } = store.getState().live.rows
    const [existing] = Object.values(bracket)
    if (existing?.isCreated) return existing.id
    const body = { tournament: id, name: words.title, stageType, ...games }
    const stage = existing ?? (await saveOrStop(rest.post('/api/tournament/bracket/', {}, body)))
    const params = { id: stage.id }
    const teams = Object.values(team).map(({ id }) => id)
    await saveOrStop(rest.put('/api/tournament/bracket/:id/set-teams/', params, { teams }))
    await saveOrStop(rest.put('/api/tournament/bracket/:id/create-matches/', params, {}))
    return stage.id
  }

  /** One queue for all cabinets: the next match goes to the first free cabinet. */
  async function ensureQueue(stage: number, cabinets: number[]): Promise<void> {
    const queues = Object.values(store.getState().live.rows.queue)
    const existing = queues.find((queue) =>
      cabinets.every((cabinet) => queue.cabinets.includes(cabinet)),
    )
    const create = () =>
      saveOrStop(
        rest.put(`${tournamentPath}/create-queue/`, { id }, { name: words.title, cabinets }),
      )
    const queue = existing ?? (await create())
    if (existing && existing.matches.length > 0) return
    const path = '/api/tournament/queue/:id/assign-all/'
    await saveOrStop(rest.put(path, { id: queue.id }, { brackets: [stage] }))
  }

  async function run(format: MixerFormat): Promise<void> {
    const stage = await ensureStage(format)
    const { live, cabinets } = store.getState()
    const assigned = live.rows.tournament[id]?.assignedCabinets ?? []
    await ensureQueue(stage, assigned)
    const online = assigned.filter((cabinet) => cabinets[cabinet]?.clientStatus === 'online')
    const [first = 0, ...others] = online.length > 0 ? online : assigned
    await saveOrStop(rest.put(`${tournamentPath}/select-next/`, { id }, { cabinet: first }))
    // A cabinet for which no match is ready yet is not a failure.
    for (const cabinet of others) {
      await save(rest.put(`${tournamentPath}/select-next/`, { id }, { cabinet }))
    }
    dismiss()
  }

  return {
    isSaving,
    problem,
    dismiss,
    start: (format: MixerFormat) =>
      run(format).catch((error: unknown) => {
        if (!(error instanceof SaveFailed)) throw error
      }),
  }
}

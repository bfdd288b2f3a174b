import '@mantine/core/styles/Card.layer.css'
import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { rest } from '../../core/rest.ts'
import type { Answer } from '../../core/rest.ts'
import { clockIn } from '../../core/time/zone.ts'
import { onSite as text } from '../../core/text/officiate/on-site.ts'
import { useZone } from '../../hooks/useZone.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { useSaving } from '../../query/useSaving.ts'
import { hasNewVersion, useVersioned } from '../../query/useVersioned.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'

type Call = Answer<'/api/tournament/tournament/:id/official-call/'>[number]

/** The calls for an official, and who has taken each. */
export default function OfficialCallList({ onClose }: { onClose: () => void }) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const path = rest.get('/api/tournament/tournament/:id/official-call/', { id: tournament.id })
  const { answer } = useVersioned(path, hasNewVersion)
  return (
    <Dialog title={text.list} hasCross onClose={onClose}>
      <Stack gap="xs">
        {answer?.length === 0 && <Empty>{text.nobody}</Empty>}
        {answer?.map((call) => (
          <CallCard key={call.num} call={call} tournament={tournament.id} />
        ))}
      </Stack>
    </Dialog>
  )
}

function CallCard({ call, tournament }: { call: Call; tournament: number }) {
  const { num, at, takenAt, takenBy } = call
  const { time } = clockIn(useZone())
  const from = useFrom(call)
  const { isSaving, problem, save, dismiss } = useSaving()
  const isTaken = takenAt !== null
  const path = isTaken
    ? '/api/tournament/tournament/:id/end-call/'
    : '/api/tournament/tournament/:id/take-call/'
  return (
    <Card withBorder>
      <Group justify="space-between">
        <Stack gap={0}>
          <Text fw={600}>{from}</Text>
          <Text size="sm">{isTaken ? text.taken(takenBy) : text.since(time(at))}</Text>
        </Stack>
        <Button
          size="md"
          variant={isTaken ? 'default' : 'filled'}
          loading={isSaving}
          aria-label={isTaken ? text.endOf(from) : text.takeOf(from)}
          onClick={() => void save(rest.put(path, { id: tournament }, { num }))}
        >
          {isTaken ? text.end : text.take}
        </Button>
      </Group>
      <ProblemNote problem={problem} title={text.failed} onDismiss={dismiss} />
    </Card>
  )
}

function useFrom({ cabinet, team }: Call): string {
  const name = useTournamentCabinets().find(({ id }) => id === cabinet)?.displayName
  const teamName = useLiveState(({ live }) => live.rows.team[team ?? 0]?.name)
  return text.from([name, teamName])
}

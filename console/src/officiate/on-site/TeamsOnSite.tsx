import { Stack } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useShallow } from 'zustand/react/shallow'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { activeOn, comingOn } from '../../core/live/select.ts'
import { rest } from '../../core/rest.ts'
import { onSite as text } from '../../core/text/on-site.ts'
import { useLatest } from '../../query/useVersioned.ts'
import { TeamOnSite } from './TeamOnSite.tsx'

const noWarnings: never[] = []

/** The teams of the match on a cabinet, or of its next match. Placed below everything else. */
export default function TeamsOnSite({ cabinet }: { cabinet: number }) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const path = '/api/tournament/tournament/:id/warning/'
  const answer = useLatest(rest.get(path, { id: tournament.id }))
  // The same empty array each time, so that an empty answer does not re-render the teams.
  const warnings = answer?.length ? answer : noWarnings
  const teams = useLiveState(
    useShallow(({ live: { rows } }) => {
      const match = activeOn(rows, cabinet) ?? comingOn(rows, cabinet)[0]
      return match ? [match.blueTeam, match.goldTeam].filter((team) => team !== null) : []
    }),
  )
  if (teams.length === 0) return null
  return (
    <Stack component="section" gap="md" aria-label={text.title}>
      {teams.map((team) => (
        <TeamOnSite key={team} team={team} warnings={warnings} />
      ))}
    </Stack>
  )
}

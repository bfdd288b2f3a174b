import { Stack } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useShallow } from 'zustand/react/shallow'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { activeMatchOn, comingOn } from '../../core/live/select.ts'
import { onSite as text } from '../../core/text/officiate/on-site.ts'
import { TeamOnSite } from './TeamOnSite.tsx'
import { useWarnings } from './useWarnings.ts'

/** The teams of the match on a cabinet, or of its next match. Their space is reserved. */
export default function TeamsOnSite({ cabinet }: { cabinet: number }) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const warnings = useWarnings(tournament.id)
  const teams = useLiveState(
    useShallow(({ live: { rows } }) => {
      const match = activeMatchOn(rows, cabinet) ?? comingOn(rows, cabinet)[0]
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

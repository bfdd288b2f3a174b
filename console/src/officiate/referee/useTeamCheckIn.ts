import { useLoaderData } from '@tanstack/react-router'
import { useLiveState } from '../../core/live/context.ts'
import { useList } from '../../query/useList.ts'
import { rest, rowsPerPage } from '../../core/rest.ts'

export type TeamCheckIn = { state: 'absent' | 'present' | 'short'; here: number; of: number }

const againMs = 20_000
/** As many as play at a cabinet; a team may have more. */
const fullTeam = 5

/** Whether a team is there, as was reported last, else by its players' check-in; null: nobody knows. */
export function useTeamCheckIn(): (team: number | null) => TeamCheckIn | null {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const of = { tournamentId: tournament.id, rowsPerPage }
  const { rows } = useList(rest.get('/api/tournament/player/', of), { every: againMs })
  const members = useLiveState((shown) => shown.live.rows.member)
  const attendance = useLiveState((shown) => shown.live.rows.attendance)
  const here = new Set((rows ?? []).filter((one) => one.checkInTime).map(({ id }) => id))
  return (team) => {
    if (team === null) return null
    const reported = attendance[team]
    if (reported) return checkInOf(Math.max(0, fullTeam - reported.missing), fullTeam)
    if (rows === null) return null
    const own = Object.values(members).filter((member) => member.team === team)
    return checkInOf(own.filter(({ player }) => here.has(player)).length, own.length)
  }
}

export function checkInOf(here: number, of: number): TeamCheckIn | null {
  if (of === 0) return null
  const isFull = here >= Math.min(of, fullTeam)
  return { state: here === 0 ? 'absent' : isFull ? 'present' : 'short', here, of }
}

import { useLoaderData } from '@tanstack/react-router'
import { useLiveState } from '../../core/live/context.ts'
import { useList } from '../../query/useList.ts'
import { rest, rowsPerPage } from '../../core/rest.ts'

export type TeamCheckIn = { state: 'absent' | 'present' | 'short'; here: number; of: number }

const pollMs = 20_000
/** Players of a team at a cabinet; a team may have more members. */
const fullTeamSize = 5

/** Whether a team is present: by the last report, else by its players' check-in; null: unknown. */
export function useTeamCheckIn(): (team: number | null) => TeamCheckIn | null {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const query = { tournamentId: tournament.id, rowsPerPage }
  const { rows } = useList(rest.get('/api/tournament/player/', query), { every: pollMs })
  const members = useLiveState((state) => state.live.rows.member)
  const attendance = useLiveState((state) => state.live.rows.attendance)
  const checkedIn = new Set((rows ?? []).filter((player) => player.checkInTime).map(({ id }) => id))
  return (team) => {
    if (team === null) return null
    const reported = attendance[team]
    if (reported) return checkInOf(Math.max(0, fullTeamSize - reported.missing), fullTeamSize)
    if (rows === null) return null
    const own = Object.values(members).filter((member) => member.team === team)
    return checkInOf(own.filter(({ player }) => checkedIn.has(player)).length, own.length)
  }
}

export function checkInOf(here: number, of: number): TeamCheckIn | null {
  if (of === 0) return null
  const isFull = here >= Math.min(of, fullTeamSize)
  return { state: here === 0 ? 'absent' : isFull ? 'present' : 'short', here, of }
}

import type { MatchRow } from '#events/schema/rows.ts'
import type { CabinetBody } from '../../core/rest.ts'
import type { Tables } from '../../core/live/rows.ts'
import { teamName } from '../../core/live/select.ts'
import { busyTeam } from '../../core/live/select-for-officials.ts'
import { referee } from '../../core/text/officiate/referee.ts'

export type CabinetContext = { cabinet: number; assigned: CabinetBody[] }

/** `Bees are on Cabinet 2`, for a match that waits for a team; null: no team is busy. */
export function busyTeamText(rows: Tables, match: MatchRow, { cabinet, assigned }: CabinetContext) {
  const busy = busyTeam(rows, match, cabinet)
  if (!busy) return null
  const where = assigned.find(({ id }) => id === busy.cabinet)?.displayName ?? `${busy.cabinet}`
  return referee.teamBusy(teamName(rows, busy.team), where)
}

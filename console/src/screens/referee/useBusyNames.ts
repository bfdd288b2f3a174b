import type { CabinetPaper } from '../../api.ts'
import { useShown } from '../../live/LiveTournament.tsx'
import type { MatchRow } from '../../../../events/view/rows.ts'
import type { Tables } from '../../live/rows.ts'
import { busyTeam, teamName } from '../../live/select.ts'
import { text } from '../../text.ts'
import { useAssigned } from '../useAssigned.ts'

/** `Bees are on Cabinet 2`, for a match that waits for them; null where no team is busy. */
export function useBusyName(cabinet: number, match: MatchRow): string | null {
  const assigned = useAssigned()
  return useShown(({ live }) => busyName(live.rows, match, { cabinet, assigned }))
}

/** The same for any match that is asked about. */
export function useBusyNames(cabinet: number): (match: MatchRow) => string | null {
  const rows = useShown((shown) => shown.live.rows)
  const assigned = useAssigned()
  return (match) => busyName(rows, match, { cabinet, assigned })
}

type Where = { cabinet: number; assigned: CabinetPaper[] }

function busyName(rows: Tables, match: MatchRow, { cabinet, assigned }: Where): string | null {
  const busy = busyTeam(rows, match, cabinet)
  if (!busy) return null
  const where = assigned.find(({ id }) => id === busy.cabinet)?.displayName ?? `${busy.cabinet}`
  return text.referee.teamBusy(teamName(rows, busy.team), where)
}

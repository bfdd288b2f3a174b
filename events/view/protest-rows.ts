import type { Match } from '../state/match.ts'
import { protestToShow } from '../state/protest.ts'
import type { Protest } from '../state/protest.ts'
import type { Tournament } from '../state/tournament.ts'
import type { MatchRow, ProtestRow } from '../schema/rows.ts'
import type { TournamentId } from '../ids.ts'

export function protestRow(tournament: TournamentId, protest: Protest): ProtestRow {
  const { id, match, reason, isLate, at: lodgedAt, ended } = protest
  const ruled = ended?.how === 'ruled' ? ended : null
  return {
    id,
    tournament,
    match,
    reason,
    state: ended?.how ?? 'open',
    isLate,
    lodgedAt,
    ruling: ruled?.ruling.kind ?? null,
    endedAt: ended?.at ?? null,
    sentence: ruled?.sentence ?? null,
  }
}

/** The protest in the row of a match. */
export function protestOf(t: Tournament, match: Match): MatchRow['protest'] {
  const protest = protestToShow(t.protests, match.id)
  if (!protest) return null
  const { id, ended } = protest
  if (ended?.how !== 'ruled') return { id, state: 'open', ruling: null }
  return { id, state: 'ruled', ruling: ended.ruling.kind }
}

import type { Match } from '../state/match.ts'
import { shownProtest } from '../state/protest.ts'
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

/** What the label of a match says of it. */
export function protestOf(t: Tournament, match: Match): MatchRow['protest'] {
  const shown = shownProtest(t.protests, match.id)
  if (!shown) return null
  const { id, ended } = shown
  if (ended?.how !== 'ruled') return { id, state: 'open', ruling: null }
  return { id, state: 'ruled', ruling: ended.ruling.kind }
}

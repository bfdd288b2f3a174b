import type { LiveState } from '../../core/live/store.ts'
import { isReconnected, useVersioned } from '../../query/useVersioned.ts'
import { rest } from '../../core/rest.ts'
import type { Row } from '../../core/rest.ts'

/** A finished game, and whether it can be attached to the match of the request (R-GE-7). */
export type RecentGame = Row<'/api/game/game/recent/'>
type GamesQuery = { tournament: number; match: number | null; count: number }

/** The latest games of a cabinet, read again when a game starts or ends, or is counted anywhere. */
export function useRecentGames(cabinet: number, { tournament, match, count }: GamesQuery) {
  const scope = match === null ? { tournamentId: tournament } : { matchId: match }
  const path = rest.get('/api/game/game/recent/', {
    cabinetId: cabinet,
    ...scope,
    rowsPerPage: count,
  })
  const { answer, error, reload } = useVersioned(path, needsReload)
  return { games: answer?.results ?? null, hasFailed: error !== null, reload }
}

function needsReload(now: LiveState, before: LiveState): boolean {
  const [rows, previous] = [now.live.rows, before.live.rows]
  const isCounted = rows.played !== previous.played || rows.match !== previous.match
  return isCounted || isReconnected(now, before) || runningGames(now) !== runningGames(before)
}

/** The running games as one string, for comparison. */
function runningGames({ cabinets }: LiveState): string {
  return Object.values(cabinets)
    .map(({ id, game }) => `${id} ${game?.gameID ?? ''}`)
    .join()
}

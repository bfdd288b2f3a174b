import type { LiveState } from '../../core/live/store.ts'
import { isBack, useVersioned } from '../../query/useVersioned.ts'
import { rest } from '../../core/rest.ts'
import type { Row } from '../../core/rest.ts'

/** A game that is over, and whether it can be clicked for the match it was asked for (R-GE-7). */
export type RecentGame = Row<'/api/game/game/recent/'>
type GamesQuery = { tournament: number; match: number | null; count: number }

/** The latest games of a cabinet, read again whenever a game ends there or is counted anywhere. */
export function useRecentGames(cabinet: number, { tournament, match, count }: GamesQuery) {
  const of = match === null ? { tournamentId: tournament } : { matchId: match }
  const path = rest.get('/api/game/game/recent/', { cabinetId: cabinet, ...of, rowsPerPage: count })
  const { answer, error, reload } = useVersioned(path, isPlayedOn)
  return { games: answer?.results ?? null, hasFailed: error !== null, reload }
}

function isPlayedOn(now: LiveState, before: LiveState): boolean {
  const [rows, were] = [now.live.rows, before.live.rows]
  const isCounted = rows.played !== were.played || rows.match !== were.match
  return isCounted || isBack(now, before) || running(now) !== running(before)
}

/** The games that run, in one text. */
function running({ cabinets }: LiveState): string {
  return Object.values(cabinets)
    .map(({ id, game }) => `${id} ${game?.gameID ?? ''}`)
    .join()
}

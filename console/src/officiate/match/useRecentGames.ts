import { useCallback } from 'react'
import type { LiveState } from '../../core/live/store.ts'
import { isReconnected, useVersioned } from '../../query/useVersioned.ts'
import { rest } from '../../core/rest.ts'
import type { Row } from '../../core/rest.ts'

/** A finished game, and whether it can be attached to the match of the request (R-GE-7). */
export type RecentGame = Row<'/api/game/game/recent/'>
type GamesQuery = { tournament: number; match: number | null; count: number }

/**
 * The latest games of a cabinet, read again when a game starts or ends there, when one is counted
 * anywhere, and when the match is complete or no longer so. A point alone changes nothing here.
 */
export function useRecentGames(cabinet: number, { tournament, match, count }: GamesQuery) {
  const scope = match === null ? { tournamentId: tournament } : { matchId: match }
  const path = rest.get('/api/game/game/recent/', {
    cabinetId: cabinet,
    ...scope,
    rowsPerPage: count,
  })
  const needsReload = useCallback(
    (now: LiveState, before: LiveState) =>
      now.live.rows.played !== before.live.rows.played ||
      isComplete(now, match) !== isComplete(before, match) ||
      runningGame(now, cabinet) !== runningGame(before, cabinet) ||
      isReconnected(now, before),
    [cabinet, match],
  )
  const { answer, error, reload } = useVersioned(path, needsReload)
  return { games: answer?.results ?? null, hasFailed: error !== null, reload }
}

function isComplete({ live }: LiveState, match: number | null): boolean | undefined {
  return match === null ? undefined : live.rows.match[match]?.isComplete
}

function runningGame({ cabinets }: LiveState, cabinet: number): string | undefined {
  return cabinets[cabinet]?.game?.gameID
}

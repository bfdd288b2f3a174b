import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import { addEvent, emptyGame, hasEnded, live, result, stats } from '#events/game/index.ts'
import type { Game, GameFold } from '#events/game/index.ts'
import type { LiveGame } from '#events/view/frames.ts'
import { dropOldest } from '#events/drop-oldest.ts'
import type { Store } from '../store/index.ts'
import type { CabinetState } from './cabinet-states.ts'
import type { CabinetId } from '#events/ids.ts'

/** A game and its id: the position of its gamestart in the log (0: none yet). */
export type Playing = { fold: GameFold; id: number; cabinet: CabinetId }
export type GameMessage = {
  type: 'gamestart' | 'gameend'
  cabinet: CabinetId
  gameId: number
  /** the client's gameID */
  game: string
  winningTeam: string | null
  winCondition: string | null
  /** at the end of a game, because live cabinets only have games that are running */
  final?: LiveGame
}
export type Games = ReturnType<typeof openGames>

const maxGames = 400

/** A cache of the latest games. Others are folded again from their stored events. */
export function openGames(store: Store, schema: string) {
  const games = new Map<string, Playing>()
  return {
    async get(cabinet: CabinetId, gameID: string): Promise<Playing> {
      const key = `${cabinet}/${gameID}`
      const found = games.get(key) ?? (await readGame(store, schema, { cabinet, gameID }))
      games.delete(key)
      games.set(key, found)
      return found
    },
    /** Only between batches: during a batch its new events are not in the database yet. */
    dropOld: () => dropOldest(games, maxGames),
  }
}

async function readGame(
  store: Store,
  schema: string,
  { cabinet, gameID }: { cabinet: CabinetId; gameID: string },
): Promise<Playing> {
  const text = `select event_id as "eventID", game_id as "gameID", time, type, values, seq
    from ${schema}.cabinet_event where game_id = $1 and cabinet = $2 order by time, event_id`
  const { rows } = await store.pool.query<CabinetEvent & { seq: number }>(text, [gameID, cabinet])
  const starts = rows.filter(isGameStart).map((row) => row.seq)
  const fold = rows.reduce((game, { seq: _, ...event }) => addEvent(game, event), emptyGame(gameID))
  return { fold, id: starts.length > 0 ? Math.min(...starts) : 0, cabinet }
}

/** True for the event that begins a game. */
export function isGameStart(event: CabinetEvent): boolean {
  return result(addEvent(emptyGame(''), event)).status !== 'waiting'
}

/**
 * The result at the time of its cabinet's newest event. A cabinet plays one game at a time, so a
 * game without a winner is over when the next one begins.
 */
export function resultAt({ fold }: Playing, { newest, game }: CabinetState): Game {
  const isCurrent = game === fold.gameID
  const row = result(fold, isCurrent ? Date.parse(newest) : Number.POSITIVE_INFINITY)
  return row.status === 'running' && !isCurrent ? { ...row, status: 'no_result' } : row
}

export function gameRow(playing: Playing, state: CabinetState) {
  const { fold, id, cabinet } = playing
  const { gameID: gameId, queenDeaths: _, berries: __, ...game } = resultAt(playing, state)
  return { id, gameId, cabinet, ...game, stats: stats(fold) }
}

/** `at`: the time of the game's last event, by the log's clock */
export function messageOf(game: Playing, before: Game['status'], at: string): GameMessage | null {
  const { status, winningTeam, winCondition } = result(game.fold)
  if (status === before) return null
  const { cabinet, id: gameId, fold } = game
  const row = { cabinet, gameId, game: fold.gameID, winningTeam, winCondition }
  if (status === 'running') return { type: 'gamestart', ...row }
  if (!hasEnded(fold)) return null
  return { type: 'gameend', ...row, final: { ...live(fold), gameID: fold.gameID, asOf: at } }
}

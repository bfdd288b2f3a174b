import { addEvent, emptyGame, ended, live, result, stats } from '../../events/game.ts'
import type { GameFold } from '../../events/game.ts'
import type { CabinetEvent } from '../../events/cabinet.ts'
import type { LiveCabinet } from '../../events/frame.ts'
import type { StoredFacts } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { put } from './writes.ts'
import type { Writes } from './writes.ts'

/** A game and the position of its gamestart in the log, which is its id (0: none yet). */
type Playing = { fold: GameFold; id: number; cabinet: number }
export type GameNews = {
  type: 'gamestart' | 'gameend'
  cabinet: number
  gameId: number
  winningTeam: string | null
  winCondition: string | null
}
export type ProjectedFacts = { writes: Writes; live: LiveCabinet[]; news: GameNews[] }

const mostGames = 400

/** Cabinet facts to rows: games by their events, cabinets by what happened last at them. */
export function openCabinets(store: Store, schema: string) {
  const games = new Map<string, Playing>()
  const cabinets = new Map<number, LiveCabinet>()
  /** the game last begun at each cabinet */
  const current = new Map<number, string>()

  async function playing(cabinet: number, gameID: string): Promise<Playing> {
    const key = `${cabinet}/${gameID}`
    const found = games.get(key)
    if (found) {
      games.delete(key)
      games.set(key, found)
      return found
    }
    const read = await readGame(store, schema, { cabinet, gameID })
    games.set(key, read)
    return read
  }

  async function cabinetOf(id: number): Promise<LiveCabinet> {
    const found = cabinets.get(id)
    if (found) return found
    const text = `select live from ${schema}.cabinet where id = $1`
    const { rows } = await store.pool.query<{ live: LiveCabinet }>(text, [id])
    const cabinet = rows[0]?.live ?? { id, clientStatus: 'offline', since: null, game: null }
    if (cabinet.game) current.set(id, cabinet.game.gameID)
    cabinets.set(id, cabinet)
    return cabinet
  }

  /** The cabinet as of the log's clock; the game's own time runs by its own events. */
  async function liveOf(id: number, at: string): Promise<LiveCabinet> {
    const cabinet = await cabinetOf(id)
    const gameID = current.get(id)
    if (gameID === undefined) return { ...cabinet, game: null }
    const { fold } = await playing(id, gameID)
    if (result(fold).status !== 'running') {
      current.delete(id)
      return { ...cabinet, game: null }
    }
    return { ...cabinet, game: { ...live(fold), gameID, asOf: at } }
  }

  async function take(
    cabinet: number,
    event: CabinetEvent,
    seq: number,
  ): Promise<{ game: Playing; before: string; isNew: boolean } | null> {
    const seen = await cabinetOf(cabinet)
    if (event.type === 'clientOnline' || event.type === 'clientOffline') {
      const clientStatus = event.type === 'clientOnline' ? 'online' : 'offline'
      cabinets.set(cabinet, { ...seen, clientStatus, since: event.time })
    }
    if (event.gameID === null) return null
    const game = await playing(cabinet, event.gameID)
    const before = result(game.fold).status
    const fold = addEvent(game.fold, event)
    const isNew = fold !== game.fold
    game.fold = fold
    if (isNew && event.type === 'gamestart' && game.id === 0) {
      game.id = seq
      current.set(cabinet, event.gameID)
    }
    return { game, before, isNew }
  }

  async function project(batch: StoredFacts[]): Promise<ProjectedFacts> {
    const writes: Writes = new Map()
    const touched = new Map<number, string>()
    const changed = new Set<Playing>()
    const news: GameNews[] = []
    for (const { facts, seq, at } of batch) {
      const { cabinet } = facts
      touched.set(cabinet, at)
      for (const event of facts.events) {
        const { eventID: eventId, gameID: gameId, time, type, values } = event
        put(writes, 'cabinet_event', `${cabinet}/${eventId}`, {
          ...{ cabinet, eventId, gameId, time, type, values, seq },
        })
        const taken = await take(cabinet, event, seq)
        if (!taken?.isNew) continue
        changed.add(taken.game)
        const told = newsOf(taken.game, taken.before)
        if (told) news.push(told)
      }
    }
    for (const game of changed) if (game.id > 0) putGame(writes, game)
    const shown: LiveCabinet[] = []
    for (const [id, at] of touched) {
      const cabinet = await liveOf(id, at)
      cabinets.set(id, cabinet)
      const { clientStatus, since } = cabinet
      put(writes, 'cabinet', `${id}`, { id, clientStatus, since, live: cabinet })
      shown.push(cabinet)
    }
    for (const [key] of games) {
      if (games.size <= mostGames) break
      games.delete(key)
    }
    return { writes, live: shown, news }
  }

  return {
    project,
    forget: () => {
      games.clear()
      cabinets.clear()
      current.clear()
    },
  }
}

function putGame(writes: Writes, { fold, id, cabinet }: Playing): void {
  const { gameID: gameId, queenDeaths: _, berries: __, ...game } = result(fold)
  put(writes, 'game', `${id}`, { id, gameId, cabinet, ...game, stats: stats(fold) })
}

function newsOf(game: Playing, before: string): GameNews | null {
  const { status, winningTeam, winCondition } = result(game.fold)
  if (status === before) return null
  const told = { cabinet: game.cabinet, gameId: game.id, winningTeam, winCondition }
  if (status === 'running') return { type: 'gamestart', ...told }
  return ended(game.fold) ? { type: 'gameend', ...told } : null
}

/** A game that is no longer in memory, from its own stored events. */
async function readGame(
  store: Store,
  schema: string,
  { cabinet, gameID }: { cabinet: number; gameID: string },
): Promise<Playing> {
  const text = `select event_id as "eventID", game_id as "gameID", time, type, values, seq
    from ${schema}.cabinet_event where game_id = $1 and cabinet = $2 order by time, event_id`
  const { rows } = await store.pool.query<CabinetEvent & { seq: number }>(text, [gameID, cabinet])
  const starts = rows.filter((row) => row.type === 'gamestart').map((row) => row.seq)
  const fold = rows.reduce((game, { seq: _, ...event }) => addEvent(game, event), emptyGame(gameID))
  return { fold, id: starts.length > 0 ? Math.min(...starts) : 0, cabinet }
}

import type { CabinetEvent } from '../../events/schema/cabinet-facts.ts'
import { addEvent, emptyGame, ended, result } from '../../events/game/index.ts'
import type { Game, GameFold } from '../../events/game/index.ts'
import type { StoredFacts } from '../log/index.ts'
import { lateSeconds, openUploadDelays } from './upload-delay.ts'
import type { Best } from './upload-delay.ts'
import type { CabinetId } from '../../events/ids.ts'

/** What the referee has to know of a game: when it began, and how it ended. */
export type ObservedGame = {
  cabinet: CabinetId
  gameID: string
  fold: GameFold
  /** position of the first fact that tells of it */
  first: number
  /** the fact that began it; `after` is the tournament log's end at that moment */
  began: { seq: number; after: number } | null
  finished: boolean
  /** nothing more is to be done for it */
  settled: boolean
  /** how far its upload ran behind this client's best, in seconds */
  behind: number
}
export type GameProgress = {
  began?: ObservedGame
  ended?: { seen: ObservedGame; game: Game; lateBy: number | null }
}
/**
 * `online` is missing in what was saved before presence ended by a lease, `after` before commits were
 * noted: how far the tournaments' log had come by the last facts. `read`, and how far behind the games
 * ran that were not settled: what is read a second time says nothing new of that, for `best` knows all
 * that came after it.
 */
export type Position = {
  best: Best
  offline: number[]
  online?: number[]
  after?: number
  read?: number
  behind?: [game: string, seconds: number][]
}

const telling = new Set(['mapstart', 'gamestart', 'gameend', 'victory'])
const maxGames = 300
/** After so many messages without a winner a game is given up. */
const maxMessages = 20_000

export function openGames(known: Position) {
  const games = new Map<string, ObservedGame>()
  const lags = openUploadDelays(known.best)
  const offline = new Set(known.offline)
  const online = new Set(known.online)
  const behind = new Map(known.behind)
  const readBefore = known.read ?? 0
  let lastAfter = known.after ?? 0
  let lastRead = readBefore

  function take(stored: StoredFacts, event: CabinetEvent): GameProgress | null {
    const { cabinet, after } = stored.facts
    lastAfter = after
    lastRead = Math.max(lastRead, stored.seq)
    if (event.type === 'clientOnline') move(cabinet, offline, online)
    if (event.type === 'clientOffline') move(cabinet, online, offline)
    if (event.gameID === null) return null
    const late = stored.seq <= readBefore ? 0 : lags.behind(cabinet, event, stored.at)
    if (!telling.has(event.type)) return null
    const key = `${cabinet}/${event.gameID}`
    const game = games.get(key) ?? {
      ...newGame(cabinet, event.gameID, stored.seq),
      behind: behind.get(key) ?? 0,
    }
    games.set(key, game)
    const fold = addEvent(game.fold, event)
    if (fold === game.fold) return null
    game.fold = fold
    if (event.type === 'gamestart' || event.type === 'victory') {
      game.behind = Math.max(game.behind, late)
    }
    return progressOf(game, { seq: stored.seq, after })
  }

  return {
    take,
    offline: () => [...offline],
    online: () => [...online],
    isOnline: (cabinet: CabinetId) => online.has(cabinet),
    position: (): Position => ({
      best: lags.best(),
      offline: [...offline],
      online: [...online],
      after: lastAfter,
      read: lastRead,
      behind: [...games].flatMap(([key, { settled, behind }]) => (settled ? [] : [[key, behind]])),
    }),
    /** how far the tournaments' log had come for the first game that is not settled, or none yet */
    oldestBeginning(): number {
      const open = [...games.values()].filter(({ settled }) => !settled)
      return Math.min(lastAfter, ...open.flatMap(({ began }) => began?.after ?? []))
    },
    /** where to go on after a restart: a game that is not settled must be seen from its beginning */
    oldest(last: number): number {
      let oldest = last
      for (const [key, seen] of games) {
        const isOld = seen.settled ? games.size > maxGames : last - seen.first > maxMessages
        if (isOld) games.delete(key)
        else if (!seen.settled) oldest = Math.min(oldest, seen.first - 1)
      }
      return oldest
    },
  }
}

function move(cabinet: CabinetId, from: Set<CabinetId>, to: Set<CabinetId>): void {
  from.delete(cabinet)
  to.add(cabinet)
}

function progressOf(seen: ObservedGame, at: { seq: number; after: number }): GameProgress | null {
  const game = result(seen.fold)
  const progress: GameProgress = {}
  if (!seen.began && game.status !== 'waiting') {
    seen.began = at
    progress.began = seen
  }
  if (!seen.finished && ended(seen.fold)) {
    seen.finished = true
    progress.ended = { seen, game, lateBy: seen.behind > lateSeconds ? seen.behind : null }
  }
  return progress.began || progress.ended ? progress : null
}

function newGame(cabinet: CabinetId, gameID: string, first: number): ObservedGame {
  const fold = emptyGame(gameID)
  const nothing = { began: null, finished: false, settled: false, behind: 0 }
  return { cabinet, gameID, fold, first, ...nothing }
}

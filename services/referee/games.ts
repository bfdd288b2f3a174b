import type { CabinetEvent } from '../../events/cabinet.ts'
import { addEvent, emptyGame, ended, result } from '../../events/game.ts'
import type { Game, GameFold } from '../../events/game.ts'
import type { StoredFacts } from '../log/index.ts'
import { lateSeconds, openLags } from './lags.ts'
import type { Best } from './lags.ts'

/** What the referee has to know of a game: when it began, and how it ended. */
export type Seen = {
  cabinet: number
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
export type Step = { began?: Seen; ended?: { seen: Seen; game: Game; lateBy: number | null } }
export type Position = { best: Best; offline: number[] }

const telling = new Set(['mapstart', 'gamestart', 'gameend', 'victory'])
const mostGames = 300
/** A game that nobody has won so many messages later never will be. */
const mostMessages = 20_000

export function openGames(known: Position) {
  const games = new Map<string, Seen>()
  const lags = openLags(known.best)
  const offline = new Set(known.offline)

  function take(stored: StoredFacts, event: CabinetEvent): Step | null {
    const { cabinet, after } = stored.facts
    if (event.type === 'clientOnline') offline.delete(cabinet)
    if (event.type === 'clientOffline') offline.add(cabinet)
    if (event.gameID === null) return null
    const late = lags.behind(cabinet, event, stored.at)
    if (!telling.has(event.type)) return null
    const key = `${cabinet}/${event.gameID}`
    const seen = games.get(key) ?? newGame(cabinet, event.gameID, stored.seq)
    games.set(key, seen)
    const fold = addEvent(seen.fold, event)
    if (fold === seen.fold) return null
    seen.fold = fold
    if (event.type === 'gamestart' || event.type === 'victory') {
      seen.behind = Math.max(seen.behind, late)
    }
    return stepOf(seen, { seq: stored.seq, after })
  }

  return {
    take,
    offline: () => [...offline],
    position: (): Position => ({ best: lags.best(), offline: [...offline] }),
    /** where to go on after a restart: a game that is not settled must be seen from its beginning */
    oldest(last: number): number {
      let oldest = last
      for (const [key, seen] of games) {
        const isOld = seen.settled ? games.size > mostGames : last - seen.first > mostMessages
        if (isOld) games.delete(key)
        else if (!seen.settled) oldest = Math.min(oldest, seen.first - 1)
      }
      return oldest
    },
  }
}

function stepOf(seen: Seen, at: { seq: number; after: number }): Step | null {
  const game = result(seen.fold)
  const step: Step = {}
  if (!seen.began && game.status !== 'waiting') {
    seen.began = at
    step.began = seen
  }
  if (!seen.finished && ended(seen.fold)) {
    seen.finished = true
    step.ended = { seen, game, lateBy: seen.behind > lateSeconds ? seen.behind : null }
  }
  return step.began || step.ended ? step : null
}

function newGame(cabinet: number, gameID: string, first: number): Seen {
  const fold = emptyGame(gameID)
  const nothing = { began: null, finished: false, settled: false, behind: 0 }
  return { cabinet, gameID, fold, first, ...nothing }
}

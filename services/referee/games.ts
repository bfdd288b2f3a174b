import type { CabinetEvent } from '../../events/cabinet.ts'
import { addEvent, emptyGame, ended, result } from '../../events/game.ts'
import type { Game, GameFold } from '../../events/game.ts'
import type { StoredFacts } from '../log/index.ts'

/** What the referee has to know of a game: when it began, and how it ended. */
export type Seen = {
  cabinet: number
  gameID: string
  fold: GameFold
  /** the fact that began it; `after` is the tournament log's end at that moment */
  began: { seq: number; after: number } | null
  finished: boolean
  /** how far its upload ran behind this client's best, in seconds */
  behind: number
}
export type Step = { began?: Seen; ended?: { seen: Seen; game: Game; lateBy: number | null } }

/** An upload this much further behind than usual comes from a backlog (R-GE-4). */
const lateSeconds = 15
const telling = new Set(['mapstart', 'gamestart', 'gameend', 'victory'])
const mostGames = 300

export type Position = { best: Record<string, number>; offline: number[] }

export function openGames(known: Position) {
  const games = new Map<string, Seen>()
  const best: Record<string, number> = { ...known.best }
  const offline = new Set(known.offline)

  /** Seconds between an event's own clock and the log's, less the best this client has shown. */
  function behind(cabinet: number, event: CabinetEvent, at: string): number {
    const lag = (Date.parse(at) - Date.parse(event.time)) / 1000
    best[cabinet] = Math.min(best[cabinet] ?? lag, lag)
    return lag - best[cabinet]
  }

  function take(stored: StoredFacts, event: CabinetEvent): Step | null {
    const { cabinet, after } = stored.facts
    if (event.type === 'clientOnline') offline.delete(cabinet)
    if (event.type === 'clientOffline') offline.add(cabinet)
    if (event.gameID === null) return null
    const late = behind(cabinet, event, stored.at)
    if (!telling.has(event.type)) return null
    const key = `${cabinet}/${event.gameID}`
    const seen = games.get(key) ?? newGame(cabinet, event.gameID)
    games.set(key, seen)
    const fold = addEvent(seen.fold, event)
    if (fold === seen.fold) return null
    seen.fold = fold
    if (event.type === 'gamestart' || event.type === 'victory') {
      seen.behind = Math.max(seen.behind, late)
    }
    return stepOf(seen, { seq: stored.seq, after })
  }

  function stepOf(seen: Seen, at: { seq: number; after: number }): Step | null {
    const game = result(seen.fold)
    const step: Step = {}
    if (!seen.began && (game.status === 'running' || game.status === 'complete')) {
      seen.began = at
      step.began = seen
    }
    if (!seen.finished && ended(seen.fold)) {
      seen.finished = true
      step.ended = { seen, game, lateBy: seen.behind > lateSeconds ? seen.behind : null }
    }
    return step.began || step.ended ? step : null
  }

  return {
    take,
    isOffline: (cabinet: number) => offline.has(cabinet),
    offline: () => [...offline],
    position: (): Position => ({ best: { ...best }, offline: [...offline] }),
    /** the oldest fact still needed: a game that goes on must be seen from its beginning again */
    oldest(last: number): number {
      let oldest = last
      for (const [key, seen] of games) {
        if (seen.finished && games.size > mostGames) games.delete(key)
        else if (!seen.finished && seen.began) oldest = Math.min(oldest, seen.began.seq - 1)
      }
      return oldest
    },
  }
}

function newGame(cabinet: number, gameID: string): Seen {
  return { cabinet, gameID, fold: emptyGame(gameID), began: null, finished: false, behind: 0 }
}

import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import { addEvent, emptyGame, hasEnded, result } from '#events/game/index.ts'
import type { Game, GameFold } from '#events/game/index.ts'
import type { StoredFacts } from '../log/index.ts'
import type { CabinetId } from '#events/ids.ts'

/** An upload this much further behind than usual comes from a backlog (R-GE-4). */
export const lateSeconds = 15

/** A client that is behind for longer than any backlog takes has set its clock back. */
const maxBacklogMs = 10 * 60_000

/**
 * A backlog is uploaded faster than it was played, so a delay that is constant for this long is not
 * caused by one.
 */
const steadyMs = 90_000

const steadySeconds = 2

/** The referee's knowledge of a game: its beginning and its end. */
export type ObservedGame = {
  cabinet: CabinetId
  gameID: string
  fold: GameFold
  /** position of its first fact */
  first: number
  /** the fact that began it; `after`: the end of the tournaments' log at that moment */
  began: { seq: number; after: number } | null
  finished: boolean
  /** it has been reported or needs no report */
  settled: boolean
  /** its upload delay in seconds, compared with the smallest one of this client */
  behind: number
}
export type GameProgress = {
  began?: ObservedGame
  ended?: {
    seen: ObservedGame
    game: Game
    lateBy: number | null
    /** another game of the cabinet ended while it was played (R-GE-5) */
    isDoubled: boolean
  }
}
/** The end of a game in the log, and by the cabinet's clock. */
type GameEnd = { gameID: string; seq: number; at: string }
/** What the referee stores about games for a restart. Older notes lack the optional fields. */
export type SavedGames = {
  /** the smallest delay between playing and uploading at each cabinet */
  best: SmallestDelays
  /** cabinets whose client is offline, and those whose client is online */
  offline: number[]
  online?: number[]
  /** the end of the tournaments' log when the last facts were read */
  after?: number
  /** the last facts read; those up to here are not measured again, because `best` includes them */
  read?: number
  /** the delays of unsettled games */
  behind?: [game: string, seconds: number][]
}

const relevant = new Set(['mapstart', 'gamestart', 'gameend', 'victory'])
const maxGames = 300
/** A game without a winner is given up after this many messages. */
const maxMessages = 20_000

export function openGames(saved: SavedGames) {
  const games = new Map<string, ObservedGame>()
  const delays = openUploadDelays(saved.best)
  const offline = new Set(saved.offline)
  const online = new Set(saved.online)
  const behind = new Map(saved.behind)
  /** the last game of each cabinet that ended in time; read again after a restart, like its facts */
  const ends = new Map<CabinetId, GameEnd>()
  const readBefore = saved.read ?? 0
  let lastAfter = saved.after ?? 0
  let lastRead = readBefore

  function take(stored: StoredFacts, event: CabinetEvent): GameProgress | null {
    const { cabinet, after } = stored.facts
    lastAfter = after
    lastRead = Math.max(lastRead, stored.seq)
    if (event.type === 'clientOnline') move(cabinet, offline, online)
    if (event.type === 'clientOffline') move(cabinet, online, offline)
    if (event.gameID === null) return null
    const late = stored.seq <= readBefore ? 0 : delays.behind(cabinet, event, stored.at)
    if (!relevant.has(event.type)) return null
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
    return progressOf(game, { seq: stored.seq, after }, ends)
  }

  return {
    take,
    offline: () => [...offline],
    online: () => [...online],
    isOnline: (cabinet: CabinetId) => online.has(cabinet),
    toSave: (): SavedGames => ({
      best: delays.best(),
      offline: [...offline],
      online: [...online],
      after: lastAfter,
      read: lastRead,
      behind: [...games].flatMap(([key, { settled, behind }]) => (settled ? [] : [[key, behind]])),
    }),
    /** The end of the tournaments' log at the beginning of the first unsettled game. */
    oldestBeginning(): number {
      const open = [...games.values()].filter(({ settled }) => !settled)
      return Math.min(lastAfter, ...open.flatMap(({ began }) => began?.after ?? []))
    },
    /**
     * The position to resume from after a restart: an unsettled game is read from its first fact.
     */
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

function progressOf(
  seen: ObservedGame,
  at: { seq: number; after: number },
  ends: Map<CabinetId, GameEnd>,
): GameProgress | null {
  const game = result(seen.fold)
  const progress: GameProgress = {}
  if (!seen.began && game.status !== 'waiting') {
    seen.began = at
    progress.began = seen
  }
  if (!seen.finished && hasEnded(seen.fold)) {
    seen.finished = true
    const lateBy = seen.behind > lateSeconds ? seen.behind : null
    const isDoubled = endedDuring(seen, game, ends.get(seen.cabinet))
    progress.ended = { seen, game, lateBy, isDoubled }
    const { cabinet, gameID } = seen
    if (lateBy === null && !isDoubled && game.endTime !== null) {
      ends.set(cabinet, { gameID, seq: at.seq, at: game.endTime })
    }
  }
  return progress.began || progress.ended ? progress : null
}

/**
 * Whether another game of its cabinet ended while this one was played, which is impossible: two
 * client programs sent the same game. Both the log and the cabinet's clock have to say so, because
 * the end of a game that is resent arrives late, and a clock can be set back.
 */
function endedDuring({ gameID, began }: ObservedGame, game: Game, other?: GameEnd): boolean {
  if (!other || !began || game.startTime === null || other.gameID === gameID) return false
  return other.seq > began.seq && other.at > game.startTime
}

function newGame(cabinet: CabinetId, gameID: string, first: number): ObservedGame {
  const fold = emptyGame(gameID)
  const nothing = { began: null, finished: false, settled: false, behind: 0 }
  return { cabinet, gameID, fold, first, ...nothing }
}

/** The smallest difference in seconds between the log's clock and an event's time, by cabinet. */
type SmallestDelays = Record<string, number>

/**
 * A run of late events: its start, its smallest delay, and since when the delay has been steady.
 */
type LateRun = { sinceMs: number; least: number; steadySinceMs: number; steadyFrom: number }

/**
 * Measures the upload delay of a client's events. Its clock may be years off, so the delay is
 * relative to the smallest difference seen so far (P17).
 */
export function openUploadDelays(saved: SmallestDelays) {
  const best: SmallestDelays = { ...saved }
  const lateRuns = new Map<CabinetId, LateRun>()
  return {
    behind(cabinet: CabinetId, event: CabinetEvent, at: string): number {
      const atMs = Date.parse(at)
      const lag = (atMs - Date.parse(event.time)) / 1000
      const usual = best[cabinet] ?? lag
      best[cabinet] = Math.min(usual, lag)
      if (lag - usual <= lateSeconds) {
        lateRuns.delete(cabinet)
        return lag - best[cabinet]
      }
      const run = continueRun(lateRuns.get(cabinet), atMs, lag)
      lateRuns.set(cabinet, run)
      const isSteady = atMs - run.steadySinceMs >= steadyMs && lag - run.steadyFrom <= steadySeconds
      if (isSteady || atMs - run.sinceMs > maxBacklogMs) {
        best[cabinet] = run.least
        lateRuns.delete(cabinet)
      }
      return lag - best[cabinet]
    },
    best: (): SmallestDelays => ({ ...best }),
  }
}

function continueRun(run: LateRun | undefined, atMs: number, lag: number): LateRun {
  if (!run) return { sinceMs: atMs, least: lag, steadySinceMs: atMs, steadyFrom: lag }
  const least = Math.min(run.least, lag)
  // The client catches up.
  if (run.steadyFrom - lag > steadySeconds) {
    return { ...run, least, steadySinceMs: atMs, steadyFrom: lag }
  }
  return { ...run, least }
}

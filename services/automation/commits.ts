import type { Timer } from '#events/state/queue.ts'
import { forReaders } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { LostEnd } from '../log/index.ts'
import type { Log, LogPair, StoredCommit } from '../log/index.ts'
import type { FoldedStep, States } from '../states/index.ts'
import { openActiveMatches } from './active-match-history.ts'
import type { ActiveMatch, SavedMatches } from './active-match-history.ts'

/** A running queue timer, and the position of the commit that armed it. */
type StoredTimer = { tournament: number; timer: Timer; seq: number }
/** The fields of a tournament that its timers depend on. */
export type TimerState = Pick<Tournament, 'id' | 'version' | 'timers'>
export type Commits = {
  follow(signal: AbortSignal): Promise<void>
  /** position of the last commit read */
  folded(): number
  /** the matches on a cabinet when the log ended at `seq`, the last started last */
  on(cabinet: number, seq: number): ActiveMatch[]
  timersOf(cabinet: number): StoredTimer[]
  /** the checkpoint for a restart; unsettled games may have begun at `since` */
  toSave(since: number): SavedCommits | null
}
/** The checkpoint of the tournaments' log. The chain at `seq` proves that it is the same log. */
export type SavedCommits = {
  seq: number
  chain: string
  active: SavedMatches
  /** `matchChangedAt`, under the name that stored notes have */
  freed: [cabinet: number, seq: number][]
  timed: TimerState[]
  timers: StoredTimer[]
}
type Options = {
  pair: LogPair
  states: States
  saved: SavedCommits | null
  /** the end of the log at the start: no timers are set before it has been read up to there */
  end: number
  /** `matchChangedAt`: the position at which the match on each cabinet last changed */
  changed: (t: TimerState, matchChangedAt: ReadonlyMap<number, number>) => void
}

/** The checkpoint if it belongs to this log, which may be another one now (P9). */
export async function ifSameLog(
  log: Pick<Log, 'at'>,
  saved: SavedCommits | null,
): Promise<SavedCommits | null> {
  if (!saved) return null
  const last = await log.at(saved.seq)
  return last?.commit.chain === saved.chain ? saved : null
}

/**
 * Follows the tournaments' log. It keeps only the matches on cabinets by position and the running
 * timers; the states come from the process's cache.
 */
export function openCommits({ pair, states, saved, end, changed }: Options): Commits {
  const stepOf = states.follower()
  const active = openActiveMatches(saved?.active)
  const matchChangedAt = new Map(saved?.freed)
  const timed = new Map(saved?.timed.map((t) => [t.id, t]))
  const timers = openRunningTimers(saved?.timers)
  let last = saved && { seq: saved.seq, chain: saved.chain }
  let read = saved?.seq ?? 0
  const skipped = new Set<number>()
  if (read >= end) for (const t of timed.values()) changed(t, matchChangedAt)

  function readTo(seq: number): void {
    const isReadNow = seq >= end && read < end
    read = Math.max(read, seq)
    if (isReadNow) for (const t of timed.values()) changed(t, matchChangedAt)
  }

  async function follow(stored: StoredCommit): Promise<void> {
    const { commit, seq } = stored
    const { steps, damage } = await stepOf(stored)
    skipped[damage ? 'add' : 'delete'](commit.tournament)
    // Skipped steps of a repaired tournament count from here, as earlier games were already judged.
    for (const step of steps) take(step, seq)
    last = { seq, chain: commit.chain }
    readTo(seq)
  }

  function take({ before, after }: FoldedStep, seq: number): void {
    const [was, is] = [forReaders(before.state), forReaders(after.state)]
    const cabinets = active.follow(was, is, seq)
    for (const cabinet of cabinets) matchChangedAt.set(cabinet, seq)
    if (was.timers !== is.timers) recordTimers(timers, { was, is, seq })
    if (Object.keys(is.timers).length > 0) {
      timed.set(is.id, { id: is.id, version: is.version, timers: is.timers })
    } else timed.delete(is.id)
    if (seq <= end) return
    changed(is, matchChangedAt)
    // A timer of another tournament may have waited for this cabinet.
    for (const { tournament } of cabinets.flatMap(timers.of)) {
      const other = timed.get(tournament)
      if (other && tournament !== is.id) changed(other, matchChangedAt)
    }
  }

  return {
    follow: (signal) =>
      pair
        .follow(
          read,
          async (batch, upTo) => {
            for (const stored of batch) {
              if (signal.aborted) return
              await follow(stored)
            }
            readTo(upTo)
          },
          signal,
        )
        .catch(pastLostEnd(async (end) => readTo(end))),
    folded: () => read,
    on: active.at,
    timersOf: timers.of,
    toSave(since) {
      // A checkpoint after skipped steps would hide them once the log has been repaired.
      if (!last || skipped.size > 0) return null
      const running = { timed: [...timed.values()], timers: timers.all() }
      return { ...last, active: active.since(since), freed: [...matchChangedAt], ...running }
    },
  }
}

/** Other tournaments go on without the messages that the log has lost (P9). */
export function pastLostEnd(skipTo: (end: number) => Promise<void>) {
  return (error: unknown): Promise<void> => {
    if (error instanceof LostEnd) return skipTo(error.end)
    throw error
  }
}

function recordTimers(
  timers: ReturnType<typeof openRunningTimers>,
  { was, is, seq }: { was: Tournament; is: Tournament; seq: number },
): void {
  for (const timer of Object.values(was.timers)) {
    if (!is.timers[timer.cabinet]) timers.drop(is.id, timer)
  }
  for (const timer of Object.values(is.timers)) {
    if (was.timers[timer.cabinet]?.dueAt === timer.dueAt) continue
    timers.put({ tournament: is.id, timer, seq })
  }
}

/** Timers by cabinet and tournament, so that a commit checks only those of its own cabinets. */
function openRunningTimers(saved: StoredTimer[] = []) {
  const byCabinet = new Map<number, Map<number, StoredTimer>>()
  const of = (cabinet: number) => [...(byCabinet.get(cabinet)?.values() ?? [])]

  function put(stored: StoredTimer): void {
    const { cabinet } = stored.timer
    byCabinet.set(cabinet, (byCabinet.get(cabinet) ?? new Map()).set(stored.tournament, stored))
  }

  saved.forEach(put)
  return {
    put,
    of,
    drop(tournament: number, { cabinet }: Timer): void {
      const timers = byCabinet.get(cabinet)
      timers?.delete(tournament)
      if (timers?.size === 0) byCabinet.delete(cabinet)
    },
    all: () => [...byCabinet.keys()].flatMap(of),
  }
}

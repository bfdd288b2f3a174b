import type { Timer } from '../../events/state/queue.ts'
import { arrived } from '../../events/state/tournament.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import type { Log, LogPair, Stored } from '../log/index.ts'
import type { FoldedStep, States } from '../states/index.ts'
import { openActiveMatches } from './active-matches.ts'
import type { ActiveMatch, SavedMatches } from './active-matches.ts'

/** A timer that stands, and the position of the commit that armed it. */
type StoredTimer = { tournament: number; timer: Timer; seq: number }
/** Of a tournament, what its timers are set by. */
export type Timed = Pick<Tournament, 'id' | 'version' | 'timers'>
export type Commits = {
  follow(signal: AbortSignal): Promise<void>
  /** position of the last commit taken in */
  folded(): number
  /** what was on a cabinet when the log ended at `seq`, the last started last */
  on(cabinet: number, seq: number): ActiveMatch[]
  timersOf(cabinet: number): StoredTimer[]
  /** what a restart goes on from; games that are not settled may have begun at `since` */
  position(since: number): SavedCommits | null
}
/** All that is kept of the tournaments' log, at a position that its chain vouches for. */
export type SavedCommits = {
  seq: number
  chain: string
  active: SavedMatches
  freed: [cabinet: number, seq: number][]
  timed: Timed[]
  timers: StoredTimer[]
}
type Options = {
  pair: LogPair
  states: States
  saved: SavedCommits | null
  /** where the log ended when this began: no timer is set before it was read so far */
  end: number
  /** `freed`: the position where the match on a cabinet last changed */
  changed: (t: Timed, freed: ReadonlyMap<number, number>) => void
}

/** What a saved position is worth: the log may be another one now (P9). */
export async function trusted(
  log: Pick<Log, 'at'>,
  saved: SavedCommits | null,
): Promise<SavedCommits | null> {
  if (!saved) return null
  const last = await log.at(saved.seq)
  return last?.commit.chain === saved.chain ? saved : null
}

/**
 * Which match was on which cabinet at each position of the log, and the timers that stand: all that
 * is kept of every tournament. Their states come from the cache of the process.
 */
export function openCommits({ pair, states, saved, end, changed }: Options): Commits {
  const stepOf = states.follower()
  const active = openActiveMatches(saved?.active)
  const freed = new Map(saved?.freed)
  const timed = new Map(saved?.timed.map((t) => [t.id, t]))
  const timers = openStandingTimers(saved?.timers)
  let last = saved && { seq: saved.seq, chain: saved.chain }
  let read = saved?.seq ?? 0
  const leftOut = new Set<number>()
  if (read >= end) for (const t of timed.values()) changed(t, freed)

  function readTo(seq: number): void {
    const isReadNow = seq >= end && read < end
    read = Math.max(read, seq)
    if (isReadNow) for (const t of timed.values()) changed(t, freed)
  }

  async function follow(stored: Stored): Promise<void> {
    const { commit, seq } = stored
    const { steps, damage } = await stepOf(stored)
    leftOut[damage ? 'add' : 'delete'](commit.tournament)
    // What was left out of one that goes on counts from here: games since then have been judged.
    for (const step of steps) take(step, seq)
    last = { seq, chain: commit.chain }
    readTo(seq)
  }

  function take({ before, after }: FoldedStep, seq: number): void {
    const [was, is] = [arrived(before.state), arrived(after.state)]
    const cabinets = active.follow(was, is, seq)
    for (const cabinet of cabinets) freed.set(cabinet, seq)
    if (was.timers !== is.timers) noteTimers(timers, { was, is, seq })
    if (Object.keys(is.timers).length > 0) {
      timed.set(is.id, { id: is.id, version: is.version, timers: is.timers })
    } else timed.delete(is.id)
    if (seq <= end) return
    changed(is, freed)
    // A timer of another tournament may have waited for that.
    for (const { tournament } of cabinets.flatMap(timers.of)) {
      const other = timed.get(tournament)
      if (other && tournament !== is.id) changed(other, freed)
    }
  }

  return {
    follow: (signal) =>
      pair.follow(
        read,
        async (batch, upTo) => {
          for (const stored of batch) {
            if (signal.aborted) return
            await follow(stored)
          }
          readTo(upTo)
        },
        signal,
      ),
    folded: () => read,
    on: active.at,
    timersOf: timers.of,
    position(since) {
      // A note would hide what was left out, once it has been repaired.
      if (!last || leftOut.size > 0) return null
      const all = { freed: [...freed], timed: [...timed.values()], timers: timers.all() }
      return { ...last, active: active.since(since), ...all }
    },
  }
}

function noteTimers(
  timers: ReturnType<typeof openStandingTimers>,
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

/** By cabinet and tournament: a commit looks at those of its own cabinets only. */
function openStandingTimers(saved: StoredTimer[] = []) {
  const byCabinet = new Map<number, Map<number, StoredTimer>>()
  const of = (cabinet: number) => [...(byCabinet.get(cabinet)?.values() ?? [])]

  function put(one: StoredTimer): void {
    const { cabinet } = one.timer
    byCabinet.set(cabinet, (byCabinet.get(cabinet) ?? new Map()).set(one.tournament, one))
  }

  saved.forEach(put)
  return {
    put,
    of,
    drop(tournament: number, { cabinet }: Timer): void {
      const there = byCabinet.get(cabinet)
      there?.delete(tournament)
      if (there?.size === 0) byCabinet.delete(cabinet)
    },
    all: () => [...byCabinet.keys()].flatMap(of),
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { matchWithTeamsIn } from '#events/describe/names.ts'
import { forReaders } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { LostEnd, Unavailable, nameForPair, nullIfHalted } from '../log/index.ts'
import type { Log, LogPair, StoredCommit } from '../log/index.ts'
import type { ActiveMatch } from '#events/view/frames.ts'
import type { CabinetId, MatchId, TournamentId } from '#events/ids.ts'
import type { Commit } from '#events/schema/commit.ts'
import { cabinetChangeOf } from './decide/displacement.ts'

/** The matches of other tournaments on some cabinets, at position `upTo` of the log or later. */
export type OtherActiveMatches = { matches: ActiveMatch[]; upTo: number }

type StateOf = (tournament: number) => Promise<Tournament>

const retryMs = 50

/**
 * Finds the active matches of other tournaments. It follows the whole log for events that put a
 * match on a cabinet or take it off, and confirms each candidate against the state of its
 * tournament. A commit that puts a match on a cabinet is stored only if the log still ends at the
 * position read here, so that of two concurrent commands one always sees the other (P3).
 */
export function openOtherActiveMatches(
  log: Log,
  stateOf: StateOf,
  { isHalted }: { isHalted(tournament: number): Promise<boolean> },
) {
  const closing = new AbortController()
  const openAll = () => log.pairs.map((pair) => openReader(log, pair, closing.signal))
  let readers = openAll()

  return {
    /** The matches of other tournaments than `own` on these cabinets. */
    async find(cabinets: number[], own: number, deadline: number): Promise<OtherActiveMatches> {
      // The cabinets of a scene are in one pair of streams with its tournaments.
      const { index } = await log.pairOfTournament(own)
      const reader = readers[index]!
      const tail = await log.pairs[index]!.tail()
      while (reader.upTo() < tail) {
        if (performance.now() > deadline) throw new Unavailable('still reading the log; send again')
        await reader.news()
      }
      const upTo = reader.upTo()
      const candidates = reader.on(cabinets).filter(({ tournament }) => tournament !== own)
      const matches = await Promise.all(
        candidates.map(async (candidate) =>
          (await isHalted(candidate.tournament)) ? null : confirmed(stateOf, candidate),
        ),
      )
      return { matches: matches.flatMap((match) => match ?? []), upTo }
    },
    /** Reads the log again: after a reconnect the server may have another log (P9). */
    forget(): void {
      for (const reader of readers) reader.stop()
      if (!closing.signal.aborted) readers = openAll()
    },
    close(): void {
      closing.abort()
      for (const reader of readers) reader.stop()
    },
  }
}

/** The match with its names, if it is on that cabinet in the current state of its tournament. */
async function confirmed(
  stateOf: StateOf,
  { tournament, match: id, cabinet }: ActiveMatchIds,
): Promise<ActiveMatch | null> {
  // A halted tournament has no active match, because nobody could take its match off.
  const current = await stateOf(tournament).catch(nullIfHalted)
  if (!current) return null
  const state = forReaders(current)
  const match = state.matches[id]
  if (state.deleted || match?.cabinet !== cabinet) return null
  const matchName = matchWithTeamsIn(state, match)
  return { cabinet, tournament, tournamentName: state.name, match: id, matchName }
}

/** Where a reader resumes. The chain of the commit at `seq` proves that it is the same log. */
type Checkpoint = { seq: number; chain: string; placed: ActiveMatchIds[] }

/** Without it the whole log is read again. */
const noteKeyOf = ({ index }: LogPair) => nameForPair('desk.placed', index)
const savedEvery = 1_000

/** The saved checkpoint, if it belongs to this log (P9). */
async function savedCheckpoint(log: Log, pair: LogPair): Promise<Checkpoint | null> {
  const saved = (await log.notes.get(noteKeyOf(pair))) as Checkpoint | null
  const last = saved && (await log.at(saved.seq))
  return last?.commit.chain === saved?.chain ? saved : null
}

/** Reads the log of a pair from the saved checkpoint until it is stopped. */
function openReader(log: Log, pair: LogPair, closing: AbortSignal) {
  const stopping = new AbortController()
  const signal = AbortSignal.any([closing, stopping.signal])
  let matches = openActiveMatchIndex()
  let [upTo, savedAt] = [0, 0]
  let isComplete = true
  let notify = () => {}
  let nextBatch = new Promise<void>((resolve) => (notify = resolve))

  async function run(): Promise<void> {
    const saved = await savedCheckpoint(log, pair).catch(() => null)
    if (saved) {
      matches = openActiveMatchIndex(saved.placed)
      upTo = savedAt = saved.seq
    }
    while (!signal.aborted) {
      await pair
        .follow(upTo, async (batch, to) => take(batch, to), signal)
        .catch((error: unknown) => {
          if (error instanceof LostEnd) takeHole(error.end)
        })
      await sleep(retryMs, undefined, { ref: false })
    }
  }

  /** Other tournaments go on without the commits that the log has lost (P9). */
  function takeHole(end: number): void {
    isComplete = false
    take([], end)
  }

  function take(batch: StoredCommit[], to: number): void {
    for (const { commit, seq } of batch) {
      matches.take(commit)
      // After a damaged or missing commit nothing is saved: the checkpoint would skip its repair.
      if (commit.version === 0 || seq !== upTo + 1) isComplete = false
      upTo = seq
    }
    upTo = Math.max(upTo, to)
    notify()
    nextBatch = new Promise((resolve) => (notify = resolve))
    const last = batch.at(-1)
    if (isComplete && last && last.seq >= savedAt + savedEvery && log.connected()) save(last)
  }

  function save({ commit: { chain }, seq }: StoredCommit): void {
    savedAt = seq
    log.notes.put(noteKeyOf(pair), { seq, chain, placed: matches.all() }).catch(() => {})
  }

  void run()
  return {
    upTo: () => upTo,
    news: () => Promise.race([nextBatch, sleep(retryMs, undefined, { ref: false })]),
    on: (cabinets: number[]) => matches.on(cabinets),
    stop: () => stopping.abort(),
  }
}

type ActiveMatchIds = { tournament: TournamentId; match: MatchId; cabinet: CabinetId }

/**
 * The matches that may be on a cabinet, over all tournaments, computed from the commits of a log.
 */
export function openActiveMatchIndex(saved: ActiveMatchIds[] = []) {
  const byTournament = new Map<TournamentId, Map<MatchId, ActiveMatchIds>>()
  const byCabinet = new Map<CabinetId, Set<ActiveMatchIds>>()
  saved.forEach(put)

  function put(added: ActiveMatchIds): void {
    const { tournament, match, cabinet } = added
    remove(added)
    byTournament.set(tournament, matchesOf(byTournament, tournament).set(match, added))
    byCabinet.set(cabinet, (byCabinet.get(cabinet) ?? new Set()).add(added))
  }

  function remove({ tournament, match }: Omit<ActiveMatchIds, 'cabinet'>): void {
    const own = byTournament.get(tournament)
    const before = own?.get(match)
    if (!own || !before) return
    own.delete(match)
    if (own.size === 0) byTournament.delete(tournament)
    const onCabinet = byCabinet.get(before.cabinet)
    onCabinet?.delete(before)
    if (onCabinet?.size === 0) byCabinet.delete(before.cabinet)
  }

  return {
    take({ tournament, events }: Pick<Commit, 'tournament' | 'events'>): void {
      for (const event of events) {
        if (event.type === 'TournamentDeleted') {
          matchesOf(byTournament, tournament).forEach(remove)
        }
        const change = cabinetChangeOf(event)
        if (!change) continue
        const { match, cabinet } = change
        if (cabinet === null) remove({ tournament, match })
        else put({ tournament, match, cabinet })
      }
    },
    on: (cabinets: CabinetId[]): ActiveMatchIds[] =>
      cabinets.flatMap((cabinet) => [...(byCabinet.get(cabinet) ?? [])]),
    all: (): ActiveMatchIds[] => [...byTournament.values()].flatMap((own) => [...own.values()]),
  }
}

function matchesOf<K, V>(all: Map<K, Map<MatchId, V>>, key: K): Map<MatchId, V> {
  return all.get(key) ?? new Map()
}

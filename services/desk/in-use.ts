import { setTimeout as sleep } from 'node:timers/promises'
import { named } from '../../events/bracket/bracket.ts'
import { pairing } from '../../events/describe/commit-line.ts'
import { arrived } from '../../events/state/tournament.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { Unavailable, nameInPair, unlessHalted } from '../log/index.ts'
import type { Log, LogPair, Stored } from '../log/index.ts'
import type { InUse } from '../../events/view/frames.ts'
import { openPlacedMatches } from './placed-matches.ts'
import type { PlacedMatch } from './placed-matches.ts'

/** What other tournaments play, as the log had it when it ended at `upTo`, or later. */
export type Elsewhere = { inUse: InUse[]; upTo: number }

type StateOf = (tournament: number) => Promise<Tournament>

const retryMs = 50

/**
 * Which cabinets are in use, over all tournaments. The whole log is followed for what can put a
 * match on a cabinet or take it off; a match that may be on one is then looked up where its
 * tournament stands. A commit that puts a match on a cabinet is stored only if the log still ends
 * where this was read to, so that of two rivals one always sees the other (P3).
 */
export function openInUse(
  log: Log,
  stateOf: StateOf,
  { isHalted }: { isHalted(tournament: number): Promise<boolean> },
) {
  const ending = new AbortController()
  const openAll = () => log.pairs.map((pair) => openReading(log, pair, ending.signal))
  let readings = openAll()

  return {
    /** On these cabinets, by tournaments other than this one. */
    async elsewhere(cabinets: number[], but: number, deadline: number): Promise<Elsewhere> {
      // The cabinets of a scene are in one pair of streams with its tournaments.
      const { index } = await log.pairOfTournament(but)
      const current = readings[index]!
      const tail = await log.pairs[index]!.tail()
      while (current.upTo() < tail) {
        if (Date.now() > deadline) throw new Unavailable('still reading the log; send again')
        await current.news()
      }
      const upTo = current.upTo()
      const found = current.on(cabinets).filter((one) => one.tournament !== but)
      const inUse = await Promise.all(
        found.map(async (one) => ((await isHalted(one.tournament)) ? null : lookUp(stateOf, one))),
      )
      return { inUse: inUse.flatMap((one) => one ?? []), upTo }
    },
    /** a server that came back may have come back with another log (P9) */
    forget(): void {
      for (const reading of readings) reading.stop()
      if (!ending.signal.aborted) readings = openAll()
    },
    close(): void {
      ending.abort()
      for (const reading of readings) reading.stop()
    },
  }
}

async function lookUp(
  stateOf: StateOf,
  { tournament, match: id, cabinet }: PlacedMatch,
): Promise<InUse | null> {
  // One that is stopped holds no cabinet: nobody could take its match off.
  const found = await stateOf(tournament).catch(unlessHalted)
  if (!found) return null
  const state = arrived(found)
  const match = state.matches[id]
  if (state.deleted || match?.cabinet !== cabinet) return null
  const matchName = `${named(state, match)} (${pairing(state, id)})`
  return { cabinet, tournament, tournamentName: state.name, match: id, matchName }
}

/** Where a reading of the log goes on from: a position that its chain vouches for. */
type SavedReading = { seq: number; chain: string; placed: PlacedMatch[] }

/** Losing it costs a reading of the whole log. */
const noteKeyOf = ({ index }: LogPair) => nameInPair('desk.placed', index)
const savedEvery = 1_000

/** What was noted, if it is of this log (P9). */
async function savedReading(log: Log, pair: LogPair): Promise<SavedReading | null> {
  const saved = (await log.notes.get(noteKeyOf(pair))) as SavedReading | null
  const last = saved && (await log.at(saved.seq))
  return last?.commit.chain === saved?.chain ? saved : null
}

/** One reading of the log, from what was noted of it; it goes on until it is stopped. */
function openReading(log: Log, pair: LogPair, ending: AbortSignal) {
  const stopping = new AbortController()
  const signal = AbortSignal.any([ending, stopping.signal])
  let placed = openPlacedMatches()
  let [upTo, savedAt] = [0, 0]
  let isWhole = true
  let tell = () => {}
  let signalled = new Promise<void>((resolve) => (tell = resolve))

  async function run(): Promise<void> {
    const saved = await savedReading(log, pair).catch(() => null)
    if (saved) {
      placed = openPlacedMatches(saved.placed)
      upTo = savedAt = saved.seq
    }
    while (!signal.aborted) {
      await pair.follow(upTo, async (batch, to) => take(batch, to), signal).catch(() => {})
      await sleep(retryMs, undefined, { ref: false })
    }
  }

  function take(batch: Stored[], to: number): void {
    for (const { commit, seq } of batch) {
      placed.take(commit)
      // A note would hide what stands there once it has been repaired.
      if (commit.version === 0 || seq !== upTo + 1) isWhole = false
      upTo = seq
    }
    upTo = Math.max(upTo, to)
    tell()
    signalled = new Promise((resolve) => (tell = resolve))
    const last = batch.at(-1)
    if (isWhole && last && last.seq >= savedAt + savedEvery && log.connected()) save(last)
  }

  function save({ commit: { chain }, seq }: Stored): void {
    savedAt = seq
    log.notes.put(noteKeyOf(pair), { seq, chain, placed: placed.all() }).catch(() => {})
  }

  void run()
  return {
    upTo: () => upTo,
    news: () => Promise.race([signalled, sleep(retryMs, undefined, { ref: false })]),
    on: (cabinets: number[]) => placed.on(cabinets),
    stop: () => stopping.abort(),
  }
}

import { named } from '../../events/bracket/bracket.ts'
import { pairing } from '../../events/describe/commit-line.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { Unavailable } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import { placedBy } from './decide/cabinets-in-use.ts'
import type { InUse } from '../../events/view/frames.ts'

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
export function openInUse(log: Log, stateOf: StateOf) {
  const ending = new AbortController()
  let reading = openReading(log, ending.signal)

  return {
    /** On these cabinets, by tournaments other than this one. */
    async elsewhere(cabinets: number[], but: number, deadline: number): Promise<Elsewhere> {
      const current = reading
      const tail = await log.tail()
      while (current.upTo() < tail) {
        if (Date.now() > deadline) throw new Unavailable('still reading the log; send again')
        await current.news()
      }
      const upTo = current.upTo()
      const found = current.on(cabinets).filter((one) => one.tournament !== but)
      const inUse = await Promise.all(found.map((one) => lookUp(stateOf, one)))
      return { inUse: inUse.flatMap((one) => one ?? []), upTo }
    },
    /** a server that came back may have come back with another log (P9) */
    forget(): void {
      reading.stop()
      if (!ending.signal.aborted) reading = openReading(log, ending.signal)
    },
    close(): void {
      ending.abort()
      reading.stop()
    },
  }
}

type Placed = { tournament: number; match: number; cabinet: number }

async function lookUp(
  stateOf: StateOf,
  { tournament, match: id, cabinet }: Placed,
): Promise<InUse | null> {
  const state = await stateOf(tournament)
  const match = state.matches[id]
  if (state.deleted || match?.cabinet !== cabinet) return null
  const matchName = `${named(state, match)} (${pairing(state, id)})`
  return { cabinet, tournament, tournamentName: state.name, match: id, matchName }
}

/** One reading of the log from its beginning; it goes on until it is stopped. */
function openReading(log: Log, ending: AbortSignal) {
  const stopping = new AbortController()
  const signal = AbortSignal.any([ending, stopping.signal])
  /** by tournament, the matches that may be on a cabinet */
  const placed = new Map<number, Map<number, number>>()
  let upTo = 0
  let tell = () => {}
  let signalled = new Promise<void>((resolve) => (tell = resolve))

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await log.follow(upTo, async (batch) => batch.forEach(take), signal).catch(() => {})
      await pause(retryMs)
    }
  }

  function take({ commit, seq }: Awaited<ReturnType<Log['load']>>[number]): void {
    const { tournament, events } = commit
    for (const event of events) {
      const of = placedBy(event)
      if (event.type === 'TournamentDeleted') placed.delete(tournament)
      if (!of) continue
      const own = placed.get(tournament) ?? new Map<number, number>()
      if (of.cabinet === null) own.delete(of.match)
      else own.set(of.match, of.cabinet)
      if (own.size > 0) placed.set(tournament, own)
      else placed.delete(tournament)
    }
    upTo = seq
    tell()
    signalled = new Promise((resolve) => (tell = resolve))
  }

  void run()
  return {
    upTo: () => upTo,
    news: () => Promise.race([signalled, pause(retryMs)]),
    on: (cabinets: number[]): Placed[] =>
      [...placed].flatMap(([tournament, own]) =>
        [...own]
          .filter(([, cabinet]) => cabinets.includes(cabinet))
          .map(([match, cabinet]) => ({ tournament, match, cabinet })),
      ),
    stop: () => stopping.abort(),
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}

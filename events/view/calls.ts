import { comingMatches, queueOrderOf, nextMatch } from '../rules/next-match.ts'
import type { MatchRow, QueueRow, TimerRow } from '../schema/rows.ts'
import type { CabinetId, MatchId } from '../ids.ts'

/**
 * How near a match is (R-QU-4): `soon` is at most three matches away, `now` is the next one,
 * `on_deck` while the queue timer that will start it runs, `on` is on a cabinet. It is computed
 * from the rows of queues, timers and matches alone.
 */
export type Call = 'soon' | 'now' | 'on_deck' | 'on'
export type Calls = ReadonlyMap<MatchId, Call>

type Waiting = Pick<MatchRow, 'id' | 'blueTeam' | 'goldTeam' | 'activeCabinet' | 'isComplete'>
export type CallInput = {
  queues: readonly Pick<QueueRow, 'id' | 'enabled' | 'cabinets' | 'matches'>[]
  timers: readonly Pick<TimerRow, 'cabinet' | 'dueAt' | 'waits'>[]
  /** at least the matches that are in queues or on cabinets */
  matches: readonly Waiting[]
}

const soonWithin = 3

export function callsOf({ queues, timers, matches }: CallInput): Calls {
  const byId = new Map(matches.map((match) => [match.id, match]))
  const active = matches.filter((match) => match.activeCabinet !== null)
  const calls = new Map<MatchId, Call>()
  const queueInputsFor = (cabinet: CabinetId) => {
    return {
      order: queueOrderOf(queues, cabinet),
      find: (id: MatchId) => byId.get(id),
      active,
      cabinet,
    }
  }
  // The desk will choose this match when the current match of the cabinet has ended.
  const next = (cabinet: CabinetId) => {
    const find = (id: MatchId) => (calls.has(id) ? undefined : byId.get(id))
    return nextMatch({ ...queueInputsFor(cabinet), find }).match?.id
  }

  const running = timers.filter(({ waits }) => waits === null)
  for (const { cabinet } of running.toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1))) {
    const match = next(cabinet)
    if (match !== undefined) calls.set(match, 'on_deck')
  }
  const timed = new Set(running.map(({ cabinet }) => cabinet))
  const cabinets = [...new Set(queues.flatMap((queue) => (queue.enabled ? queue.cabinets : [])))]
  const others = cabinets.filter((cabinet) => !timed.has(cabinet))
  // Cabinets that share a queue share its next match.
  for (const match of others.flatMap((cabinet) => next(cabinet) ?? [])) calls.set(match, 'now')
  for (const cabinet of cabinets) {
    const near = comingMatches(queueInputsFor(cabinet)).slice(0, soonWithin + 1)
    for (const { id } of near) if (!calls.has(id)) calls.set(id, 'soon')
  }
  for (const match of active) calls.set(match.id, 'on')
  return calls
}

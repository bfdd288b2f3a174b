import type { MatchRow, QueueRow, TimerRow } from './rows.ts'

/**
 * Where a match stands on its way to a cabinet (R-QU-4): `soon` at most three matches away, `now`
 * the next, `on_deck` while the queue timer runs that will start it, `on` a cabinet. It follows from
 * the rows of queues, timers and matches; whoever has those can tell it.
 */
export type Call = 'soon' | 'now' | 'on_deck' | 'on'
export type Calls = ReadonlyMap<number, Call>

type Waiting = Pick<MatchRow, 'id' | 'blueTeam' | 'goldTeam' | 'activeCabinet' | 'isComplete'>
export type Called = {
  queues: readonly Pick<QueueRow, 'id' | 'enabled' | 'cabinets' | 'matches'>[]
  timers: readonly Pick<TimerRow, 'cabinet' | 'dueAt' | 'waits'>[]
  /** at least those that are in queues or on cabinets */
  matches: readonly Waiting[]
}

const soonWithin = 3

export function callsOf({ queues, timers, matches }: Called): Calls {
  const known = new Map(matches.map((match) => [match.id, match]))
  const active = matches.filter((match) => match.activeCabinet !== null)
  const lines = linesOf(queues)
  const calls = new Map<number, Call>()
  const next = (cabinet: number) =>
    lines.get(cabinet)?.find((id) => !calls.has(id) && canStart(known.get(id), active, cabinet))

  const running = timers.filter(({ waits }) => waits === null)
  for (const { cabinet } of running.toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1))) {
    const match = next(cabinet)
    if (match !== undefined) calls.set(match, 'on_deck')
  }
  const timed = new Set(running.map(({ cabinet }) => cabinet))
  const others = [...lines.keys()].filter((cabinet) => !timed.has(cabinet))
  // Cabinets that share a queue share its next match.
  for (const match of others.flatMap((cabinet) => next(cabinet) ?? [])) calls.set(match, 'now')
  for (const line of lines.values()) {
    for (const id of line.slice(0, soonWithin + 1)) if (!calls.has(id)) calls.set(id, 'soon')
  }
  for (const match of active) calls.set(match.id, 'on')
  return calls
}

/** By cabinet the matches it may get, in the order select-next looks at them. */
function linesOf(queues: Called['queues']): Map<number, number[]> {
  const lines = new Map<number, number[]>()
  for (const { enabled, cabinets, matches } of queues.toSorted((a, b) => a.id - b.id)) {
    for (const cabinet of enabled ? cabinets : []) {
      lines.set(cabinet, [...(lines.get(cabinet) ?? []), ...matches])
    }
  }
  return lines
}

/** As select-next asks, when the match that is on the cabinet has ended (R-QU-2). */
function canStart(match: Waiting | undefined, active: Waiting[], cabinet: number): boolean {
  if (!match || match.blueTeam === null || match.goldTeam === null) return false
  const teams = [match.blueTeam, match.goldTeam]
  return !active.some(
    ({ activeCabinet, blueTeam, goldTeam }) =>
      activeCabinet !== cabinet && teams.some((team) => team === blueTeam || team === goldTeam),
  )
}

/** A match whose call has changed; null: it had none, or has none any more. */
export type Notice = { match: number; was: Call | null; is: Call | null }

/** Each change once, in the order of the matches' ids. */
export function notices(before: Calls, after: Calls): Notice[] {
  const matches = [...new Set([...before.keys(), ...after.keys()])].toSorted((a, b) => a - b)
  return matches.flatMap((match) => {
    const [was, is] = [before.get(match) ?? null, after.get(match) ?? null]
    return was === is ? [] : [{ match, was, is }]
  })
}

import type { Match } from '../state/match.ts'
import type { Tournament } from '../state/tournament.ts'
import { prior } from './basis.ts'
import type { MatchDuration } from './match-duration.ts'
import type { CabinetId } from '../ids.ts'

/** Where matches wait, and for which cabinets. */
export type Lines = {
  /** matches in the order to be played: one list a queue, and last those that are in none */
  lists: number[][]
  /** in the order of the tournament's cabinets */
  cabinets: Spot[]
}
type Spot = {
  cabinet: CabinetId
  /** which lists it takes from, first to last */
  lists: number[]
  /** seconds until a match can be started */
  free: number
  /** seconds of the change-over that have gone by then */
  changed: number
}

/** One that has been free for longer is set up anew. */
const maxIdle = 3_600

/**
 * Queues as select-next reads them. What is in no queue that is served comes after what is, by
 * number; where there is no queue at all yet, any cabinet may take any match.
 */
export function linesOf(
  t: Tournament,
  { pace, nowMs, open }: { pace: MatchDuration; nowMs: number; open: Match[] },
): Lines {
  const isServed = (cabinets: CabinetId[]) => cabinets.some((id) => t.cabinets[id])
  const queues = Object.values(t.queues).filter((one) => one.enabled && isServed(one.cabinets))
  const queued = new Set(queues.flatMap((queue) => queue.matches))
  const rest = open.filter((match) => match.cabinet === null && !queued.has(match.id))
  const lists = [...queues.map((queue) => queue.matches), inOrder(t, rest)]
  const cabinets = Object.values(t.cabinets)
    .filter(({ id }) => queues.length === 0 || queues.some((queue) => queue.cabinets.includes(id)))
    .toSorted((a, b) => a.place - b.place)
  return {
    lists,
    cabinets: [...cabinets, ...busyElsewhere(t, cabinets, open)].map(({ id }) => {
      const own = queues.flatMap(({ cabinets }, index) => (cabinets.includes(id) ? [index] : []))
      const takesRest = queues.length === 0 || own.length > 0 ? [queues.length] : []
      return { cabinet: id, lists: [...own, ...takesRest], ...freeAt(t, id, { pace, nowMs }) }
    }),
  }
}

/** A match may be on a cabinet without a queue: it ends there, and nothing follows. */
function busyElsewhere(t: Tournament, served: { id: number }[], open: Match[]) {
  const busy = new Set(open.map((match) => match.cabinet))
  return Object.values(t.cabinets).filter(
    ({ id }) => busy.has(id) && !served.some((one) => one.id === id),
  )
}

/** Stages in the order they were made, and within them by number. */
function inOrder(t: Tournament, matches: Match[]): number[] {
  const stages = Object.keys(t.stages).map(Number)
  const place = new Map(stages.map((id, index) => [id, index]))
  return matches
    .toSorted((a, b) => place.get(a.stage)! - place.get(b.stage)! || a.num - b.num || a.id - b.id)
    .map((match) => match.id)
}

function freeAt(
  t: Tournament,
  cabinet: CabinetId,
  { pace, nowMs }: { pace: MatchDuration; nowMs: number },
): Pick<Spot, 'free' | 'changed'> {
  const timer = t.timers[cabinet]
  if (timer && timer.waits === null) {
    const free = Math.max(0, (Date.parse(timer.dueAt) - nowMs) / 1000)
    const queueTimer = t.stages[t.matches[timer.after]?.stage ?? 0]?.queueTimer ?? 0
    return { free, changed: queueTimer }
  }
  const freed = pace.freed[cabinet]
  const idle = freed === undefined ? Infinity : Math.max(0, (nowMs - Date.parse(freed)) / 1000)
  return { free: 0, changed: idle > maxIdle ? 0 : Math.min(idle, prior.changeOver) }
}

import type { Match } from '../state/match.ts'
import type { Tournament } from '../state/tournament.ts'
import { prior } from './basis.ts'
import type { MatchDuration } from './match-duration.ts'
import type { CabinetId } from '../ids.ts'

/** The queues of a simulation: where matches wait, and for which cabinets. */
export type QueueModel = {
  /** ids of matches in order of play: one list per queue, the last one for matches in no queue */
  lists: number[][]
  /** in the order of the tournament's cabinets */
  cabinets: CabinetModel[]
}
type CabinetModel = {
  cabinet: CabinetId
  /** indexes of the lists it takes matches from, in order of preference */
  lists: number[]
  /** seconds until a match can be started */
  free: number
  /** seconds of the change-over that have passed by then */
  changed: number
}

/** Seconds. A cabinet that has been free for longer needs a whole change-over. */
const maxIdle = 3_600

/**
 * Queues in the way that SelectNext reads them. Matches in no active queue come last, by number. If
 * there is no queue yet, any cabinet may take any match.
 */
export function queueModelOf(
  t: Tournament,
  { durations, nowMs, open }: { durations: MatchDuration; nowMs: number; open: Match[] },
): QueueModel {
  const isServed = (cabinets: CabinetId[]) => cabinets.some((id) => t.cabinets[id])
  const queues = Object.values(t.queues).filter(
    (queue) => queue.enabled && isServed(queue.cabinets),
  )
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
      return { cabinet: id, lists: [...own, ...takesRest], ...freeAt(t, id, { durations, nowMs }) }
    }),
  }
}

/** Without the cabinets whose client has left, for matches in no queue: nobody puts them there. */
export function withoutOffline(queues: QueueModel, offline: ReadonlySet<CabinetId>): QueueModel {
  const rest = queues.lists.length - 1
  const cabinets = queues.cabinets.map((cabinet) => {
    if (!offline.has(cabinet.cabinet)) return cabinet
    return { ...cabinet, lists: cabinet.lists.filter((list) => list !== rest) }
  })
  return { ...queues, cabinets }
}

/** False if matches are in no queue and no cabinet can take them. */
export function isEveryListTaken({ lists, cabinets }: QueueModel): boolean {
  const rest = lists.length - 1
  return lists[rest]?.length === 0 || cabinets.some((cabinet) => cabinet.lists.includes(rest))
}

/** Cabinets without a queue that have a match: it ends there, and no other match follows. */
function busyElsewhere(t: Tournament, served: { id: number }[], open: Match[]) {
  const busy = new Set(open.map((match) => match.cabinet))
  return Object.values(t.cabinets).filter(
    ({ id }) => busy.has(id) && !served.some((cabinet) => cabinet.id === id),
  )
}

/** By the order in which the stages were created, then by match number. */
function inOrder(t: Tournament, matches: Match[]): number[] {
  const stages = Object.keys(t.stages).map(Number)
  const rank = new Map(stages.map((id, index) => [id, index]))
  return matches
    .toSorted((a, b) => rank.get(a.stage)! - rank.get(b.stage)! || a.num - b.num || a.id - b.id)
    .map((match) => match.id)
}

function freeAt(
  t: Tournament,
  cabinet: CabinetId,
  { durations, nowMs }: { durations: MatchDuration; nowMs: number },
): Pick<CabinetModel, 'free' | 'changed'> {
  const timer = t.timers[cabinet]
  if (timer && timer.waits === null) {
    const free = Math.max(0, (Date.parse(timer.dueAt) - nowMs) / 1000)
    const queueTimer = t.stages[t.matches[timer.after]?.stage ?? 0]?.queueTimer ?? 0
    return { free, changed: queueTimer }
  }
  const freed = durations.freed[cabinet]
  const idle = freed === undefined ? Infinity : Math.max(0, (nowMs - Date.parse(freed)) / 1000)
  return { free: 0, changed: idle > maxIdle ? 0 : Math.min(idle, prior.changeOver) }
}

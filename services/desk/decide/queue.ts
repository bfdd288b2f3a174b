import { label } from '../../../events/bracket.ts'
import type { CommandOf } from '../../../events/command.ts'
import type { Event } from '../../../events/event.ts'
import type { Match } from '../../../events/match.ts'
import type { Queue } from '../../../events/queue.ts'
import type { Tournament } from '../../../events/tournament.ts'
import { accept, refuse } from './decision.ts'
import type { Circumstances, Decision, Refusal } from './decision.ts'
import { find } from './match.ts'
import { blocked, cabinetOffline, nameOf, started } from './start.ts'
import { idsShort } from './tournament.ts'

export function createQueues(
  t: Tournament,
  _command: CommandOf<'CreateQueues'>,
  { ids }: Circumstances,
): Decision {
  const queues = Object.values(t.queues)
  const without = Object.values(t.cabinets)
    .filter((c) => !queues.some((q) => q.autoCreated && q.cabinets.includes(c.id)))
    .toSorted((a, b) => a.place - b.place)
  if (ids.length < without.length) return idsShort(without.length)
  const events = without.map(
    (cabinet, index): Event => ({
      type: 'QueueCreated',
      v: 1,
      queue: ids[index] ?? 0,
      name: cabinet.name,
      cabinets: [cabinet.id],
      autoCreated: true,
    }),
  )
  return { events, answer: { ids: ids.slice(0, without.length) } }
}

export function createQueue(
  t: Tournament,
  command: CommandOf<'CreateQueue'>,
  { ids }: Circumstances,
): Decision {
  const [queue] = ids
  if (queue === undefined) return idsShort(1)
  const refusal = foreignCabinet(t, command.cabinets)
  if (refusal) return refusal
  const { name, cabinets } = command
  return {
    events: [{ type: 'QueueCreated', v: 1, queue, name, cabinets, autoCreated: false }],
    answer: { ids: [queue] },
  }
}

export function setQueue(t: Tournament, command: CommandOf<'SetQueue'>): Decision {
  const queue = t.queues[command.queue]
  if (!queue) return noSuchQueue(command.queue)
  const { matches, expected } = command
  const same = (a: number[], b: number[]) => a.length === b.length && a.every((id, i) => id === b[i])
  if (same(queue.matches, matches)) return accept()
  if (expected && !same(queue.matches, expected)) {
    return refuse('QUEUE_CHANGED', 'Somebody else has changed this queue meanwhile.', {
      order: queue.matches,
    })
  }
  if (new Set(matches).size < matches.length) {
    return refuse('MATCH_TWICE', 'A match can be in a queue only once.')
  }
  for (const id of matches) {
    const match = find(t, id)
    if (!match) return refuse('MATCH_UNKNOWN', `Match ${id} is not in this tournament.`, { match: id })
    if (match.result) return refuse('MATCH_COMPLETE', `${label(match)} is complete already.`, { match: id })
    if (match.cabinet !== null) {
      const where = nameOf(t, match.cabinet)
      return refuse('MATCH_ACTIVE', `${label(match)} is already on ${where}.`, { match: id })
    }
  }
  return accept({ type: 'QueueOrdered', v: 1, queue: queue.id, matches })
}

export function setQueueCabinets(t: Tournament, command: CommandOf<'SetQueueCabinets'>): Decision {
  const queue = t.queues[command.queue]
  if (!queue) return noSuchQueue(command.queue)
  const refusal = foreignCabinet(t, command.cabinets)
  if (refusal) return refusal
  return accept({ type: 'QueueCabinetsSet', v: 1, queue: queue.id, cabinets: command.cabinets })
}

export function enableQueue(t: Tournament, command: CommandOf<'EnableQueue'>): Decision {
  const queue = t.queues[command.queue]
  if (!queue) return noSuchQueue(command.queue)
  if (queue.enabled === command.on) return accept()
  const enabled: Event = { type: 'QueueEnabled', v: 1, queue: queue.id, on: command.on }
  if (command.on) return accept(enabled)
  // A disabled queue starts nothing by itself any more (R-QT-2).
  const timers = queue.cabinets.filter((cabinet) => t.timers[cabinet])
  return accept(
    enabled,
    ...timers.map((cabinet): Event => cancel(cabinet, 'the queue was disabled')),
  )
}

export function deleteQueue(t: Tournament, command: CommandOf<'DeleteQueue'>): Decision {
  const queue = t.queues[command.queue]
  if (!queue) return noSuchQueue(command.queue)
  return accept({ type: 'QueueDeleted', v: 1, queue: queue.id })
}

export function selectNext(
  t: Tournament,
  command: CommandOf<'SelectNext'>,
  circumstances: Circumstances,
): Decision {
  const { cabinet } = command
  if (!t.cabinets[cabinet]) {
    return refuse('CABINET_NOT_ASSIGNED', `Cabinet ${cabinet} is not assigned to this tournament.`)
  }
  const busy = Object.values(t.matches).find((match) => match.cabinet === cabinet)
  if (busy) {
    const where = nameOf(t, cabinet)
    return refuse('MATCH_ACTIVE', `${label(busy)} is still on ${where}. Complete or stop it first.`)
  }
  if (circumstances.offline.includes(cabinet)) return cabinetOffline(t, cabinet)
  const all = Object.values(t.queues).filter((queue) => queue.cabinets.includes(cabinet))
  if (all.length === 0) return refuse('NO_QUEUE', `${nameOf(t, cabinet)} has no queue.`)
  const queues = all.filter((queue) => queue.enabled)
  if (queues.length === 0) return refuse('QUEUE_DISABLED', 'The queue is disabled.')
  const { next, skipped } = nextMatch(t, queues, cabinet)
  if (!next) {
    const why = skipped.length ? skipped.join(' ') : 'The queue is empty.'
    return refuse('NOTHING_ELIGIBLE', why, { skipped })
  }
  return {
    events: started(t, next, { cabinet, now: circumstances.now }),
    answer: { match: next.id, skipped },
  }
}

/** The first match that can be played now; those before it stay and are named (R-QU-2). */
function nextMatch(
  t: Tournament,
  queues: Queue[],
  cabinet: number,
): { next: Match | null; skipped: string[] } {
  const skipped: string[] = []
  for (const id of queues.flatMap((queue) => queue.matches)) {
    const match = find(t, id)
    if (!match) continue
    const reason = blocked(t, match, cabinet)
    if (!reason) return { next: match, skipped }
    skipped.push(reason.detail)
  }
  return { next: null, skipped }
}

export function holdTimer(t: Tournament, command: CommandOf<'HoldTimer'>): Decision {
  if (!t.timers[command.cabinet]) return accept()
  return accept(cancel(command.cabinet, command.reason))
}

/** The referee's call when a timer is due: Next, or the reason why not (R-QT-1). */
export function fireTimer(
  t: Tournament,
  command: CommandOf<'FireTimer'>,
  circumstances: Circumstances,
): Decision {
  const { cabinet, dueAt } = command
  if (t.timers[cabinet]?.dueAt !== dueAt) return accept()
  if (circumstances.now < dueAt) return refuse('TIMER_NOT_DUE', 'The timer is still running.')
  const next = selectNext(t, { type: 'SelectNext', cabinet }, circumstances)
  return 'refused' in next ? accept(cancel(cabinet, next.detail)) : next
}

/** Armed where a match ends on a cabinet whose enabled queue has more to play (R-QT-1). */
export function armTimer(t: Tournament, match: Match, cabinet: number, now: string): Event[] {
  const waiting = Object.values(t.queues).some(
    (queue) => queue.enabled && queue.cabinets.includes(cabinet) && queue.matches.length > 0,
  )
  if (!waiting) return []
  const seconds = t.stages[match.stage]?.queueTimer ?? 0
  return [{ type: 'TimerArmed', v: 1, cabinet, after: match.id, dueAt: later(now, seconds) }]
}

function later(now: string, seconds: number): string {
  return new Date(Date.parse(now) + seconds * 1000).toISOString()
}

function cancel(cabinet: number, reason: string): Event {
  return { type: 'TimerCancelled', v: 1, cabinet, reason }
}

function foreignCabinet(t: Tournament, cabinets: number[]): Refusal | null {
  const unknown = cabinets.find((id) => !t.cabinets[id])
  if (unknown === undefined) return null
  return refuse('CABINET_NOT_ASSIGNED', `Cabinet ${unknown} is not assigned to this tournament.`)
}

function noSuchQueue(queue: number): Refusal {
  return refuse('NO_SUCH_QUEUE', `Queue ${queue} is not in this tournament.`)
}

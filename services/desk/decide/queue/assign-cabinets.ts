import { say } from '#events/messages/message.ts'
import { matchLabel, matchIn } from '#events/bracket/bracket.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import type { Queue } from '#events/state/queue.ts'
import type { Cabinet } from '#events/state/cabinet.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { queuesWith } from '../cabinet-queues.ts'
import { accept, isRefusal, refuse } from '../decision.ts'
import type { DecisionInputs, Decision, Refusal } from '../decision.ts'
import { timerCancelled } from './timer.ts'
import type { CabinetId } from '#events/ids.ts'

/**
 * Sets the cabinets of a tournament. A new cabinet gets its own queue; a removed one leaves its
 * queues, and its timer ends.
 */
export function assignCabinets(
  t: Tournament,
  command: CommandOf<'AssignCabinets'>,
  { queueIds }: Pick<DecisionInputs, 'queueIds'> = {},
): Decision {
  const assigned = Object.values(t.cabinets).toSorted((a, b) => a.place - b.place)
  const cabinets = setOf(assigned, command)
  const kept = new Set(cabinets.map((cabinet) => cabinet.id))
  const refusal = playedOn(t, kept) ?? waitedFor(t, kept)
  if (refusal) return refusal
  const order = (cabinets: { id: CabinetId; name: string }[]) =>
    JSON.stringify(cabinets.map(({ id, name }) => [id, name]))
  if (order(assigned) === order(cabinets)) return accept()
  const queues = queuesWith(t, cabinets, queueIds)
  if (isRefusal(queues)) return queues
  const timers = Object.values(t.timers).filter((timer) => !kept.has(timer.cabinet))
  return accept(
    ...losing(t, kept).map((queue) => withoutCabinets(queue, kept)),
    { type: 'CabinetsAssigned', v: 1, cabinets },
    ...queues,
    ...timers.map((timer) => timerCancelled(timer.cabinet, 'the cabinet was removed')),
  )
}

function setOf(assigned: Cabinet[], command: CommandOf<'AssignCabinets'>) {
  if (!command.merge) return command.cabinets
  const more = command.cabinets.filter(({ id }) => !assigned.some((cabinet) => cabinet.id === id))
  return [...assigned.map(({ id, name }) => ({ id, name })), ...more]
}

function playedOn(t: Tournament, kept: Set<CabinetId>): Refusal | null {
  const stuck = Object.values(t.matches).find(
    (match) => match.cabinet !== null && !kept.has(match.cabinet),
  )
  if (!stuck) return null
  const cabinet = t.cabinets[stuck.cabinet ?? 0]?.name ?? 'a cabinet'
  return refuse('MATCH_ACTIVE', say('beingPlayedOn', { match: matchIn(t, stuck), cabinet }))
}

/** Refuses to leave queued matches without any cabinet. */
function waitedFor(t: Tournament, kept: Set<CabinetId>): Refusal | null {
  const stranded = losing(t, kept).find(
    (queue) => queue.matches.length > 0 && !queue.cabinets.some((id) => kept.has(id)),
  )
  if (!stranded) return null
  const waiting = stranded.matches.flatMap((id) => t.matches[id] ?? []).map(matchLabel)
  const detail = `${waiting.join(', ')} in queue ${stranded.name} would have no cabinet left.`
  return refuse('MATCH_QUEUED', `${detail} Move them to another queue first.`, {
    queue: stranded.id,
    matches: stranded.matches,
  })
}

function losing(t: Tournament, kept: Set<CabinetId>): Queue[] {
  const isGone = (id: CabinetId) => !kept.has(id)
  return Object.values(t.queues).filter((queue) => queue.cabinets.some(isGone))
}

/** Removes cabinets from a queue; the queue that was created with a cabinet is deleted with it. */
function withoutCabinets(queue: Queue, kept: Set<CabinetId>): Event {
  const cabinets = queue.cabinets.filter((id) => kept.has(id))
  if (queue.autoCreated && cabinets.length === 0) {
    return { type: 'QueueDeleted', v: 1, queue: queue.id }
  }
  return { type: 'QueueCabinetsSet', v: 1, queue: queue.id, cabinets }
}

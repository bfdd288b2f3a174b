import { say } from '#events/messages/message.ts'
import { cabinetName } from '#events/describe/names.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import type { Queue } from '#events/state/queue.ts'
import { sameItems } from '#events/same-value.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { ownQueue, withoutQueue } from '../cabinet-queues.ts'
import { accept, idsShort, refuse } from '../decision.ts'
import type { DecisionInputs, Decision, Refusal } from '../decision.ts'
import { matchIn } from '#events/bracket/bracket.ts'
import { findMatch, notAssigned, noSuchMatchText, ofQueue } from '../lookups.ts'
import { timerCancelled } from './timer.ts'
import type { CabinetId } from '#events/ids.ts'

export function createQueues(
  t: Tournament,
  _command: CommandOf<'CreateQueues'>,
  { ids }: DecisionInputs,
): Decision {
  const cabinets = Object.values(t.cabinets).toSorted((a, b) => a.place - b.place)
  const without = withoutQueue(t, cabinets)
  if (ids.length < without.length) return idsShort(without.length)
  const events = without.map((cabinet, index) => ownQueue(cabinet, ids[index] ?? 0))
  return { events, answer: { ids: ids.slice(0, without.length) } }
}

export function createQueue(
  t: Tournament,
  command: CommandOf<'CreateQueue'>,
  { ids }: DecisionInputs,
): Decision {
  const [queue] = ids
  if (queue === undefined) return idsShort(1)
  const cabinets = [...new Set(command.cabinets)]
  const refusal = foreignCabinet(t, cabinets)
  if (refusal) return refusal
  const { name } = command
  return {
    events: [{ type: 'QueueCreated', v: 1, queue, name, cabinets, autoCreated: false }],
    answer: { ids: [queue] },
  }
}

export const setQueue = ofQueue<'SetQueue'>((t, queue, { matches, expected }) => {
  if (sameItems(queue.matches, matches)) return accept()
  if (expected && !sameItems(queue.matches, expected)) {
    return refuse('QUEUE_CHANGED', undefined, { order: queue.matches })
  }
  if (new Set(matches).size < matches.length) {
    return refuse('MATCH_TWICE')
  }
  for (const id of matches) {
    const match = findMatch(t, id)
    if (!match) return refuse('MATCH_UNKNOWN', noSuchMatchText(t, id), { match: id })
    if (match.result)
      return refuse('MATCH_COMPLETE', say('alreadyComplete', { match: matchIn(t, match) }), {
        match: id,
      })
    if (match.cabinet !== null) {
      const where = cabinetName(t, match.cabinet)
      return refuse(
        'MATCH_ACTIVE',
        say('alreadyOn', { match: matchIn(t, match), cabinet: where }),
        {
          match: id,
        },
      )
    }
  }
  return accept({ type: 'QueueOrdered', v: 1, queue: queue.id, matches })
})

export const setQueueCabinets = ofQueue<'SetQueueCabinets'>((t, queue, command) => {
  const cabinets = [...new Set(command.cabinets)]
  const refusal = foreignCabinet(t, cabinets)
  if (refusal) return refusal
  if (sameItems(queue.cabinets, cabinets)) return accept()
  const left = queue.cabinets.filter((id) => !cabinets.includes(id))
  return accept(
    { type: 'QueueCabinetsSet', v: 1, queue: queue.id, cabinets },
    ...timersOf(t, queue, left, 'the cabinet left the queue'),
  )
})

export const renameQueue = ofQueue<'RenameQueue'>((t, queue, command) => {
  if (queue.autoCreated) {
    const detail = `This queue was created with ${queue.name} and is named after it.`
    return refuse('QUEUE_OF_CABINET', detail)
  }
  if (queue.name === command.name) return accept()
  return accept({ type: 'QueueRenamed', v: 1, queue: queue.id, name: command.name })
})

export const enableQueue = ofQueue<'EnableQueue'>((t, queue, command) => {
  if (queue.enabled === command.on) return accept()
  const enabled: Event = { type: 'QueueEnabled', v: 1, queue: queue.id, on: command.on }
  if (command.on) return accept(enabled)
  // A disabled queue starts nothing automatically (R-QT-2).
  return accept(enabled, ...timersOf(t, queue, queue.cabinets, 'the queue was disabled'))
})

export const deleteQueue = ofQueue<'DeleteQueue'>((t, queue) => {
  return accept(
    { type: 'QueueDeleted', v: 1, queue: queue.id },
    ...timersOf(t, queue, queue.cabinets, 'the queue was deleted'),
  )
})

/**
 * Ends the timers of cabinets that no other enabled queue serves. If the timers were for the
 * matches of this queue, an empty queue does not keep them (R-QT-2).
 */
function timersOf(t: Tournament, queue: Queue, cabinets: CabinetId[], reason: string): Event[] {
  const hadMatches = queue.enabled && queue.matches.length > 0
  const others = Object.values(t.queues).filter(
    (other) => other.id !== queue.id && other.enabled && (other.matches.length > 0 || !hadMatches),
  )
  return cabinets
    .filter((id) => t.timers[id] && !others.some((other) => other.cabinets.includes(id)))
    .map((id) => timerCancelled(id, reason))
}

function foreignCabinet(t: Tournament, cabinets: CabinetId[]): Refusal | null {
  const unknown = cabinets.find((id) => !t.cabinets[id])
  return unknown === undefined ? null : notAssigned(unknown)
}

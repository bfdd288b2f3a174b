import type { Event } from '#events/schema/event.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { refuse } from './decision.ts'
import type { Refusal } from './decision.ts'
import type { CabinetId, QueueId } from '#events/ids.ts'

type NamedCabinet = { id: CabinetId; name: string }

/**
 * Creates the queues of newly assigned cabinets. A cabinet that was assigned before gets none,
 * because its queue may have been deleted on purpose.
 */
export function queuesWith(
  t: Tournament,
  assigned: NamedCabinet[],
  queueIds?: number[],
): Event[] | Refusal {
  if (!queueIds) return []
  const without = withoutQueue(
    t,
    assigned.filter(({ id }) => !t.cabinets[id]),
  )
  if (queueIds.length < without.length) {
    const detail = `${without.length} new queue ids are needed.`
    return refuse('IDS_SHORT', detail, { needed: 0, queues: without.length })
  }
  return without.map((cabinet, index) => ownQueue(cabinet, queueIds[index] ?? 0))
}

export function withoutQueue<C extends NamedCabinet>(t: Tournament, cabinets: C[]): C[] {
  const automatic = Object.values(t.queues).filter((queue) => queue.autoCreated)
  return cabinets.filter(({ id }) => !automatic.some((queue) => queue.cabinets.includes(id)))
}

export function ownQueue({ id, name }: NamedCabinet, queue: QueueId): Event {
  return { type: 'QueueCreated', v: 1, queue, name, cabinets: [id], autoCreated: true }
}

import type { EventOf } from '../schema/event.ts'
import type { CabinetId, MatchId, QueueId, Records } from '../ids.ts'

export type Queue = {
  id: QueueId
  name: string
  cabinets: CabinetId[]
  autoCreated: boolean
  enabled: boolean
  /** next first; a match is in at most one queue (R-QU-1) */
  matches: MatchId[]
}
/** The queue timer of a cabinet. It is part of the state, so it survives any process (R-QT-1). */
export type Timer = {
  cabinet: CabinetId
  after: MatchId
  dueAt: string
  /** why nothing could be started although it is due; the next commit of the tournament retries */
  waits: string | null
}

type QueueEvent = EventOf<
  | 'QueueCreated'
  | 'QueueCabinetsSet'
  | 'QueueRenamed'
  | 'QueueEnabled'
  | 'QueueOrdered'
  | 'QueueDeleted'
>
type Queues = Records<QueueId, Queue>

export function evolveQueues(queues: Queues, event: QueueEvent): Queues {
  if (event.type === 'QueueCreated') {
    const { queue: id, name, cabinets, autoCreated } = event
    return { ...queues, [id]: { id, name, cabinets, autoCreated, enabled: true, matches: [] } }
  }
  const queue = queues[event.queue]
  if (!queue) return queues
  switch (event.type) {
    case 'QueueCabinetsSet':
      return { ...queues, [queue.id]: { ...queue, cabinets: event.cabinets } }
    case 'QueueRenamed':
      return { ...queues, [queue.id]: { ...queue, name: event.name } }
    case 'QueueEnabled':
      return { ...queues, [queue.id]: { ...queue, enabled: event.on } }
    case 'QueueOrdered': {
      const others = event.matches.reduce(withoutMatch, queues)
      return { ...others, [queue.id]: { ...queue, matches: event.matches } }
    }
    case 'QueueDeleted': {
      const { [queue.id]: _, ...rest } = queues
      return rest
    }
  }
}

export function withoutMatch(queues: Queues, match: MatchId): Queues {
  const queue = queueOf(queues, match)
  if (!queue) return queues
  return {
    ...queues,
    [queue.id]: { ...queue, matches: queue.matches.filter((id) => id !== match) },
  }
}

export function queueOf(queues: Queues, match: MatchId): Queue | undefined {
  return Object.values(queues).find((queue) => queue.matches.includes(match))
}

import type { queueSchema, timerSchema } from '../schema/nouns/queue.ts'
import type { CabinetId, MatchId, QueueId, Records } from '../ids.ts'
import { without } from './noun.ts'
import type { NounState } from './noun.ts'

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

export type Queues = Records<QueueId, Queue>

export const queueState: NounState<typeof queueSchema, { queues: Queues }> = {
  empty: { queues: {} },
  rows: { queue: 'queues' },
  on: {
    QueueCreated: ({ queues }, { queue: id, name, cabinets, autoCreated }) => {
      const queue = { id, name, cabinets, autoCreated, enabled: true, matches: [] }
      return { queues: { ...queues, [id]: queue } }
    },
    QueueCabinetsSet: ({ queues }, { queue, cabinets }) => withQueue(queues, queue, { cabinets }),
    QueueRenamed: ({ queues }, { queue, name }) => withQueue(queues, queue, { name }),
    QueueEnabled: ({ queues }, { queue, on }) => withQueue(queues, queue, { enabled: on }),
    QueueOrdered: ({ queues }, { queue: id, matches }) => {
      const queue = queues[id]
      if (!queue) return {}
      const others = matches.reduce(withoutMatch, queues)
      return { queues: { ...others, [id]: { ...queue, matches } } }
    },
    QueueDeleted: ({ queues }, { queue }) =>
      queues[queue] ? { queues: without(queues, queue) } : {},
  },
}

function withQueue(queues: Queues, id: QueueId, change: Partial<Queue>): { queues?: Queues } {
  const queue = queues[id]
  return queue ? { queues: { ...queues, [id]: { ...queue, ...change } } } : {}
}

export type Timers = Records<CabinetId, Timer>

export const timerState: NounState<typeof timerSchema, { timers: Timers }> = {
  empty: { timers: {} },
  rows: { timer: 'timers' },
  on: {
    TimerArmed: ({ timers }, { cabinet, after, dueAt }) => {
      return { timers: { ...timers, [cabinet]: { cabinet, after, dueAt, waits: null } } }
    },
    TimerWaits: ({ timers }, { cabinet, reason }) => {
      const timer = timers[cabinet]
      return timer ? { timers: { ...timers, [cabinet]: { ...timer, waits: reason } } } : {}
    },
    TimerCancelled: ({ timers }, { cabinet }) => ({ timers: without(timers, cabinet) }),
  },
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

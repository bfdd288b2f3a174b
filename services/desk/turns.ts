import { Unavailable } from '../log/index.ts'

const maxWaiting = 2_000
const maxWaitMs = 5_000

/**
 * Commands of a tournament take turns within this process; conflicts with other processes are
 * detected by the log (P3). `take` waits for the turn and returns what ends it.
 */
export function openTurns() {
  const queues = new Map<number, { last: Promise<void>; waiting: number }>()

  return async function take(tournament: number): Promise<() => void> {
    const queue = queues.get(tournament) ?? { last: Promise.resolve(), waiting: 0 }
    if (queue.waiting >= maxWaiting) throw new Unavailable('too many commands are waiting') // P15
    queues.set(tournament, queue)
    queue.waiting++
    const before = queue.last
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.last = promise
    const end = () => {
      queue.waiting--
      if (queue.waiting === 0) queues.delete(tournament)
      resolve()
    }
    const queuedMs = performance.now()
    await before
    // The commands before it waited for an unavailable log; this one has not been tried yet.
    if (performance.now() - queuedMs <= maxWaitMs) return end
    end()
    throw new Unavailable('waited too long; send again')
  }
}

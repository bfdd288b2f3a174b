import { Unavailable } from '../log/index.ts'

const maxWaiting = 2_000
const maxWaitMs = 5_000

/**
 * Runs the commands of a tournament one after another within this process. Conflicts with other
 * processes are detected by the log (P3).
 */
export function openWorkQueues() {
  const all = new Map<number, { turn: Promise<unknown>; waiting: number }>()

  return async function inTurn<T>(tournament: number, work: () => Promise<T>): Promise<T> {
    const queue = all.get(tournament) ?? { turn: Promise.resolve(), waiting: 0 }
    if (queue.waiting >= maxWaiting) throw new Unavailable('too many commands are waiting') // P15
    all.set(tournament, queue)
    queue.waiting++
    const queuedMs = performance.now()
    const turn = queue.turn.then(() => {
      // The commands before it waited for an unavailable log; this one has not been tried yet.
      if (performance.now() - queuedMs > maxWaitMs)
        throw new Unavailable('waited too long; send again')
      return work()
    })
    queue.turn = turn.catch(() => {})
    try {
      return await turn
    } finally {
      queue.waiting--
      if (queue.waiting === 0) all.delete(tournament)
    }
  }
}

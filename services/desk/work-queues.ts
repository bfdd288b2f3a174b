import { Unavailable } from '../log/index.ts'

const maxWaiting = 2_000
const maxWaitMs = 5_000

/** One after the other within this process; rivals elsewhere are told by the log (P3). */
export function openWorkQueues() {
  const all = new Map<number, { turn: Promise<unknown>; waiting: number }>()

  return async function inTurn<T>(tournament: number, work: () => Promise<T>): Promise<T> {
    const line = all.get(tournament) ?? { turn: Promise.resolve(), waiting: 0 }
    if (line.waiting >= maxWaiting) throw new Unavailable('too many commands are waiting') // P15
    all.set(tournament, line)
    line.waiting++
    const cameMs = Date.now()
    const turn = line.turn.then(() => {
      // Behind others that met a log that is away; nothing was tried for this one yet.
      if (Date.now() - cameMs > maxWaitMs) throw new Unavailable('waited too long; send again')
      return work()
    })
    line.turn = turn.catch(() => {})
    try {
      return await turn
    } finally {
      line.waiting--
      if (line.waiting === 0) all.delete(tournament)
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than an append takes; who is slower holds up its own tournament alone. */
const patienceMs = 20

/**
 * What is to be sent, one after the other for each tournament. Whoever adds work waits for it for a
 * moment only, so a tournament whose commands are not taken delays no other.
 */
export function openTournamentQueues(signal: AbortSignal) {
  const ends = new Map<number, Promise<void>>()
  /** positions of the facts whose work is not done */
  const open = new Map<Promise<void>, number>()
  const slow = new Set<number>()

  return {
    async add(tournament: number, seq: number, work: () => Promise<void>): Promise<void> {
      const end = (ends.get(tournament) ?? Promise.resolve()).then(work).finally(() => {
        // What was broken off is begun again after the next start.
        if (!signal.aborted) open.delete(end)
        if (ends.get(tournament) !== end) return
        ends.delete(tournament)
        slow.delete(tournament)
      })
      ends.set(tournament, end)
      open.set(end, seq)
      if (slow.has(tournament)) return
      const patience = new AbortController()
      const late = sleep(patienceMs, 'late', { signal: patience.signal }).catch(() => 'done')
      if ((await Promise.race([end, late])) === 'late') slow.add(tournament)
      patience.abort()
    },
    /** where a restart has to go on so that nothing of it is missed */
    oldest: (last: number): number => {
      const [first] = open.values()
      return first === undefined ? last : Math.min(last, first - 1)
    },
    idle: async (): Promise<void> => void (await Promise.all(open.keys())),
  }
}

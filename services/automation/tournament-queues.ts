import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than a usual append. Slower work delays only its own tournament. */
const timeoutMs = 20

/**
 * Queues of work, one for each tournament. A caller that adds work waits for it only for a moment,
 * so that a tournament which takes no commands does not delay the others.
 */
export function openTournamentQueues(signal: AbortSignal) {
  const ends = new Map<number, Promise<void>>()
  /** positions of the facts whose work is in progress */
  const open = new Map<Promise<void>, number>()
  const slow = new Set<number>()

  return {
    async add(tournament: number, seq: number, work: () => Promise<void>): Promise<void> {
      const end = (ends.get(tournament) ?? Promise.resolve()).then(work).finally(() => {
        // Interrupted work stays open, so that it is repeated after the next start.
        if (!signal.aborted) open.delete(end)
        if (ends.get(tournament) !== end) return
        ends.delete(tournament)
        slow.delete(tournament)
      })
      ends.set(tournament, end)
      open.set(end, seq)
      if (slow.has(tournament)) return
      const timer = new AbortController()
      const timeout = sleep(timeoutMs, 'late', { signal: timer.signal }).catch(() => 'done')
      if ((await Promise.race([end, timeout])) === 'late') slow.add(tournament)
      timer.abort()
    },
    /** The position to resume from after a restart, so that no work is lost. */
    oldest: (last: number): number => {
      const [first] = open.values()
      return first === undefined ? last : Math.min(last, first - 1)
    },
    idle: async (): Promise<void> => void (await Promise.all(open.keys())),
  }
}

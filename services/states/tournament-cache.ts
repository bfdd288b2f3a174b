import { openBoundedCache } from './bounded-cache.ts'
import { entryOf, packedSizeOf, sizeOf } from './cache-entry.ts'
import type { Entry, PackedEntry } from './cache-entry.ts'
import { pack } from './snapshots.ts'
import type { Snapshots } from './snapshots.ts'

/** So few commits are read one by one after a snapshot. */
const fewCommits = 3

/**
 * Tournaments in memory. What was not asked for longest is kept as text, half as large and
 * read again in a fraction of a commit's time; then it is dropped, and its snapshot is left.
 */
export function openTournamentCache(
  { states, packed: packedBytes }: { states: number; packed: number },
  snapshots: Snapshots,
) {
  const packed = openBoundedCache<PackedEntry>(packedBytes, (tournament, one) => {
    if (one.version > one.saved + fewCommits) snapshots.write(tournament, one)
  })
  const leaving = openLeaving((tournament, entry) => {
    const one = { ...pack(entry), saved: entry.saved }
    packed.put(tournament, one, packedSizeOf(one))
  })
  const entries = openBoundedCache<Entry>(states, leaving.put)

  function keep(tournament: number, entry: Entry): Entry {
    entries.put(tournament, entry, sizeOf(entry))
    return entry
  }

  return {
    keep,
    /** in whichever form it is here */
    get(tournament: number): Entry | null {
      const found = entries.get(tournament)
      if (found) return found
      const back = leaving.take(tournament)
      if (back) return keep(tournament, back)
      const one = packed.get(tournament)
      if (!one) return null
      packed.delete(tournament)
      return keep(tournament, entryOf(one))
    },
    clear(): void {
      for (const each of [entries, leaving, packed]) each.clear()
    },
    size: () => ({
      states: entries.size() + leaving.size(),
      packed: packed.size(),
      bytes: entries.bytes() + packed.bytes(),
    }),
  }
}

/** States on their way out: packed one at a time, while whoever put another in waits for the log. */
function openLeaving(done: (tournament: number, entry: Entry) => void) {
  const waiting = new Map<number, Entry>()
  let next: NodeJS.Immediate | undefined

  function packOne(): void {
    const [oldest] = waiting
    next = waiting.size > 1 ? setImmediate(packOne) : undefined
    if (!oldest) return
    waiting.delete(oldest[0])
    done(...oldest)
  }

  return {
    put(tournament: number, entry: Entry): void {
      waiting.set(tournament, entry)
      next ??= setImmediate(packOne)
    },
    take(tournament: number): Entry | undefined {
      const found = waiting.get(tournament)
      waiting.delete(tournament)
      return found
    },
    clear: () => waiting.clear(),
    size: () => waiting.size,
  }
}

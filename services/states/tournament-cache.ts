import { openBoundedCache } from './bounded-cache.ts'
import { entryOf, packedSizeOf, sizeOf } from './cache-entry.ts'
import type { Entry, PackedEntry } from './cache-entry.ts'
import { pack } from './snapshots.ts'
import type { Snapshots } from './snapshots.ts'

/** With at most this many commits after its snapshot an evicted state is not written again. */
const maxUnsaved = 3

/**
 * The tournaments in memory. The least recently used are packed as text, which is half as large and
 * unpacked in a fraction of a commit's time; after that they are evicted, and only the snapshot
 * remains.
 */
export function openTournamentCache(
  { states, packed: packedBytes }: { states: number; packed: number },
  snapshots: Snapshots,
) {
  const packed = openBoundedCache<PackedEntry>(packedBytes, (tournament, one) => {
    if (one.version > one.saved + maxUnsaved) snapshots.write(tournament, one)
  })
  const packQueue = openPackQueue((tournament, entry) => {
    const one = { ...pack(entry), saved: entry.saved }
    packed.put(tournament, one, packedSizeOf(one))
  })
  const entries = openBoundedCache<Entry>(states, packQueue.put)

  function keep(tournament: number, entry: Entry): Entry {
    entries.put(tournament, entry, sizeOf(entry))
    return entry
  }

  return {
    keep,
    /** the entry, unpacked if necessary */
    get(tournament: number): Entry | null {
      const found = entries.get(tournament)
      if (found) return found
      const back = packQueue.take(tournament)
      if (back) return keep(tournament, back)
      const one = packed.get(tournament)
      if (!one) return null
      packed.delete(tournament)
      return keep(tournament, entryOf(one))
    },
    clear(): void {
      for (const each of [entries, packQueue, packed]) each.clear()
    },
    size: () => ({
      states: entries.size() + packQueue.size(),
      packed: packed.size(),
      bytes: entries.bytes() + packed.bytes(),
    }),
  }
}

/**
 * States to be packed, one for each turn of the event loop, so that no caller waits for the
 * packing.
 */
function openPackQueue(onPack: (tournament: number, entry: Entry) => void) {
  const waiting = new Map<number, Entry>()
  let next: NodeJS.Immediate | undefined

  function packOne(): void {
    const [oldest] = waiting
    next = waiting.size > 1 ? setImmediate(packOne) : undefined
    if (!oldest) return
    waiting.delete(oldest[0])
    onPack(...oldest)
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

/** Values by number that take no more than so many bytes: what was used longest ago goes first. */
type BoundedCache<T> = {
  /** what is asked for is the last to go */
  get(key: number): T | undefined
  put(key: number, value: T, bytes: number): void
  delete(key: number): void
  clear(): void
  size(): number
  bytes(): number
}
type CacheItem<T> = { value: T; bytes: number }

/** Of all bytes, those for what came when there was no room and was not asked for again since. */
const passingShare = 1 / 16

/**
 * The value that was put in last stays, however large it is. What comes when all is full goes before
 * the others unless it is asked for again, with another in between: a turn through more than fits
 * then finds most of what fits, instead of nothing.
 */
export function openBoundedCache<T>(
  maxBytes: number,
  dropped: (key: number, value: T) => void = () => {},
): BoundedCache<T> {
  const lasting = new Map<number, CacheItem<T>>()
  const passing = new Map<number, CacheItem<T>>()
  let total = 0
  let passingBytes = 0
  let latest: number | null = null

  function take(key: number): CacheItem<T> | undefined {
    const found = lasting.get(key) ?? passing.get(key)
    if (!found) return undefined
    total -= found.bytes
    if (passing.delete(key)) passingBytes -= found.bytes
    lasting.delete(key)
    return found
  }
  function hold(key: number, held: CacheItem<T>, isPassing: boolean): void {
    total += held.bytes
    if (isPassing) passingBytes += held.bytes
    const where = isPassing ? passing : lasting
    where.set(key, held)
    latest = key
  }
  function nextToGo(key: number): number | undefined {
    const isFull = passingBytes > maxBytes * passingShare
    for (const all of isFull ? [passing, lasting] : [lasting, passing]) {
      for (const oldest of all.keys()) if (oldest !== key) return oldest
    }
    return undefined
  }

  return {
    get(key) {
      const isPassing = latest === key && passing.has(key)
      const found = take(key)
      if (found) hold(key, found, isPassing)
      return found?.value
    },
    put(key, value, bytes) {
      const isNew = !lasting.has(key) && !passing.has(key)
      const isPassing = isNew ? total + bytes > maxBytes : passing.has(key)
      take(key)
      hold(key, { value, bytes }, isPassing)
      while (total > maxBytes) {
        const oldest = nextToGo(key)
        if (oldest === undefined) break
        dropped(oldest, take(oldest)!.value)
      }
    },
    delete: (key) => void take(key),
    clear() {
      lasting.clear()
      passing.clear()
      total = 0
      passingBytes = 0
    },
    size: () => lasting.size + passing.size,
    bytes: () => total,
  }
}

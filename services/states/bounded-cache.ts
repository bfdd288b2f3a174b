/**
 * A cache of values by number, limited by their bytes. The least recently used are evicted first.
 */
type BoundedCache<T> = {
  /** makes the value the most recently used one */
  get(key: number): T | undefined
  put(key: number, value: T, bytes: number): void
  delete(key: number): void
  clear(): void
  size(): number
  bytes(): number
}
type CacheItem<T> = { value: T; bytes: number }

/** The share of `maxBytes` for values that were added to a full cache and not read again since. */
const probationShare = 1 / 16

/**
 * The last value put in stays, however large it is. A value added to a full cache is on probation:
 * it is evicted before the others unless it is read again after another key was used. Repeated
 * passes through more values than fit then still find most of those that fit, where a plain LRU
 * would find none.
 */
export function openBoundedCache<T>(
  maxBytes: number,
  onEvict: (key: number, value: T) => void = () => {},
): BoundedCache<T> {
  const retained = new Map<number, CacheItem<T>>()
  const probation = new Map<number, CacheItem<T>>()
  let total = 0
  let probationBytes = 0
  let lastKey: number | null = null

  function take(key: number): CacheItem<T> | undefined {
    const found = retained.get(key) ?? probation.get(key)
    if (!found) return undefined
    total -= found.bytes
    if (probation.delete(key)) probationBytes -= found.bytes
    retained.delete(key)
    return found
  }
  function store(key: number, item: CacheItem<T>, isOnProbation: boolean): void {
    total += item.bytes
    if (isOnProbation) probationBytes += item.bytes
    const segment = isOnProbation ? probation : retained
    segment.set(key, item)
    lastKey = key
  }
  function nextToEvict(key: number): number | undefined {
    const isFull = probationBytes > maxBytes * probationShare
    for (const segment of isFull ? [probation, retained] : [retained, probation]) {
      for (const oldest of segment.keys()) if (oldest !== key) return oldest
    }
    return undefined
  }

  return {
    get(key) {
      const isOnProbation = lastKey === key && probation.has(key)
      const found = take(key)
      if (found) store(key, found, isOnProbation)
      return found?.value
    },
    put(key, value, bytes) {
      const isNew = !retained.has(key) && !probation.has(key)
      const isOnProbation = isNew ? total + bytes > maxBytes : probation.has(key)
      take(key)
      store(key, { value, bytes }, isOnProbation)
      while (total > maxBytes) {
        const oldest = nextToEvict(key)
        if (oldest === undefined) break
        onEvict(oldest, take(oldest)!.value)
      }
    },
    delete: (key) => void take(key),
    clear() {
      retained.clear()
      probation.clear()
      total = 0
      probationBytes = 0
    },
    size: () => retained.size + probation.size,
    bytes: () => total,
  }
}

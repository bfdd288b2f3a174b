type CacheOptions<T> = {
  /** how long a value is cached */
  keepMs(value: T): number
  /** maximum total weight, and the weight of one value */
  maxWeight: number
  weigh(value: T): number
  now(): number
}

/** A cache with expiry that evicts the least recently used; concurrent calls share one request. */
export function expiringCache<T>({ keepMs, maxWeight, weigh, now }: CacheOptions<T>) {
  const entries = new Map<string, { value: T; until: number; weight: number }>()
  const pending = new Map<string, Promise<T>>()
  let total = 0

  function forget(key: string): void {
    total -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }

  function store(key: string, value: T): void {
    forget(key)
    const weight = weigh(value)
    entries.set(key, { value, until: now() + keepMs(value), weight })
    total += weight
    for (const oldest of entries.keys()) {
      if (total <= maxWeight) break
      forget(oldest)
    }
  }

  return async (key: string, work: () => Promise<T>): Promise<T> => {
    const cached = entries.get(key)
    if (cached && cached.until > now()) {
      entries.delete(key)
      entries.set(key, cached)
      return cached.value
    }
    const waiting = pending.get(key)
    if (waiting) return waiting
    const loading = work()
      .then((value) => {
        store(key, value)
        return value
      })
      .finally(() => pending.delete(key))
    pending.set(key, loading)
    return loading
  }
}

type CacheOptions<T> = {
  /** how long an answer is good */
  keepMs(value: T): number
  /** what all answers together may weigh, and what one does */
  most: number
  weigh(value: T): number
  now(): number
}

/** Answers that were got a while ago, the least used forgotten first; asked for at once, got once. */
export function expiringCache<T>({ keepMs, most, weigh, now }: CacheOptions<T>) {
  const entries = new Map<string, { value: T; until: number; weight: number }>()
  const coming = new Map<string, Promise<T>>()
  let total = 0

  function forget(key: string): void {
    total -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }

  function keep(key: string, value: T): void {
    forget(key)
    const weight = weigh(value)
    entries.set(key, { value, until: now() + keepMs(value), weight })
    total += weight
    for (const oldest of entries.keys()) {
      if (total <= most) break
      forget(oldest)
    }
  }

  return async (key: string, work: () => Promise<T>): Promise<T> => {
    const found = entries.get(key)
    if (found && found.until > now()) {
      entries.delete(key)
      entries.set(key, found)
      return found.value
    }
    const waiting = coming.get(key)
    if (waiting) return waiting
    const asked = work()
      .then((value) => {
        keep(key, value)
        return value
      })
      .finally(() => coming.delete(key))
    coming.set(key, asked)
    return asked
  }
}

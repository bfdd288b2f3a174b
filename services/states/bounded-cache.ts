/** Values by number that take no more than so many bytes: what was used longest ago goes first. */
export type BoundedCache<T> = {
  /** what is asked for is the last to go */
  get(key: number): T | undefined
  put(key: number, value: T, bytes: number): void
  delete(key: number): void
  clear(): void
  size(): number
  bytes(): number
}

/** The value that was put in last stays, however large it is. */
export function openBoundedCache<T>(
  maxBytes: number,
  dropped: (key: number, value: T) => void = () => {},
): BoundedCache<T> {
  const all = new Map<number, { value: T; bytes: number }>()
  let total = 0

  function take(key: number): { value: T; bytes: number } | undefined {
    const found = all.get(key)
    if (!found) return undefined
    all.delete(key)
    total -= found.bytes
    return found
  }

  return {
    get(key) {
      const found = all.get(key)
      if (!found) return undefined
      all.delete(key)
      all.set(key, found)
      return found.value
    },
    put(key, value, bytes) {
      take(key)
      all.set(key, { value, bytes })
      total += bytes
      for (const oldest of all.keys()) {
        if (total <= maxBytes || oldest === key) break
        const gone = take(oldest)
        if (gone) dropped(oldest, gone.value)
      }
    },
    delete: (key) => void take(key),
    clear() {
      all.clear()
      total = 0
    },
    size: () => all.size,
    bytes: () => total,
  }
}

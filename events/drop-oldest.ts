/** Drops what was put in first, until no more than so many are left. */
export function dropOldest<Key>(known: Map<Key, unknown>, most: number): void {
  for (const key of known.keys()) {
    if (known.size <= most) break
    known.delete(key)
  }
}

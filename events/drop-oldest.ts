/** Drops the entries that were added first until at most `maxSize` are left. */
export function dropOldest<Key>(map: Map<Key, unknown>, maxSize: number): void {
  for (const key of map.keys()) {
    if (map.size <= maxSize) break
    map.delete(key)
  }
}

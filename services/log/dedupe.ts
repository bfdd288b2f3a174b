/** Remembers the most recently added ids: at most `max`, at least half as many. */
export function openDedupe(max: number) {
  let young = new Set<string>()
  let old = new Set<string>()
  return {
    has: (id: string) => young.has(id) || old.has(id),
    add(id: string): void {
      young.add(id)
      if (young.size * 2 < max) return
      old = young
      young = new Set()
    },
  }
}

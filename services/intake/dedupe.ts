/** The last ids that were added, at least half of `most` of them. */
export type Dedupe = { has(id: string): boolean; add(id: string): void }

export function openDedupe(most: number): Dedupe {
  let young = new Set<string>()
  let old = new Set<string>()
  return {
    has: (id) => young.has(id) || old.has(id),
    add(id) {
      young.add(id)
      if (young.size * 2 < most) return
      old = young
      young = new Set()
    },
  }
}

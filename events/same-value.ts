/** Whether two values of JSON say the same, their keys being in whatever order. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [one, two] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(two).length) return false
  for (const key of keys) {
    if (one[key] !== two[key] && !sameValue(one[key], two[key])) return false
  }
  return true
}

/** Whether two lists hold the very same things. */
export function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || (a.length === b.length && a.every((item, index) => item === b[index]))
}

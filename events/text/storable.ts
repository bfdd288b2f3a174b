/** False for text that Postgres or some JSON parsers cannot hold: NUL and unpaired surrogates. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}

/** Whether every text and key of a parsed JSON value is storable. */
export function isStorableTree(value: unknown): boolean {
  // Avoids recursion, because a body can be nested arbitrarily deep.
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string' && !isStorable(next)) return false
    if (next === null || typeof next !== 'object') continue
    if (Array.isArray(next)) {
      for (const part of next) waiting.push(part)
      continue
    }
    for (const [key, part] of Object.entries(next)) {
      if (!isStorable(key)) return false
      waiting.push(part)
    }
  }
  return true
}

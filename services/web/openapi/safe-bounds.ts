/**
 * A document without the bounds ±(2^53 − 1), which the schema library gives to every integer. They
 * say nothing about a value, and in generated clients they look like a rule.
 */
export function withoutSafeBounds<T>(document: T): T {
  if (Array.isArray(document)) return document.map(withoutSafeBounds) as T
  if (document === null || typeof document !== 'object') return document
  const kept = Object.entries(document).filter(
    ([key, value]) => !isSafeBound(key, value as unknown),
  )
  return Object.fromEntries(
    kept.map(([key, value]) => [key, withoutSafeBounds(value as unknown)]),
  ) as T
}

function isSafeBound(key: string, value: unknown): boolean {
  return (
    (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (key === 'maximum' && value === Number.MAX_SAFE_INTEGER)
  )
}

/** Converts `tournamentMatch` to `tournament_match`. */
function snakeKey(key: string): string {
  return key.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * Converts all keys to snake case, and times to the format that existing programs read (wire 6.1).
 */
export function snakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeys)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      snakeKey(key),
      typeof part === 'string' && timeKeys.test(key) ? time(part) : snakeKeys(part),
    ]),
  )
}
const timeKeys = /(?:Time|At|Until|timestamp)$/

/** Adds microseconds, because some of these programs require them. */
export function time(iso: string): string
export function time(iso: string | null): string | null
export function time(iso: string | null): string | null {
  return iso && iso.replace(/(?<=T\d\d:\d\d:\d\d\.\d{3})Z$/, '000Z')
}

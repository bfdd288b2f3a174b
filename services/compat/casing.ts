/** `tournamentMatch` as `tournament_match`. */
function snakeKey(key: string): string {
  return key.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** All keys in snake_case, and times as these programs read them (wire 6.1). */
export function snakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeys)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      snakeKey(key),
      typeof part === 'string' && timed.test(key) ? time(part) : snakeKeys(part),
    ]),
  )
}
const timed = /(?:Time|At|Until|timestamp)$/

/** With microseconds: some of these programs read nothing else. */
export function time(iso: string): string
export function time(iso: string | null): string | null
export function time(iso: string | null): string | null {
  return iso && iso.replace(/(?<=T\d\d:\d\d:\d\d\.\d{3})Z$/, '000Z')
}

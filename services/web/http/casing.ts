import { wrongFields } from '../errors/rejection.ts'

const deepest = 4

/** The only place where keys change their case: `tournament_id` and `tournamentId` are the same (wire 4.1). */
export function camelKeys(value: unknown, depth = deepest): unknown {
  if (depth === 0 || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((each) => camelKeys(each, depth - 1))
  const entries = Object.entries(value)
  const camel = entries.map(([key, part]) => {
    const name = key.includes('_') ? camelKey(key) : key
    return { name, isSpelled: name === key, part: camelKeys(part, depth - 1) }
  })
  // Where both spellings are sent the camel one counts.
  const exact = new Set(camel.flatMap(({ name, isSpelled }) => (isSpelled ? [name] : [])))
  return Object.fromEntries(
    camel
      .filter(({ name, isSpelled }) => isSpelled || !exact.has(name))
      .map(({ name, part }) => [name, part]),
  )
}

function camelKey(key: string): string {
  return key.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** Text that neither Postgres nor JSON readers elsewhere can hold: NUL and halves of a pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}

/** Refuses unstorable text anywhere in the body, by the field it stands in. */
export function refuseUnstorable(body: unknown): void {
  if (typeof body === 'string' && !isStorable(body)) throw wrongFields({ body: [unstorable] })
  if (body === null || typeof body !== 'object') return
  const wrong = Object.entries(body).filter(
    ([key, part]) => !isStorable(key) || !holdsStorable(part),
  )
  if (wrong.length === 0) return
  throw wrongFields(Object.fromEntries(wrong.map(([key]) => [key.toWellFormed(), [unstorable]])))
}
const unstorable = 'Holds characters that cannot be stored'

/** Without recursion: a body may be nested as deep as it is long. */
function holdsStorable(value: unknown): boolean {
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

import { answers } from '#events/messages/en/public.ts'
import { imports, officialAnswers } from '#events/messages/en/server.ts'
import { english } from '#events/messages/english.ts'
import type { Message } from '#events/messages/message.ts'

/** A text in English, and the same as data; null for one that is not in the catalogue. */
type Told = { detail: string; message: Message | null }

/** What schemas and services say in fixed words. A text with arguments is always a message. */
const keys: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...answers, ...officialAnswers, ...imports })
    .filter(([, text]) => !text.includes('{'))
    .map(([key, text]) => [text, key] as const),
)

export function told(words: string | Message): Told {
  if (typeof words !== 'string') return { detail: english(words), message: words }
  const key = keys.get(words)
  return { detail: words, message: key === undefined ? null : { key } }
}

/** The texts of a list, and the same as data. */
export function toldAll(all: readonly (string | Message)[]) {
  const each = all.map(told)
  return { texts: each.map(({ detail }) => detail), messages: each.map(({ message }) => message) }
}

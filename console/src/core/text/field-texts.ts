import type { Message } from '#events/messages/message.ts'
import { said } from './catalogue.ts'

/**
 * The sentences of a list in an answer, in the language of the page. `messages` are the same as
 * data; a sentence without a message stays in English.
 */
export function sentencesIn(list: unknown, messages: unknown): string[] {
  const all: unknown[] = Array.isArray(list) ? list : []
  const data: unknown[] = Array.isArray(messages) ? messages : []
  return all.flatMap((words, index) =>
    typeof words === 'string' ? said(data[index] as Message | undefined, words) : [],
  )
}

/** The errors of an answer such as `{name: ['Too long'], messages: {name: [{key: 'tooLong'}]}}` by field. */
export function fieldTexts(answer: Record<string, unknown>): Record<string, string> {
  const messages = (answer['messages'] ?? {}) as Record<string, unknown>
  const texts = Object.entries(answer).map(
    ([field, list]) => [field, sentencesIn(list, messages[field]).join(' ')] as const,
  )
  return Object.fromEntries(texts.filter(([, words]) => words))
}

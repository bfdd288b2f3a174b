/**
 * An answer without the messages that say the same as its English texts: for tests of those texts.
 * The messages have a test of their own (test/api/messages.test.ts).
 */
export function withoutMessages<T>(answer: T): T {
  if (Array.isArray(answer)) return answer.map(withoutMessages) as T
  if (typeof answer !== 'object' || answer === null) return answer
  const isMessage = (name: string, value: unknown) =>
    name === 'messages' || (/^(m|.+M)essages?$/.test(name) && typeof value === 'object')
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([name, value]) => !isMessage(name, value))
      .map(([name, value]) => [name, withoutMessages<unknown>(value)]),
  ) as T
}

import type { Language } from '../core/text/catalogue.ts'

/** A sentence of the server by its pattern, and the same with $1, $2 … in the other language. */
export type Phrase = readonly [RegExp, string]

/** `refusals`: for where the server gives a code and no known sentence. */
export function languageOf(
  parts: Record<string, object>,
  phrases: readonly Phrase[],
  refusals: Record<string, string> = {},
): Language {
  const said = (words: string, code = ''): string => inPhrase(words) ?? refusals[code] ?? words
  function inPhrase(words: string): string | undefined {
    for (const [pattern, own] of phrases) {
      const found = pattern.exec(words)
      if (found) return own.replace(/\$(\d)/g, (_, n: string) => said(found[Number(n)] ?? ''))
    }
    return undefined
  }
  return { partOf: (name) => parts[name], said }
}

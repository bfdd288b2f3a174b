import type { Language } from '../core/text/catalogue.ts'

type Sentences = Readonly<Record<string, string>>

/** `refusals`: for where the server gives a code and no known sentence. */
export function languageOf(
  parts: Record<string, object>,
  sentences: Sentences,
  refusals: Readonly<Record<string, string>> = {},
  /** what is put around a name inside of a sentence */
  around: (name: string) => string = (name) => name,
): Language {
  // What says most of its own is tried first: `Grand Finals`, before `{} held`.
  const patterns = Object.keys(sentences)
    .toSorted((a, b) => ownLength(b) - ownLength(a))
    .map((english) => [patternOf(english), sentences[english] ?? ''] as const)
  function said(words: string, code = ''): string {
    for (const [pattern, own] of patterns) {
      const found = pattern.exec(words)
      if (found)
        return own.replace(/\{(\d)\}/g, (_, n: string) => around(said(found[Number(n)] ?? '')))
    }
    return refusals[code] ?? words
  }
  return { partOf: (name) => parts[name], said }
}

const holes: Record<string, string> = {
  '{}': '(.+)',
  '{#}': '(\\d+)',
  '{nth}': '(\\d+)(?:st|nd|rd|th)',
}
const hole = /\{(?:#|nth)?\}/g

function ownLength(english: string): number {
  return english.replace(hole, '').length
}

function patternOf(english: string): RegExp {
  const escaped = english.split(/(\{(?:#|nth)?\})/).map((piece) => {
    return holes[piece] ?? piece.replace(/[+().?*]/g, '\\$&')
  })
  return new RegExp(`^${escaped.join('')}$`)
}

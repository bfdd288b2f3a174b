// Translates sentences that are stored in English. In a pattern `{}` is a name, `{#}` a number and
// `{nth}` a place. A translation refers to them as `{1}`, `{2}` …

/** Names of positions, win conditions, rounds, and slots whose team is not known yet. */
export type NameSentence =
  | 'Blue Queen'
  | 'Blue Stripes'
  | 'Blue Abs'
  | 'Blue Skulls'
  | 'Blue Chex'
  | 'Gold Queen'
  | 'Gold Stripes'
  | 'Gold Abs'
  | 'Gold Skulls'
  | 'Gold Chex'
  | 'Military'
  | 'Economic'
  | 'Snail'
  | 'military'
  | 'economic'
  | 'snail'
  | 'Championship Round {#} of {#}'
  | 'Elimination Round {#} of {#}'
  | 'Finals'
  | 'Grand Finals'
  | 'Grand Finals (First Match)'
  | 'Grand Finals (Second Match)'
  | 'Loser of {}'
  | 'M{#} of {}'
  | 'Day'
  | 'Night'
  | 'Dusk'
  | 'Twilight'
  | 'Nobody'
  | 'Octofinals'
  | 'Quarterfinals'
  | 'Round {#}'
  | 'Semifinals'
  | 'Third-Place Match'
  | 'Winner of {}'
  | '{nth} of a deleted stage'
  | '{nth} of {}'
  | '{nth} of {} (now: {})'

export type Sentences = Readonly<Record<string, string>>

/**
 * Returns a function that translates a sentence and the names in it; undefined if no pattern
 * matches.
 */
export function translatorOf(
  sentences: Sentences,
  /** wraps a name in a sentence */
  around: (name: string) => string = (name) => name,
): (words: string) => string | undefined {
  // Patterns with the most fixed text are tried first: `Grand Finals` before `{} held`.
  const patterns = Object.keys(sentences)
    .toSorted((a, b) => fixedLength(b) - fixedLength(a))
    .map((english) => [patternOf(english), sentences[english] ?? ''] as const)
  return function translate(words: string): string | undefined {
    for (const [pattern, translation] of patterns) {
      const match = pattern.exec(words)
      if (!match) continue
      const nameAt = (n: string) => match[Number(n)] ?? ''
      return translation.replace(/\{(\d)\}/g, (_, n: string) =>
        around(translate(nameAt(n)) ?? nameAt(n)),
      )
    }
    return undefined
  }
}

const placeholders: Record<string, string> = {
  '{}': '(.+)',
  '{#}': '(\\d+)',
  '{nth}': '(\\d+)(?:st|nd|rd|th)',
}
const placeholder = /\{(?:#|nth)?\}/g

function fixedLength(english: string): number {
  return english.replace(placeholder, '').length
}

function patternOf(english: string): RegExp {
  const escaped = english.split(/(\{(?:#|nth)?\})/).map((piece) => {
    return placeholders[piece] ?? piece.replace(/[+().?*$]/g, '\\$&')
  })
  return new RegExp(`^${escaped.join('')}$`)
}

// Sentences that are kept in English, said in another language. `{}` stands for what they name, `{#}`
// for a number, `{nth}` for a place; a translation counts them from 1.

/** Of positions, of ways to win, of rounds, and of places whose team is not known yet. */
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
  | 'Championship Round {#} of {#}'
  | 'Elimination Round {#} of {#}'
  | 'Finals'
  | 'Grand Finals'
  | 'Grand Finals (First Match)'
  | 'Grand Finals (Second Match)'
  | 'Loser of {}'
  | 'M{#} of {}'
  | 'Nobody'
  | 'Octofinals'
  | 'Quarterfinals'
  | 'Round {#}'
  | 'Semifinals'
  | 'Third-Place Match'
  | 'Winner of {}'
  | '{nth} of a stage that is gone'
  | '{nth} of {}'
  | '{nth} of {} (now: {})'

export type Sentences = Readonly<Record<string, string>>

/** Says a sentence, and what is named inside of it; undefined where none of these is meant. */
export function sayerOf(
  sentences: Sentences,
  /** what is put around a name inside of a sentence */
  around: (name: string) => string = (name) => name,
): (words: string) => string | undefined {
  // What says most of its own is tried first: `Grand Finals`, before `{} held`.
  const patterns = Object.keys(sentences)
    .toSorted((a, b) => ownLength(b) - ownLength(a))
    .map((english) => [patternOf(english), sentences[english] ?? ''] as const)
  return function say(words: string): string | undefined {
    for (const [pattern, own] of patterns) {
      const found = pattern.exec(words)
      if (!found) continue
      const named = (n: string) => found[Number(n)] ?? ''
      return own.replace(/\{(\d)\}/g, (_, n: string) => around(say(named(n)) ?? named(n)))
    }
    return undefined
  }
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

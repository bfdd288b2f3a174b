import type texts from './en/server.ts'

// What happened, as data: a key of the catalogue, and what fills its text. Each program turns it into
// words in the language of its reader. English is the language that names the keys and their
// arguments; see `en/`.

export type Texts = ReturnType<typeof texts>
/** The translation of a group of texts: a text for each of its keys. */
export type Translated<English> = { readonly [Key in keyof English]: string }
type MessageKey = keyof Texts

/** A string is a name, which is the same in every language; a message is put into words too. */
export type Argument = string | number | Message
export type Message = { readonly key: string; readonly args?: Readonly<Record<string, Argument>> }

/** The arguments in a text: `team` and `place` in `{place:nth} of {team}`. */
type ArgumentsIn<Text> = Text extends `${string}{${infer Hole}}${infer Rest}`
  ? (Hole extends `${infer Name}:${string}` ? Name : Hole) | ArgumentsIn<Rest>
  : never
type ArgumentsOf<Key extends MessageKey> = ArgumentsIn<Texts[Key]>
/** The messages without arguments. */
export type PlainKey = {
  [Key in MessageKey]: [ArgumentsOf<Key>] extends [never] ? Key : never
}[MessageKey]
/** The messages with arguments of these names only. */
export type KeyAbout<Name extends string> = {
  [Key in MessageKey]: [ArgumentsOf<Key>] extends [never]
    ? never
    : ArgumentsOf<Key> extends Name
      ? Key
      : never
}[MessageKey]

export function say<Key extends MessageKey>(
  key: Key,
  ...[args]: [ArgumentsOf<Key>] extends [never]
    ? []
    : [args: Readonly<Record<ArgumentsOf<Key>, Argument>>]
): Message {
  return args ? { key, args } : { key }
}

/** A position, a way to win or a map, as a cabinet sends it. */
export function gameWord(word: string): Message {
  return { key: `game ${word}` }
}

export type Wording = {
  texts: Readonly<Record<string, string>>
  /** the ordinal of a place; without it the number */
  nth?: (place: number) => string
  /** wraps a name or a nested message */
  around?: (words: string) => string
}

/** Returns the message in words; undefined if a text for it is missing, such as that of a newer server. */
export function wordsOf(message: Message, wording: Wording): string | undefined {
  const text = wording.texts[message.key]
  if (text === undefined) return undefined
  const { around = (words) => words, nth = String } = wording
  let isWhole = true
  const words = text.replace(hole, (_, name: string, format?: string) => {
    const argument = message.args?.[name]
    if (typeof argument === 'string') return around(argument)
    if (typeof argument === 'number') return around(format ? nth(argument) : `${argument}`)
    const nested = argument && wordsOf(argument, wording)
    if (nested === undefined) isWhole = false
    return around(format ? lowerFirst(nested ?? '') : (nested ?? ''))
  })
  return isWhole ? words : undefined
}

/** An argument in words: a message without a text is shown by its key. */
export function argumentIn(argument: Argument, wording: Wording): string {
  if (typeof argument !== 'object') return `${argument}`
  return wordsOf(argument, wording) ?? argument.key
}

/** `nth` is for a number, `lower` for a message in the middle of a sentence. */
const hole = /\{(\w+)(:nth|:lower)?\}/g

function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}

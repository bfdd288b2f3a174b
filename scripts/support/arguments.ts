import { parseArgs } from 'node:util'

type Expected<Value extends string, Amount extends string> = {
  flags?: readonly string[]
  /** options that are followed by a text */
  values?: readonly Value[]
  /** options that are followed by a number of at least 0 */
  numbers?: readonly Amount[]
  /** the numbers of words that are accepted after the name of the script; none by default */
  words?: readonly number[] | 'any'
}

/**
 * The arguments of a script. For `--help`, or if they are wrong, it prints the usage and ends the
 * process before the script has done anything.
 */
export function argumentsOf<Value extends string = never, Amount extends string = never>(
  usage: string,
  expected: Expected<Value, Amount> = {},
) {
  const { flags = [], values: texts = [], numbers = [], words: accepted = [0] } = expected
  const boolean = { type: 'boolean', default: false } as const
  const string = { type: 'string', multiple: true, default: [] as string[] } as const
  const options = {
    ...Object.fromEntries(['help', ...flags].map((name) => [name, boolean])),
    ...Object.fromEntries([...texts, ...numbers].map((name) => [name, string])),
  }
  const parsed = attempt(() => parseArgs({ allowPositionals: true, options }))
  if (typeof parsed === 'string') return wrongUse(parsed, usage)
  const { values: given, positionals: words } = parsed
  if (given['help']) return leave(0, usage)
  if (accepted !== 'any' && !accepted.includes(words.length)) return leave(2, usage)
  const all = (name: string) => [given[name]].flat().filter((text) => typeof text === 'string')
  const amount = (name: Amount) => numberOf(`--${name}`, all(name).at(-1), usage)
  return {
    words,
    flags: new Set(flags.filter((name) => given[name])),
    /** the last one, if an option is given more than once */
    values: recordOf(texts, (name) => all(name).at(-1)),
    lists: recordOf(texts, all),
    numbers: recordOf(numbers, amount),
  }
}

/** Ends the process if a text is given and is not a number of at least 0. */
export function numberOf(
  name: string,
  text: string | undefined,
  usage: string,
): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  return text !== '' && number >= 0 ? number : wrongUse(`${name} must be a number.`, usage)
}

/** Says what is wrong and how the script is used, and ends the process. */
export function wrongUse(sentence: string, usage: string): never {
  return leave(2, `${sentence}\n${usage}`)
}

function recordOf<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>
}

function attempt<T>(parse: () => T): T | string {
  try {
    return parse()
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ')
    return `${sentence}.`
  }
}

function leave(code: number, text: string): never {
  console.log(text)
  process.exit(code)
}

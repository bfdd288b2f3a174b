import { parseArgs } from 'node:util'

type Expected = {
  flags?: readonly string[]
  /** the numbers of words that are accepted after the name of the script; none by default */
  words?: readonly number[]
}

/**
 * The arguments of a script. For `--help`, or if they are wrong, it prints the usage and ends the
 * process before the script has done anything.
 */
export function argumentsOf(usage: string, { flags = [], words: accepted = [0] }: Expected = {}) {
  const boolean = { type: 'boolean', default: false } as const
  const options = Object.fromEntries(['help', ...flags].map((name) => [name, boolean]))
  const parsed = attempt(() => parseArgs({ allowPositionals: true, options }))
  if (typeof parsed === 'string') return leave(2, `${parsed}\n${usage}`)
  const { values, positionals: words } = parsed
  if (values['help']) return leave(0, usage)
  if (!accepted.includes(words.length)) return leave(2, usage)
  return { words, flags: new Set(flags.filter((name) => values[name])) }
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

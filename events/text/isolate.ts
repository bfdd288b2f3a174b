// Names and scores in Hebrew text need Unicode isolates. Without them the bidirectional algorithm
// would reorder `<script>` after a name in Latin letters, or 0-1 after a name in Arabic letters.
const [open, close] = ['\u2068', '\u2069']

/**
 * Isolates `names` in a text. Of an object, all texts; of a function that returns a text, its
 * string arguments in the result.
 */
export function isolated<T>(value: T, names: string[] = []): T {
  if (typeof value === 'string')
    return names.reduce<string>((text, name) => text.replace(name, () => isolate(name)), value) as T
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, own]) => [key, isolated<unknown>(own, names)]),
    ) as T
  if (typeof value !== 'function') return value
  const isolating = (...args: unknown[]) => {
    const texts = args.filter((arg) => typeof arg === 'string' && arg.length > 1) as string[]
    return isolated((value as unknown as (...args: unknown[]) => unknown)(...args), texts)
  }
  return isolating as T
}

export function isolate(name: string): string {
  return name.includes(open) || !/\D/.test(name) ? name : `${open}${name}${close}`
}

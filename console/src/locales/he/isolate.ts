// Names and scores inside of Hebrew have a direction of their own: without isolation `<script>`
// after a name of Latin letters, or 0-1 after one of Arabic letters, would be turned round.
const [open, end] = ['\u2068', '\u2069']

/** What a text was given, isolated wherever it stands in it. */
export function isolated<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, own]) => [key, isolated<unknown>(own)]),
    ) as T
  if (typeof value !== 'function') return value
  const made = (...given: unknown[]) => {
    const words: unknown = (value as unknown as (...given: unknown[]) => unknown)(...given)
    if (typeof words !== 'string') return isolated(words)
    const names = given.filter((one) => typeof one === 'string' && one.length > 1) as string[]
    return names.reduce((all, name) => all.replace(name, () => isolate(name)), words)
  }
  return made as T
}

export function isolate(name: string): string {
  return name.includes(open) || !/\D/.test(name) ? name : `${open}${name}${end}`
}

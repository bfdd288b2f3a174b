// Names and scores inside of Hebrew have a direction of their own: without isolation `<script>`
// after a name of Latin letters, or 0-1 after one of Arabic letters, would be turned round.
const [open, end] = ['\u2068', '\u2069']

/** What a text is given, isolated wherever it stands in it. */
export function isolated<T>(value: T, names: string[] = []): T {
  if (typeof value === 'string')
    return names.reduce<string>((all, name) => all.replace(name, () => isolate(name)), value) as T
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, own]) => [key, isolated<unknown>(own, names)]),
    ) as T
  if (typeof value !== 'function') return value
  const made = (...given: unknown[]) => {
    const told = given.filter((one) => typeof one === 'string' && one.length > 1) as string[]
    return isolated((value as unknown as (...given: unknown[]) => unknown)(...given), told)
  }
  return made as T
}

export function isolate(name: string): string {
  return name.includes(open) || !/\D/.test(name) ? name : `${open}${name}${end}`
}

const rules = new Intl.PluralRules('he')
type Forms = { one: string; two?: string; other: string }

/** Hebrew writes one and two of something without a number; in other forms `#` stands for it. */
export function some(count: number, { one, two, other }: Forms): string {
  const form = rules.select(count)
  const words = form === 'one' ? one : form === 'two' ? (two ?? other) : other
  return words.replace('#', String(count))
}

export const matches = { one: 'מפגש אחד', two: 'שני מפגשים', other: '# מפגשים' }

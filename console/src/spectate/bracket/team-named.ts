type Named = { id: number; name: string }

/** Whom somebody means who has typed so much: the whole name, its beginning, or a part of it. */
export function teamNamed<T extends Named>(teams: T[], words: string): T | null {
  const typed = words.trim().toLocaleLowerCase()
  if (typed === '') return null
  const find = (is: (name: string) => boolean) =>
    teams.find(({ name }) => is(name.toLocaleLowerCase()))
  return (
    find((name) => name === typed) ??
    find((name) => name.startsWith(typed)) ??
    find((name) => name.includes(typed)) ??
    null
  )
}

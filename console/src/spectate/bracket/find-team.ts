type Named = { id: number; name: string }

/** The team a search text means: by the whole name, its beginning, or a part of it. */
export function findTeam<T extends Named>(teams: T[], search: string): T | null {
  const typed = search.trim().toLocaleLowerCase()
  if (typed === '') return null
  const find = (matches: (name: string) => boolean) =>
    teams.find(({ name }) => matches(name.toLocaleLowerCase()))
  return (
    find((name) => name === typed) ??
    find((name) => name.startsWith(typed)) ??
    find((name) => name.includes(typed)) ??
    null
  )
}

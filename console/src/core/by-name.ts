type Named = { id: number; name: string }

/** Sorts by name, numbers in names by value: "Team 2" comes before "Team 10". */
export function byName(a: Named, b: Named): number {
  return a.name.localeCompare(b.name, 'en', { numeric: true }) || a.id - b.id
}

/** `name` is null until the user types one. Until then it is derived from `displayName`. */
export type Named = { displayName: string; name: string | null }

export function shortNameOf({ displayName, name }: Named): string {
  return name ?? plainName(displayName)
}

/** Derives a default name for URLs and clients from a display name. */
export function plainName(displayName: string): string {
  const letters = displayName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (letters.match(/[a-z0-9_]+/g) ?? []).join('-').slice(0, 60)
}

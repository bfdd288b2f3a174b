import type { TeamId } from '../ids.ts'

/** `last` is greater than `place` where teams share it: 5 to 8 (R-BR-8). */
export type Place = { place: number; last: number }

/**
 * R-BR-8: a team comes after all that stayed longer, and shares its place with those that went out
 * where it did, by a defeat or a forfeit. The sizes say how many end in each place of a layout:
 * where both teams of a match are out, more end there and fewer later, and the places close up.
 */
export function sharedPlaces(sizes: Map<number, number>): Map<number, Place> {
  const places = new Map<number, Place>()
  let taken = 0
  for (const [place, size] of [...sizes].toSorted(([a], [b]) => a - b)) {
    places.set(place, { place: taken + 1, last: taken + size })
    taken += size
  }
  return places
}

/** Those with a place, best first; who shares one, and who has none yet, stands in seed order. */
export function byPlace(teams: TeamId[], places: Map<TeamId, Place>): TeamId[] {
  const known = new Set(teams)
  const extra = [...places.keys()].filter((team) => !known.has(team))
  const place = (team: TeamId) => places.get(team)?.place ?? Infinity
  return [...teams, ...extra]
    .filter((team) => places.has(team))
    .toSorted((a, b) => {
      return place(a) - place(b)
    })
}

/** `5-6` where a place is shared, else null. */
export function sharedText({ place, last }: Place): string | null {
  return last > place ? `${place}-${last}` : null
}

/** 1st, 2nd, 3rd, 4th … */
export function ordinal(n: number): string {
  const teen = n % 100 >= 11 && n % 100 <= 13
  return `${n}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`
}

import type { TeamId } from '../ids.ts'

/** `last` is greater than `place` if teams share it, such as 5 to 8 (R-BR-8). */
export type Place = { place: number; last: number }

/**
 * R-BR-8: a team is placed after all teams that were eliminated later, and shares its place with
 * those that were eliminated in the same round, by a defeat or a forfeit. `sizes` has the number of
 * teams that finish in each place of a layout. If a match eliminates both teams, more teams finish
 * there and fewer later, so the places are renumbered without gaps.
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

/** The teams with a place, best first. Teams that share a place are in seed order. */
export function byPlace(teams: TeamId[], places: Map<TeamId, Place>): TeamId[] {
  const listed = new Set(teams)
  const extra = [...places.keys()].filter((team) => !listed.has(team))
  const place = (team: TeamId) => places.get(team)?.place ?? Infinity
  return [...teams, ...extra]
    .filter((team) => places.has(team))
    .toSorted((a, b) => {
      return place(a) - place(b)
    })
}

/** `5-6` if the place is shared, else null. */
export function sharedText({ place, last }: Place): string | null {
  return last > place ? `${place}-${last}` : null
}

/** 1st, 2nd, 3rd, 4th … */
export function ordinal(n: number): string {
  const teen = n % 100 >= 11 && n % 100 <= 13
  return `${n}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`
}

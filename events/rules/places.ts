/** A decided match of an elimination stage and the final places it gives. */
export type Ended = {
  /** by slot */
  teams: [number | null, number | null]
  /** null: nobody won */
  winner: 0 | 1 | null
  winnerPlace: number | null
  loserPlace: number | null
}

/** `last` is greater than `place` where teams share it: 5 to 8 (R-BR-8). */
export type Place = { place: number; last: number }

/** R-BR-8: the place each team has so far; `places` are all that the stage gives. */
export function placesOf(ended: Ended[], places: number[], entrants: number): Map<number, Place> {
  const starts = [...new Set(places)].toSorted((a, b) => a - b)
  const found = new Map<number, Place>()
  for (const { teams, winner, winnerPlace, loserPlace } of ended) {
    for (const slot of [0, 1] as const) {
      const place = slot === winner ? winnerPlace : loserPlace
      const team = teams[slot]
      if (place === null || team === null) continue
      const before = found.get(team)
      if (before && before.place <= place) continue
      const next = starts.find((start) => start > place) ?? entrants + 1
      found.set(team, { place, last: Math.max(place, next - 1) })
    }
  }
  return found
}

/** Those with a place, best first; who shares one, and who has none yet, stands in seed order. */
export function byPlace(teams: number[], places: Map<number, Place>): number[] {
  const known = new Set(teams)
  const extra = [...places.keys()].filter((team) => !known.has(team))
  const place = (team: number) => places.get(team)?.place ?? Infinity
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

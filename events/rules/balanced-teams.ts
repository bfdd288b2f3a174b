// Divides the people of a mixer into teams of equal strength (R-DR-6).
import type { PlayerId } from '../ids.ts'
import { teamSize } from './pickup.ts'

export type Drafted = { id: PlayerId; rating: number; isQueen: boolean }

/** As few teams as possible for so many people, but at least two. */
export function teamCountFor(people: number): number {
  return Math.max(2, Math.ceil(people / teamSize))
}

/**
 * Team sizes differ by at most one, and so do the numbers of people who like to play queen. Apart
 * from that, no swap of two people would make the strengths more even.
 */
export function balancedTeams(people: readonly Drafted[], count: number): Drafted[][] {
  const strongest = people.toSorted((a, b) => b.rating - a.rating || a.id - b.id)
  const queens = strongest.filter(({ isQueen }) => isQueen)
  const others = strongest.filter(({ isQueen }) => !isQueen)
  const teams = Array.from({ length: count }, (): Drafted[] => [])
  for (const person of [...queens, ...others]) {
    const minSize = Math.min(...teams.map(({ length }) => length))
    const smallest = teams.filter(({ length }) => length === minSize)
    smallest
      .reduce((weakest, team) => (strength(team) < strength(weakest) ? team : weakest))
      .push(person)
  }
  while (swapOnce(teams));
  return teams
}

export function strength(team: readonly Drafted[]): number {
  return team.reduce((sum, { rating }) => sum + rating, 0)
}

/**
 * Makes the first swap that brings two teams closer in mean rating; false if there is none. Each
 * swap reduces a difference, so repeating this ends.
 */
function swapOnce(teams: Drafted[][]): boolean {
  for (const strong of teams) {
    for (const weak of teams) {
      const gap = mean(strong) - mean(weak)
      if (gap <= 0) continue
      for (const [i, one] of strong.entries()) {
        for (const [k, other] of weak.entries()) {
          if (one.isQueen !== other.isQueen || one.rating <= other.rating) continue
          const shift = one.rating - other.rating
          const newGap = gap - shift / strong.length - shift / weak.length
          if (Math.abs(newGap) >= gap - 1e-9) continue
          strong[i] = other
          weak[k] = one
          return true
        }
      }
    }
  }
  return false
}

function mean(team: readonly Drafted[]): number {
  return strength(team) / Math.max(1, team.length)
}

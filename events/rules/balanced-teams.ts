// Teams of equal strength from whoever is there (R-DR-6).
import type { PlayerId } from '../ids.ts'
import { teamSize } from './pickup.ts'

export type Drafted = { id: PlayerId; rating: number; isQueen: boolean }

/** As few as hold everybody; two at least. */
export function teamCountFor(people: number): number {
  return Math.max(2, Math.ceil(people / teamSize))
}

/**
 * Sizes differ by one at most, and so do the numbers of those who like to play queen. Within that,
 * strength is spread as evenly as swapping any two people can make it.
 */
export function balancedTeams(people: readonly Drafted[], count: number): Drafted[][] {
  const strongest = people.toSorted((a, b) => b.rating - a.rating || a.id - b.id)
  const queens = strongest.filter(({ isQueen }) => isQueen)
  const others = strongest.filter(({ isQueen }) => !isQueen)
  const teams = Array.from({ length: count }, (): Drafted[] => [])
  for (const person of [...queens, ...others]) {
    const fewest = Math.min(...teams.map(({ length }) => length))
    const open = teams.filter(({ length }) => length === fewest)
    open
      .reduce((weakest, team) => (strength(team) < strength(weakest) ? team : weakest))
      .push(person)
  }
  while (swapped(teams));
  return teams
}

export function strength(team: readonly Drafted[]): number {
  return team.reduce((sum, { rating }) => sum + rating, 0)
}

/** The first swap that brings two teams nearer to each other; each one does, so they end. */
function swapped(teams: Drafted[][]): boolean {
  for (const strong of teams) {
    for (const weak of teams) {
      const gap = mean(strong) - mean(weak)
      if (gap <= 0) continue
      for (const [i, one] of strong.entries()) {
        for (const [k, other] of weak.entries()) {
          if (one.isQueen !== other.isQueen || one.rating <= other.rating) continue
          const moved = one.rating - other.rating
          const after = gap - moved / strong.length - moved / weak.length
          if (Math.abs(after) >= gap - 1e-9) continue
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

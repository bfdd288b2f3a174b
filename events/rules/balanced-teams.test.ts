import { describe, expect, test } from 'vitest'
import { draw } from '../estimate/random-draw.ts'
import { balancedTeams, strength, teamCountFor } from './balanced-teams.ts'
import type { Drafted } from './balanced-teams.ts'

const person = (id: number, rating: number, isQueen = false): Drafted => ({ id, rating, isQueen })

test('R-DR-6 there are enough teams of five for everybody, and at least two', () => {
  expect([1, 8, 10, 11, 25, 26].map(teamCountFor)).toEqual([2, 2, 2, 3, 5, 6])
})

describe('R-DR-6 balanced teams', () => {
  test('have one player each who likes to play queen, and the same strength', () => {
    const people = Array.from({ length: 25 }, (_, i) => person(i + 1, 1 + (i % 3), i % 5 === 0))
    const teams = balancedTeams(people, 5)
    expect(teams.map((team) => team.length)).toEqual([5, 5, 5, 5, 5])
    expect(teams.map((team) => team.filter(({ isQueen }) => isQueen).length)).toEqual([
      1, 1, 1, 1, 1,
    ])
    const all = teams.map(strength)
    expect(Math.max(...all) - Math.min(...all)).toBeLessThanOrEqual(1)
  })

  test('are the same for the same people in any order', () => {
    const people = Array.from({ length: 14 }, (_, i) => person(i + 1, (i * 7) % 5, i < 4))
    expect(balancedTeams(people.toReversed(), 3)).toEqual(balancedTeams(people, 3))
  })

  test('cannot be made more even by a swap, for 300 random groups of people', () => {
    const wrong = Array.from({ length: 300 }, (_, seed) => problemsOf(seed)).flat()
    expect(wrong).toEqual([])
  })
})

function problemsOf(seed: number): string[] {
  const pick = (count: number, turn: number) =>
    Math.floor(draw(seed, { run: 0, match: 0, turn }) * count)
  const people = Array.from({ length: 2 + pick(60, 0) }, (_, i) =>
    person(i + 1, 1 + pick(5, 2 * i + 1), pick(4, 2 * i + 2) === 0),
  )
  const count = teamCountFor(people.length)
  const teams = balancedTeams(people, count)
  const spread = (valueOf: (team: Drafted[]) => number) => {
    const values = teams.map(valueOf)
    return Math.max(...values) - Math.min(...values)
  }
  const ids = teams.flat().map(({ id }) => id)
  return [
    ...(new Set(ids).size === people.length && ids.length === people.length
      ? []
      : ['somebody is lost']),
    ...(spread((team) => team.length) > 1 ? ['sizes differ'] : []),
    ...(spread((team) => team.filter(({ isQueen }) => isQueen).length) > 1
      ? ['queens differ']
      : []),
    ...(canImprove(teams) ? ['a swap would be better'] : []),
  ].map((problem) => `${seed}: ${problem}`)
}

function canImprove(teams: Drafted[][]): boolean {
  const gap = (a: Drafted[], b: Drafted[]) =>
    Math.abs(strength(a) / Math.max(1, a.length) - strength(b) / Math.max(1, b.length))
  return teams.some((a) =>
    teams.some((b) =>
      a.some((one, i) =>
        b.some(
          (other, k) =>
            a !== b &&
            one.isQueen === other.isQueen &&
            gap(a.with(i, other), b.with(k, one)) < gap(a, b) - 1e-6,
        ),
      ),
    ),
  )
}

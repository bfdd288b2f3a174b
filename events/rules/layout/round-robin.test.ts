import { describe, expect, test } from 'vitest'
import { matchesOf, range } from '#test/support/layouts.ts'
import type { LayoutMatch } from './layout-match.ts'

describe('R-RR-1 circle method', () => {
  for (const cycles of [1, 2, 3]) {
    test.each(range(2, 16))(`%i teams: every pair meets ${cycles} times`, (entrants) => {
      const matches = roundRobin(entrants, cycles)
      const met = new Map<string, number>()
      for (const match of matches) {
        const pair = seeds(match)
          .toSorted((a, b) => a - b)
          .join('-')
        met.set(pair, (met.get(pair) ?? 0) + 1)
      }
      expect(met.size).toBe((entrants * (entrants - 1)) / 2)
      expect(new Set(met.values())).toEqual(new Set([cycles]))
      const rounds = Map.groupBy(matches, ({ roundNum }) => roundNum)
      expect([...rounds.keys()]).toEqual(range(1, cycles * (entrants - 1 + (entrants % 2))))
      for (const round of rounds.values()) {
        expect(new Set(round.flatMap(seeds)).size).toBe(2 * round.length)
      }
    })
  }

  test.each([31, 64, 100])(
    '%i teams: each pair meets once, and a team plays at most once per round',
    (entrants) => {
      const matches = roundRobin(entrants, 1)
      const pairs = matches.map(
        (match) => Math.min(...seeds(match)) * 1e4 + Math.max(...seeds(match)),
      )
      expect(new Set(pairs).size).toBe((entrants * (entrants - 1)) / 2)
      expect(matches).toHaveLength(new Set(pairs).size)
      for (const round of Map.groupBy(matches, ({ roundNum }) => roundNum).values()) {
        expect(new Set(round.flatMap(seeds)).size).toBe(2 * round.length)
      }
    },
  )

  test('rounds are numbered upwards, and their matches have no targets', () => {
    const [first] = roundRobin(4, 1)
    expect(first).toMatchObject({ num: 1, type: null, roundNum: 1, roundName: 'Round 1' })
    expect(first).toMatchObject({ winnerTo: null, loserTo: null, loserPlace: null })
  })

  test('zero meetings are taken as one', () => {
    expect(roundRobin(5, 0)).toEqual(roundRobin(5, 1))
  })
})

describe('R-RR-3 sides', () => {
  test.each(range(2, 24))(
    '%i teams: the numbers of matches on blue and gold differ by at most one',
    (entrants) => {
      const bound = entrants % 2 === 0 ? 1 : 0
      for (const surplus of blueSurplus(roundRobin(entrants, 1), entrants)) {
        expect(Math.abs(surplus)).toBeLessThanOrEqual(bound)
      }
      expect(blueSurplus(roundRobin(entrants, 2), entrants)).toEqual(
        range(1, entrants).map(() => 0),
      )
    },
  )

  test('the sides are swapped in the second meeting', () => {
    const matches = roundRobin(6, 2)
    const second = matches.slice(15).map((match) => seeds(match).toReversed().join('-'))
    const first = matches.slice(0, 15).map((match) => seeds(match).join('-'))
    expect(second.toSorted()).toEqual(first.toSorted())
  })
})

describe('R-BR-3 no team plays twice in a row if that can be avoided', () => {
  test.each(range(5, 16))('%i teams', (entrants) => {
    const matches = roundRobin(entrants, 1)
    const backToBack = matches.filter((match, index) => {
      const before = matches[index - 1]
      return before && seeds(before).some((seed) => seeds(match).includes(seed))
    })
    expect(backToBack).toEqual([])
  })
})

function roundRobin(entrants: number, matchesPerOpponent: number): LayoutMatch[] {
  return matchesOf(entrants, { stageType: 'round_robin', matchesPerOpponent })
}

function seeds({ slots }: LayoutMatch): number[] {
  return slots.map((slot) => ('seed' in slot ? slot.seed : NaN))
}

function blueSurplus(matches: LayoutMatch[], entrants: number): number[] {
  return range(1, entrants).map((seed) => {
    const own = matches.filter((match) => seeds(match).includes(seed))
    return own.reduce((sum, match) => sum + (seeds(match)[0] === seed ? 1 : -1), 0)
  })
}

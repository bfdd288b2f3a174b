import { describe, expect, test } from 'vitest'
import { defaultAdvance } from './group-advance.ts'
import { matchesOf, meetings, range } from '#test/support/layouts.ts'
import { seedOrder, snake } from './seeds.ts'

test('R-BR-1 the order of slots comes from repeated splits', () => {
  expect(seedOrder(4)).toEqual([1, 4, 2, 3])
  expect(seedOrder(8)).toEqual([1, 8, 4, 5, 2, 7, 3, 6])
  expect(seedOrder(16)).toEqual([1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11])
})

describe('R-RR-2 groups', () => {
  test('divide 10 teams into 3 groups', () => {
    expect(snake(10, 3)).toEqual([
      [1, 6, 7],
      [2, 5, 8],
      [3, 4, 9, 10],
    ])
  })

  test('have every seed once, and sizes differ by at most one', () => {
    for (const groups of range(1, 9)) {
      for (const seeds of range(groups, 40)) {
        const dealt = snake(seeds, groups)
        expect(dealt.flat().toSorted((a, b) => a - b)).toEqual(range(1, seeds))
        const sizes = dealt.map(({ length }) => length)
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      }
    }
  })
})

describe('R-GR-1 from groups to the elimination', () => {
  test('follows the two examples of the rule', () => {
    expect(named(2, 2)).toBe('A1 B1 A2 B2')
    expect(named(4, 2)).toBe('A1 B1 C1 D1 C2 D2 A2 B2')
  })

  const fields = [2, 3, 4, 6, 8].flatMap((groups) => [1, 2, 4].map((topK) => ({ groups, topK })))

  test.each(fields)(
    '$groups groups, the first $topK advance: teams of a group meet late',
    ({ groups, topK }) => {
      const seeded = defaultAdvance(groups, topK)
      const tiers = seeded.map(({ place }) => place)
      expect(tiers).toEqual(tiers.toSorted((a, b) => a - b))
      expect(new Set(seeded.map(({ group, place }) => `${group} ${place}`)).size).toBe(
        groups * topK,
      )
      const earliest = topK === 2 ? 1 : 2
      for (const roundNum of roundsOfGroupMates(groups, topK)) {
        expect(roundNum).toBeLessThanOrEqual(earliest)
      }
    },
  )

  test('P15: the work is bounded for any number of groups and places', () => {
    const max = { trials: 0, of: '' }
    for (const groups of range(1, 26)) {
      for (const topK of range(1, 64)) {
        const count = { trials: 0 }
        const seeded = defaultAdvance(groups, topK, count)
        expect(new Set(seeded.map(({ group, place }) => `${group} ${place}`)).size).toBe(
          groups * topK,
        )
        if (count.trials > max.trials) Object.assign(max, count, { of: `${groups} x ${topK}` })
      }
    }
    console.info(`most trials: ${max.trials}, for ${max.of}`)
    expect(max.trials).toBeLessThan(100_000)
  })

  test('also separates groups that do not fill the bracket', () => {
    for (const groups of range(1, 12)) {
      for (const topK of range(1, 5)) {
        const seeded = defaultAdvance(groups, topK)
        expect(Object.keys(seeded)).toHaveLength(groups * topK)
        const latest = Math.ceil(Math.log2(Math.max(2, topK)))
        expect(Math.max(0, ...roundsOfGroupMates(groups, topK))).toBeLessThanOrEqual(latest)
      }
    }
  })
})

test('R-LA-1 a ladder of five teams', () => {
  const matches = matchesOf(5, { stageType: 'ladder' })
  expect(meetings(matches)).toEqual(['4-5', 'W1-3', 'W2-2', 'W3-1'])
  expect(matches.map(({ loserPlace }) => loserPlace)).toEqual([5, 4, 3, 2])
  expect(matches.map(({ winnerPlace }) => winnerPlace)).toEqual([null, null, null, 1])
  expect(matches.map(({ roundName }) => roundName)).toEqual([
    'Round 1',
    'Round 2',
    'Round 3',
    'Finals',
  ])
  expect(matchesOf(2, { stageType: 'ladder' })).toHaveLength(1)
})

test('R-LA-1 a ladder of any size has n - 1 matches, and places in the reverse order of elimination', () => {
  for (const entrants of [...range(2, 70), 128, 512, 777, 1024]) {
    const matches = matchesOf(entrants, { stageType: 'ladder' })
    expect(matches.map(({ loserPlace }) => loserPlace)).toEqual(range(2, entrants).toReversed())
    expect(matches.at(-1)).toMatchObject({ winnerPlace: 1, winnerTo: null, num: entrants - 1 })
    const entered = matches.flatMap(({ slots }) =>
      slots.flatMap((slot) => ('seed' in slot ? [slot.seed] : [])),
    )
    expect(entered.toSorted((a, b) => a - b)).toEqual(range(1, entrants))
  }
})

test('R-CU-1 a custom stage has no generated matches', () => {
  expect(matchesOf(8, { stageType: 'custom' })).toEqual([])
})

function named(groups: number, topK: number): string {
  const seeded = defaultAdvance(groups, topK)
  return seeded.map(({ group, place }) => `${'ABCDEFGH'[group]}${place}`).join(' ')
}

/** The rounds, counted back from the final, in which teams of one group can first meet. */
function roundsOfGroupMates(groups: number, topK: number): number[] {
  const seeded = defaultAdvance(groups, topK)
  const reach: number[][] = []
  return matchesOf(groups * topK, {}).flatMap(({ slots, roundNum }) => {
    const [blue, gold] = slots.map((slot) => {
      if ('seed' in slot) return [seeded[slot.seed - 1]!.group]
      return 'winnerOf' in slot ? reach[slot.winnerOf]! : []
    })
    reach.push([...blue!, ...gold!])
    return blue!.some((group) => gold!.includes(group)) ? roundNum! : []
  })
}

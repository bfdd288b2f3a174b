import { describe, expect, test } from 'vitest'
import { matchesOf, played, range } from '#test/support/layouts.ts'
import { lcg } from '#test/support/random.ts'
import type { LayoutMatch } from './layout-match.ts'
import type { LayoutStage } from '../stage-types/layouts.ts'

const double: Partial<LayoutStage> = { stageType: 'double_elim' }

/**
 * The index among `count` losers of the one that is dropped to a position of the losers bracket.
 */
const orders = {
  natural: (place: number, _count: number) => place,
  reverse: (place: number, count: number) => count - 1 - place,
  halfShift: (place: number, count: number) => (place + count / 2) % count,
  reverseHalfShift: (place: number, count: number) => (1.5 * count - 1 - place) % count,
}

describe('R-BR-6 rematches come late', () => {
  const bounds = [
    { size: 8, round: 3 },
    { size: 16, round: 4 },
    { size: 32, round: 5 },
    { size: 64, round: 7 },
    { size: 128, round: 8 },
    { size: 256, round: 8 },
    { size: 512, round: 8 },
    { size: 1024, round: 8 },
  ]

  test.each(bounds)('$size teams: no rematch before losers round $round', ({ size, round }) => {
    expect(earliestRematch(matchesOf(size, double), size)).toBe(round)
  })

  test('byes cause no earlier rematch', () => {
    for (const { size, round } of bounds.slice(0, 4)) {
      for (const entrants of range(size / 2 + 1, size)) {
        const first = earliestRematch(matchesOf(entrants, double), size)
        expect(first).toBeGreaterThanOrEqual(round)
      }
    }
  })

  test.each(bounds.slice(0, 4))(
    '$size teams: no earlier rematch in 2000 random brackets',
    ({ size, round }) => {
      const flip = lcg(size)
      const matches = matchesOf(size, double)
      let first = Infinity
      for (let run = 0; run < 2000; run++) {
        const met = new Set<string>()
        for (const { match, seeds } of played(matches, () => (flip() < 0.5 ? 0 : 1))) {
          const pair = seeds.toSorted((a, b) => a - b).join('-')
          if (match.type === 'losers' && met.has(pair))
            first = Math.min(first, losersRound(match, size))
          met.add(pair)
        }
      }
      expect(first).toBe(round)
    },
  )

  test.each([
    { size: 4, drops: ['natural'] as const },
    { size: 8, drops: ['reverse', 'natural'] as const },
    { size: 16, drops: ['reverse', 'natural', 'natural'] as const },
    { size: 32, drops: ['reverseHalfShift', 'halfShift', 'natural', 'natural'] as const },
    {
      size: 64,
      drops: ['halfShift', 'reverseHalfShift', 'reverse', 'natural', 'natural'] as const,
    },
  ])('$size teams: the orders of the drops are $drops', ({ size, drops }) => {
    const matches = matchesOf(size, double)
    const rounds = range(0, drops.length).map((left) =>
      matches.filter(({ type, roundNum }) => type === 'winners' && roundNum === left + 1),
    )
    const [opening, ...later] = rounds.toReversed()
    for (const [index, match] of opening!.entries()) {
      const met = later.map((round, drop) => {
        const place = index >> (drop + 1)
        return round[orders[drops[drop]!](place, round.length)]!
      })
      const path = losersPath(matches, match)
      expect(met.map(({ loserTo }) => path.indexOf(matches[loserTo!.match]!))).toEqual(
        drops.map((_, drop) => 2 * drop + 1),
      )
    }
  })
})

/** The losers round of a match, counted from the start of the full bracket. */
function losersRound({ roundNum }: LayoutMatch, size: number): number {
  return 2 * (Math.log2(size) - 1) - roundNum! + 1
}

/** The earliest losers round in which the winner and the loser of a match can meet again. */
function earliestRematch(matches: LayoutMatch[], size: number): number {
  const rounds = matches.flatMap((match) => {
    const loserPath = new Set(losersPath(matches, match))
    const winnerPath =
      match.type === 'winners' && match.winnerTo ? [matches[match.winnerTo.match]!] : []
    for (const next of winnerPath) {
      if (next.type === 'winners' && next.winnerTo) winnerPath.push(matches[next.winnerTo.match]!)
    }
    return winnerPath.flatMap((later) => {
      const meeting = losersPath(matches, later).find((each) => loserPath.has(each))
      return meeting ? losersRound(meeting, size) : []
    })
  })
  return Math.min(...rounds)
}

function losersPath(matches: LayoutMatch[], from: LayoutMatch): LayoutMatch[] {
  const path: LayoutMatch[] = []
  for (let to = from.loserTo; to; to = matches[to.match]!.winnerTo) {
    if (matches[to.match]!.type === 'losers') path.push(matches[to.match]!)
  }
  return path
}

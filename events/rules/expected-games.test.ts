import { expect, test } from 'vitest'
import { lcg } from '#test/support/random.ts'
import { expectedRest } from './expected-games.ts'
import { matchEndOf } from './match-length.ts'
import type { MatchLength, Score } from './match-length.ts'

const rules = (length: Partial<MatchLength>): MatchLength => {
  return { winsPerMatch: 0, roundsPerMatch: 0, addTiebreaker: false, drawAllowed: false, ...length }
}
const firstTo = (winsPerMatch: number) => rules({ winsPerMatch })
const games = (length: MatchLength, score: Score = [0, 0]) => expectedRest(length, score, 3).games

test('R-ETA-1: expected games of a match between equal teams, first to 1, 2, 3 and 4', () =>
  expect([1, 2, 3, 4].map((wins) => games(firstTo(wins)))).toEqual([1, 2.5, 4.125, 5.8125]))

test('R-ETA-1: fewer games are left as the score advances, and the leading team is more likely to win', () => {
  expect(games(firstTo(3), [2, 2])).toBe(1)
  expect(expectedRest(firstTo(3), [2, 0], 3)).toEqual({
    games: 1.75,
    first: 0.875,
    counts: [0, 1 / 2, 1 / 4, 1 / 4],
  })
  expect(expectedRest(firstTo(3), [0, 2], 3)).toEqual({
    games: 1.75,
    first: 0.125,
    counts: [0, 1 / 2, 1 / 4, 1 / 4],
  })
  expect(expectedRest(firstTo(3), [3, 1], 3)).toEqual({ games: 0, first: 1, counts: [1] })
})

test('R-ETA-1: all rounds are played, and a tie-break game with the probability of a level score', () => {
  expect(games(rules({ roundsPerMatch: 3 }))).toBe(3)
  expect(games(rules({ roundsPerMatch: 3 }), [2, 0])).toBe(1)
  expect(games(rules({ roundsPerMatch: 2, drawAllowed: true }))).toBe(2)
  expect(games(rules({ roundsPerMatch: 2 }))).toBe(2.5)
  expect(games(rules({ roundsPerMatch: 2 }), [1, 1])).toBe(1)
})

test('R-ETA-1: a match without a fixed length has the typical number of games, and at least one more', () => {
  expect(expectedRest(rules({}), [0, 0], 5)).toEqual({ games: 5, first: 0.5, counts: [] })
  expect(games(rules({}), [4, 3])).toBe(1)
})

test('R-ETA-1: ten thousand matches decided by a coin have the expected number of games', () => {
  const random = lcg(7)
  for (const length of [firstTo(2), firstTo(5), rules({ roundsPerMatch: 4 })]) {
    for (const from of [
      [0, 0],
      [1, 0],
    ] as Score[]) {
      let [played, won] = [0, 0]
      const counts: number[] = []
      for (let match = 0; match < 10_000; match++) {
        const score: Score = [...from]
        let end = matchEndOf(length, score)
        for (; !end.done; end = matchEndOf(length, score)) {
          score[random() < 0.5 ? 0 : 1]++
          played++
        }
        const count = score[0] + score[1] - from[0] - from[1]
        counts[count] = (counts[count] ?? 0) + 1
        if (end.winner === 0) won++
      }
      const expected = expectedRest(length, from, 3)
      expect(Math.abs(played / 10_000 - expected.games)).toBeLessThan(0.05)
      expect(Math.abs(won / 10_000 - expected.first)).toBeLessThan(0.03)
      for (const [count, times] of counts.entries()) {
        const expectedShare = expected.counts[count] ?? 0
        expect(Math.abs((times ?? 0) / 10_000 - expectedShare)).toBeLessThan(0.03)
      }
    }
  }
})

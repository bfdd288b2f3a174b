import { describe, expect, test } from 'vitest'
import { range } from './build.ts'
import { decided, gamesLeft } from './match-length.ts'
import type { MatchLength, Score } from './match-length.ts'

describe('R-GM-1 first to so many wins', () => {
  test('ends at the last win it takes, rounds or not', () => {
    for (const roundsPerMatch of [0, 1, 4]) {
      const rules = length({ winsPerMatch: 3, roundsPerMatch })
      expect(decided(rules, [2, 2])).toEqual({ done: false })
      expect(decided(rules, [3, 2])).toEqual({ done: true, winner: 0 })
      expect(decided(rules, [0, 3])).toEqual({ done: true, winner: 1 })
      expect(decided(rules, [1, 4])).toEqual({ done: true, winner: 1 })
    }
  })

  test('a level score typed by hand decides nothing', () => {
    const rules = length({ winsPerMatch: 2 })
    expect(decided(rules, [2, 2])).toEqual({ done: false })
    expect(gamesLeft(rules, [2, 2])).toEqual({ min: 1, max: 1 })
  })

  test('games left', () => {
    const rules = length({ winsPerMatch: 3 })
    expect(gamesLeft(rules, [0, 0])).toEqual({ min: 3, max: 5 })
    expect(gamesLeft(rules, [2, 0])).toEqual({ min: 1, max: 3 })
    expect(gamesLeft(rules, [2, 2])).toEqual({ min: 1, max: 1 })
    expect(gamesLeft(rules, [3, 1])).toEqual({ min: 0, max: 0 })
  })
})

describe('R-GM-2 all rounds are played', () => {
  test('even when the winner is known', () => {
    const rules = length({ roundsPerMatch: 3 })
    expect(decided(rules, [2, 0])).toEqual({ done: false })
    expect(gamesLeft(rules, [2, 0])).toEqual({ min: 1, max: 1 })
    expect(decided(rules, [3, 0])).toEqual({ done: true, winner: 0 })
    expect(decided(rules, [1, 2])).toEqual({ done: true, winner: 1 })
  })

  test('an even number can end level', () => {
    const rules = length({ roundsPerMatch: 4 })
    expect(decided(rules, [2, 2])).toEqual({ done: true, winner: null })
    expect(gamesLeft(rules, [2, 1])).toEqual({ min: 1, max: 1 })
  })

  test('an odd number cannot, whatever was typed', () => {
    const rules = length({ roundsPerMatch: 3 })
    expect(decided(rules, [2, 2])).toEqual({ done: false })
    expect(gamesLeft(rules, [2, 2])).toEqual({ min: 1, max: 1 })
  })
})

describe('R-GM-4 without wins and rounds a person ends the match', () => {
  test('no score decides', () => {
    expect(decided(length({}), [110, 93])).toEqual({ done: false })
    expect(gamesLeft(length({}), [110, 93])).toEqual({ min: 0, max: Infinity })
  })
})

describe('addTiebreaker', () => {
  const asked = length({ roundsPerMatch: 2, addTiebreaker: true })
  const elimination = length({ roundsPerMatch: 2, drawAllowed: false })

  test.each([asked, elimination])('R-GM-2 1-1 goes on, the third game decides 2-1', (rules) => {
    expect(decided(rules, [1, 1])).toEqual({ done: false })
    expect(gamesLeft(rules, [1, 1])).toEqual({ min: 1, max: 1 })
    expect(decided(rules, [2, 1])).toEqual({ done: true, winner: 0 })
    expect(decided(rules, [0, 2])).toEqual({ done: true, winner: 1 })
  })

  test('one game more is possible only while the rounds can still end level', () => {
    const rules = length({ roundsPerMatch: 4, addTiebreaker: true })
    expect(gamesLeft(rules, [0, 0])).toEqual({ min: 4, max: 5 })
    expect(gamesLeft(rules, [2, 0])).toEqual({ min: 2, max: 3 })
    expect(gamesLeft(rules, [3, 0])).toEqual({ min: 1, max: 1 })
  })

  test('ignored where no draw is possible', () => {
    for (const score of [
      [0, 0],
      [1, 1],
      [2, 1],
      [3, 0],
    ] as Score[]) {
      for (const rules of [{ roundsPerMatch: 3 }, { winsPerMatch: 2 }]) {
        const asking = length({ ...rules, addTiebreaker: true })
        expect(decided(asking, score)).toEqual(decided(length(rules), score))
        expect(gamesLeft(asking, score)).toEqual(gamesLeft(length(rules), score))
      }
    }
  })
})

test('R-GM games left are what every way of playing on shows', () => {
  for (const winsPerMatch of range(0, 3)) {
    for (const roundsPerMatch of range(winsPerMatch === 0 ? 1 : 0, 6)) {
      for (const [addTiebreaker, drawAllowed] of [
        [false, true],
        [true, true],
        [false, false],
      ]) {
        const rules = { winsPerMatch, roundsPerMatch, addTiebreaker, drawAllowed } as MatchLength
        expect(gamesLeft(rules, [0, 0])).toEqual(walked(rules, [0, 0]))
      }
    }
  }
})

/** Plays on in all ways, checking the promise at every score on the way. */
function walked(rules: MatchLength, [blue, gold]: Score): { min: number; max: number } {
  if (decided(rules, [blue, gold]).done) return { min: 0, max: 0 }
  const ways = [walked(rules, [blue + 1, gold]), walked(rules, [blue, gold + 1])]
  const left = {
    min: 1 + Math.min(...ways.map(({ min }) => min)),
    max: 1 + Math.max(...ways.map(({ max }) => max)),
  }
  expect(gamesLeft(rules, [blue, gold])).toEqual(left)
  return left
}

function length(rules: Partial<MatchLength>): MatchLength {
  const none = { winsPerMatch: 0, roundsPerMatch: 0, addTiebreaker: false, drawAllowed: true }
  return { ...none, ...rules }
}

import { describe, expect, test } from 'vitest'
import { range } from '../../test/support/layouts.ts'
import { canEndLevel, decided, gamesLeft, lengthOf } from './match-length.ts'
import type { LengthSettings, MatchLength, Score } from './match-length.ts'

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

describe('R-GM-4 where a match may end level', () => {
  const plain = {
    stageType: 'round_robin',
    winsPerMatch: 0,
    roundsPerMatch: 0,
    addTiebreaker: false,
  }
  const may = (stage: object, match: object = {}) =>
    canEndLevel(
      lengthOf({ ...plain, ...stage } as LengthSettings, {
        type: null,
        winnerTo: null,
        loserTo: null,
        ...match,
      }),
    )

  test.each(['round_robin', 'custom', null])('%s, by the numbers of games', (stageType) => {
    const ways = [{}, { roundsPerMatch: 2 }, { roundsPerMatch: 3 }, { winsPerMatch: 2 }]
    expect(ways.map((way) => may({ stageType, ...way }))).toEqual([true, true, false, false])
    expect(may({ stageType, roundsPerMatch: 2, addTiebreaker: true })).toBe(false)
    expect(may({ stageType, roundsPerMatch: 4, winsPerMatch: 3 })).toBe(false)
  })

  test.each(['single_elim', 'double_elim', 'ladder'])('%s: nowhere', (stageType) => {
    expect([0, 2, 3].map((roundsPerMatch) => may({ stageType, roundsPerMatch }))).toEqual([
      false,
      false,
      false,
    ])
  })

  test('not where somebody goes on', () => {
    const to = { match: 7, slot: 0 }
    expect([may({}, { winnerTo: to }), may({}, { loserTo: to })]).toEqual([false, false])
  })
})

describe('R-BR-7 a long grand final', () => {
  const long = (stage: object, type = 'first_final') => {
    const plain = { stageType: 'double_elim', winsPerMatch: 0, roundsPerMatch: 0 }
    const whole = { ...plain, addTiebreaker: false, grandFinal: 'best_of', ...stage }
    const { winsPerMatch, roundsPerMatch } = lengthOf(whole as LengthSettings, {
      type,
      winnerTo: null,
      loserTo: null,
    })
    return [winsPerMatch, roundsPerMatch]
  }

  test('takes one win more: best of five, the final best of seven', () =>
    expect([long({ winsPerMatch: 3 }), long({ winsPerMatch: 3 }, 'winners')]).toEqual([
      [4, 0],
      [3, 0],
    ]))

  test('has two rounds more where all are played, so that odd stays odd', () =>
    expect(long({ roundsPerMatch: 3 })).toEqual([0, 5]))

  test('is ended by a person where every match is', () => expect(long({})).toEqual([0, 0]))

  test('is only in a double elimination that asks for it', () =>
    expect([
      long({ winsPerMatch: 3, grandFinal: 'single' }),
      long({ winsPerMatch: 3, grandFinal: undefined }),
      long({ winsPerMatch: 3, stageType: 'single_elim' }),
    ]).toEqual([
      [3, 0],
      [3, 0],
      [3, 0],
    ]))
})

test('R-GM-1, R-GM-2 games left are what every way of playing on shows', () => {
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

import { describe, expect, test } from 'vitest'
import { range } from '#test/support/layouts.ts'
import { canEndLevel, matchEndOf, gamesLeft, lengthOf } from './match-length.ts'
import type { LengthSettings, MatchLength, Score } from './match-length.ts'

describe('R-GM-1 first to a number of wins', () => {
  test('ends at the last win needed, with or without a number of rounds', () => {
    for (const roundsPerMatch of [0, 1, 4]) {
      const rules = length({ winsPerMatch: 3, roundsPerMatch })
      expect(matchEndOf(rules, [2, 2])).toEqual({ done: false })
      expect(matchEndOf(rules, [3, 2])).toEqual({ done: true, winner: 0 })
      expect(matchEndOf(rules, [0, 3])).toEqual({ done: true, winner: 1 })
      expect(matchEndOf(rules, [1, 4])).toEqual({ done: true, winner: 1 })
    }
  })

  test('is not decided by a level score that was entered by hand', () => {
    const rules = length({ winsPerMatch: 2 })
    expect(matchEndOf(rules, [2, 2])).toEqual({ done: false })
    expect(gamesLeft(rules, [2, 2])).toEqual({ min: 1, max: 1 })
  })

  test('has a fewest and a most number of games left', () => {
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
    expect(matchEndOf(rules, [2, 0])).toEqual({ done: false })
    expect(gamesLeft(rules, [2, 0])).toEqual({ min: 1, max: 1 })
    expect(matchEndOf(rules, [3, 0])).toEqual({ done: true, winner: 0 })
    expect(matchEndOf(rules, [1, 2])).toEqual({ done: true, winner: 1 })
  })

  test('and an even number of rounds can end level', () => {
    const rules = length({ roundsPerMatch: 4 })
    expect(matchEndOf(rules, [2, 2])).toEqual({ done: true, winner: null })
    expect(gamesLeft(rules, [2, 1])).toEqual({ min: 1, max: 1 })
  })

  test('and an odd number cannot, whatever score was entered', () => {
    const rules = length({ roundsPerMatch: 3 })
    expect(matchEndOf(rules, [2, 2])).toEqual({ done: false })
    expect(gamesLeft(rules, [2, 2])).toEqual({ min: 1, max: 1 })
  })
})

describe('R-GM-4 without a number of wins or rounds an official ends the match', () => {
  test('and no score decides it', () => {
    expect(matchEndOf(length({}), [110, 93])).toEqual({ done: false })
    expect(gamesLeft(length({}), [110, 93])).toEqual({ min: 0, max: Infinity })
  })
})

describe('addTiebreaker', () => {
  const withTiebreaker = length({ roundsPerMatch: 2, addTiebreaker: true })
  const elimination = length({ roundsPerMatch: 2, drawAllowed: false })

  test.each([withTiebreaker, elimination])('R-GM-2 at 1-1 a third game decides', (rules) => {
    expect(matchEndOf(rules, [1, 1])).toEqual({ done: false })
    expect(gamesLeft(rules, [1, 1])).toEqual({ min: 1, max: 1 })
    expect(matchEndOf(rules, [2, 1])).toEqual({ done: true, winner: 0 })
    expect(matchEndOf(rules, [0, 2])).toEqual({ done: true, winner: 1 })
  })

  test('allows one more game only while the rounds can still end level', () => {
    const rules = length({ roundsPerMatch: 4, addTiebreaker: true })
    expect(gamesLeft(rules, [0, 0])).toEqual({ min: 4, max: 5 })
    expect(gamesLeft(rules, [2, 0])).toEqual({ min: 2, max: 3 })
    expect(gamesLeft(rules, [3, 0])).toEqual({ min: 1, max: 1 })
  })

  test('is ignored if no draw is possible', () => {
    for (const score of [
      [0, 0],
      [1, 1],
      [2, 1],
      [3, 0],
    ] as Score[]) {
      for (const rules of [{ roundsPerMatch: 3 }, { winsPerMatch: 2 }]) {
        const withOption = length({ ...rules, addTiebreaker: true })
        expect(matchEndOf(withOption, score)).toEqual(matchEndOf(length(rules), score))
        expect(gamesLeft(withOption, score)).toEqual(gamesLeft(length(rules), score))
      }
    }
  })
})

describe('R-GM-4 when a match may end level', () => {
  const plain = {
    stageType: 'round_robin',
    winsPerMatch: 0,
    roundsPerMatch: 0,
    addTiebreaker: false,
  }
  const mayEndLevel = (stage: object, match: object = {}) =>
    canEndLevel(
      lengthOf({ ...plain, ...stage } as LengthSettings, {
        type: null,
        winnerTo: null,
        loserTo: null,
        ...match,
      }),
    )

  test.each(['round_robin', 'custom', null])(
    '%s: depends on the numbers of wins and rounds',
    (stageType) => {
      const settings = [{}, { roundsPerMatch: 2 }, { roundsPerMatch: 3 }, { winsPerMatch: 2 }]
      expect(settings.map((each) => mayEndLevel({ stageType, ...each }))).toEqual([
        true,
        true,
        false,
        false,
      ])
      expect(mayEndLevel({ stageType, roundsPerMatch: 2, addTiebreaker: true })).toBe(false)
      expect(mayEndLevel({ stageType, roundsPerMatch: 4, winsPerMatch: 3 })).toBe(false)
    },
  )

  test.each(['single_elim', 'double_elim', 'ladder'])('%s: never', (stageType) => {
    expect([0, 2, 3].map((roundsPerMatch) => mayEndLevel({ stageType, roundsPerMatch }))).toEqual([
      false,
      false,
      false,
    ])
  })

  test('not if the winner or the loser advances', () => {
    const to = { match: 7, slot: 0 }
    expect([mayEndLevel({}, { winnerTo: to }), mayEndLevel({}, { loserTo: to })]).toEqual([
      false,
      false,
    ])
  })
})

describe('R-BR-7 a long grand final', () => {
  const finalLength = (stage: object, type = 'first_final') => {
    const plain = { stageType: 'double_elim', winsPerMatch: 0, roundsPerMatch: 0 }
    const settings = { ...plain, addTiebreaker: false, grandFinal: 'best_of', ...stage }
    const { winsPerMatch, roundsPerMatch } = lengthOf(settings as LengthSettings, {
      type,
      winnerTo: null,
      loserTo: null,
    })
    return [winsPerMatch, roundsPerMatch]
  }

  test('takes one more win: best of five, and the final best of seven', () =>
    expect([finalLength({ winsPerMatch: 3 }), finalLength({ winsPerMatch: 3 }, 'winners')]).toEqual(
      [
        [4, 0],
        [3, 0],
      ],
    ))

  test('has two more rounds if all are played, so that an odd number stays odd', () =>
    expect(finalLength({ roundsPerMatch: 3 })).toEqual([0, 5]))

  test('is ended by an official if all matches are', () => expect(finalLength({})).toEqual([0, 0]))

  test('exists only in a double elimination with that setting', () =>
    expect([
      finalLength({ winsPerMatch: 3, grandFinal: 'single' }),
      finalLength({ winsPerMatch: 3, grandFinal: undefined }),
      finalLength({ winsPerMatch: 3, stageType: 'single_elim' }),
    ]).toEqual([
      [3, 0],
      [3, 0],
      [3, 0],
    ]))
})

test('R-GM-1, R-GM-2 games left equal the extremes of all possible continuations', () => {
  for (const winsPerMatch of range(0, 3)) {
    for (const roundsPerMatch of range(winsPerMatch === 0 ? 1 : 0, 6)) {
      for (const [addTiebreaker, drawAllowed] of [
        [false, true],
        [true, true],
        [false, false],
      ]) {
        const rules = { winsPerMatch, roundsPerMatch, addTiebreaker, drawAllowed } as MatchLength
        expect(gamesLeft(rules, [0, 0])).toEqual(allContinuations(rules, [0, 0]))
      }
    }
  }
})

/** Plays all continuations and checks `gamesLeft` at every score. */
function allContinuations(rules: MatchLength, [blue, gold]: Score): { min: number; max: number } {
  if (matchEndOf(rules, [blue, gold]).done) return { min: 0, max: 0 }
  const continuations = [
    allContinuations(rules, [blue + 1, gold]),
    allContinuations(rules, [blue, gold + 1]),
  ]
  const left = {
    min: 1 + Math.min(...continuations.map(({ min }) => min)),
    max: 1 + Math.max(...continuations.map(({ max }) => max)),
  }
  expect(gamesLeft(rules, [blue, gold])).toEqual(left)
  return left
}

function length(rules: Partial<MatchLength>): MatchLength {
  const none = { winsPerMatch: 0, roundsPerMatch: 0, addTiebreaker: false, drawAllowed: true }
  return { ...none, ...rules }
}

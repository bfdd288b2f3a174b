import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { range } from '#test/support/layouts.ts'
import { lcg } from '#test/support/random.ts'
import { inRankOrder } from './ranks.ts'
import { standings } from './standings.ts'
import type { Standing, StandingsInput } from './standings.ts'
import type { Result } from './tally.ts'
import type { Tiebreaker } from './tiebreakers.ts'

const [A, B, C, D] = [1, 2, 3, 4] as const
const dice = '5eed'.repeat(16)
const usual: Tiebreaker[] = [
  'game_win_pct',
  'h2h_games',
  'match_win_pct',
  'game_time_in_losses',
  'dice_roll',
]

/** First to two: A beats B beats C beats A, all beat D; B loses the longest games. */
const cycle = [
  result(A, B, [2, 1], { 0: 120, 1: 90 }),
  result(B, C, [2, 1], { 0: 90, 1: 120 }),
  result(C, A, [2, 1], { 0: 90, 1: 90 }),
  result(A, D, [2, 0], { 0: 60, 1: 60 }),
  result(B, D, [2, 0], { 0: 60, 1: 60 }),
  result(C, D, [2, 0], { 0: 60, 1: 60 }),
]

describe('the worked example', () => {
  test('R-TB-6 B is first by the time in losses, R-TB-7 the dice decide between A and C', () => {
    const rows = table({ results: cycle })
    const [upper, lower] = [A, C].toSorted((a, b) => (rollOf(a) < rollOf(b) ? -1 : 1))
    expect(teams(rows)).toEqual([B, upper, lower, D])
    expect(rows[1]!.decidedBy).toEqual({
      rule: 'game_time_in_losses',
      over: B,
      values: ['90.0 s', '120.0 s'],
    })
    expect(rows[2]!.decidedBy).toEqual({
      rule: 'dice_roll',
      over: upper,
      values: [rollOf(lower!), rollOf(upper!)],
    })
    expect(rows[3]!.decidedBy).toMatchObject({ rule: 'game_win_pct', over: lower })
  })

  test('R-TB-4 with restartOnSplit C is above A, whom it beat', () => {
    const rows = table({ results: cycle, restartOnSplit: true })
    expect(teams(rows)).toEqual([B, C, A, D])
    expect(rows[2]!.decidedBy).toEqual({
      rule: 'h2h_games',
      over: C,
      values: ['33.3 % (1 of 3)', '66.7 % (2 of 3)'],
    })
  })

  test('R-TB-5 a row has the numbers of its team', () => {
    const [first] = table({ results: cycle })
    expect(first).toMatchObject({ team: B, matchesPlayed: 3, matchesWon: 2 })
    expect(first).toMatchObject({ matchesTied: 0, matchesLost: 1, gamesWon: 5, gamesLost: 3 })
    expect(first).toMatchObject({ gameWinPct: 5 / 8, matchWinPct: 2 / 3, decidedBy: null })
    expect(first!.gameTimeInLosses).toBe(120)
  })
})

describe('R-TB-1 the list is the ranking', () => {
  // A wins the match, B more games.
  const results = [
    result(A, B, [2, 1]),
    result(B, C, [3, 0]),
    result(A, C, [2, 2], {}, null),
    result(B, C, [0, 2]),
  ]

  test('another order of the list gives another order of the teams', () => {
    const byMatches = table({ teams: [A, B, C], results, order: ['match_win_pct', 'game_win_pct'] })
    const byGames = table({ teams: [A, B, C], results, order: ['game_win_pct', 'match_win_pct'] })
    expect(teams(byMatches)).toEqual([A, C, B])
    expect(teams(byGames)).toEqual([A, B, C])
  })

  test('with an empty list the seeds decide, and the row says so', () => {
    const rows = table({ teams: [C, A, B], results, order: [] })
    expect(teams(rows)).toEqual([C, A, B])
    expect(rows[1]!.decidedBy).toEqual({ rule: 'seed', over: C, values: ['2', '1'] })
  })
})

describe('R-TB-2 ratios', () => {
  test('1/3 is more than 333333/1000000', () => {
    const results = [result(A, C, [333_333, 666_667]), result(B, D, [1, 2])]
    const order: Tiebreaker[] = ['game_win_pct']
    expect(teams(table({ teams: [A, B], results, order }))).toEqual([B, A])
  })

  test('5-3 is more than 6-4', () => {
    const results = [result(A, C, [6, 4]), result(B, D, [5, 3])]
    expect(teams(table({ teams: [A, B], results, order: ['game_win_pct'] }))).toEqual([B, A])
  })

  test('a team without games has a dash and is below 0 %', () => {
    const rows = table({ teams: [A, B, C], results: [result(B, C, [2, 0])] })
    expect(teams(rows)).toEqual([B, C, A])
    expect(rows[2]).toMatchObject({ gameWinPct: null, matchWinPct: null, gameTimeInLosses: null })
    expect(rows[2]!.decidedBy).toMatchObject({ values: ['–', '0.0 % (0 of 2)'] })
  })
})

describe('R-TB-4 head-to-head', () => {
  const order: Tiebreaker[] = ['match_win_pct', 'h2h_games', 'h2h_matches']

  test('counts only matches between the tied teams', () => {
    const results = [result(A, B, [1, 2]), result(A, C, [2, 0]), result(B, C, [1, 2])]
    const rows = table({ teams: [A, B, D], results: [...results, result(C, D, [0, 2])], order })
    expect(teams(rows)).toEqual([D, B, A])
    expect(rows[2]!.decidedBy).toMatchObject({ rule: 'h2h_games', over: B })
  })

  test('is skipped with a reason if two of the tied teams have not met', () => {
    const rows = table({ results: [result(A, B, [2, 0]), result(C, D, [2, 0])], order })
    expect(teams(rows)).toEqual([A, C, B, D])
    const apart = 'not all of the tied teams have played each other'
    expect(rows[1]!.decidedBy).toEqual({
      rule: 'seed',
      over: A,
      values: ['3', '1'],
      skipped: `h2h_games: ${apart}; h2h_matches: ${apart}`,
    })
  })

  test('stays skipped, with the reason, in the parts that a later rule makes', () => {
    const results = [result(B, A, [1, 1]), result(C, D, [2, 0])]
    const rows = table({ results, order: ['h2h_games', 'game_win_pct'] })
    expect(teams(rows)).toEqual([C, A, B, D])
    expect(rows[2]!.decidedBy).toMatchObject({ rule: 'seed', over: A })
    expect(rows[2]!.decidedBy!.skipped).toMatch(/^h2h_games: /)
  })

  test('is applied again inside the parts it made', () => {
    // Among all four A leads; B and C are level until only their own match counts.
    const results = [
      result(A, B, [2, 0]),
      result(A, C, [2, 1]),
      result(A, D, [1, 2]),
      result(B, C, [0, 2]),
      result(B, D, [2, 0]),
      result(C, D, [0, 1]),
    ]
    const rows = table({ results, order: ['h2h_matches', 'h2h_games'] })
    expect(teams(rows)).toEqual([D, A, C, B])
    expect(rows[1]!.decidedBy).toMatchObject({ rule: 'h2h_matches', over: D })
    expect(rows[3]!.decidedBy).toMatchObject({ rule: 'h2h_matches', over: C })
  })

  test('a draw is half a win', () => {
    const results = [result(A, B, [1, 1], {}, null), result(A, C, [2, 0]), result(B, C, [0, 2])]
    const rows = table({ teams: [A, B, C], results, order: ['match_win_pct'] })
    expect(rows.map(({ team, matchWinPct }) => [team, matchWinPct])).toEqual([
      [A, 0.75],
      [C, 0.5],
      [B, 0.25],
    ])
    expect(rows[1]!.decidedBy!.values).toEqual(['50.0 % (1 of 2)', '75.0 % (1.5 of 2)'])
  })
})

describe('R-TB-6 game time in losses', () => {
  const order: Tiebreaker[] = ['game_win_pct', 'game_time_in_losses', 'dice_roll']

  test('prefers a longer time', () => {
    const results = [result(A, C, [1, 1], { 1: 80 }), result(B, D, [1, 1], { 1: 80.5 })]
    const rows = table({ teams: [A, B], results, order })
    expect(teams(rows)).toEqual([B, A])
    expect(rows[1]!.decidedBy!.values).toEqual(['80.0 s', '80.5 s'])
  })

  test('prefers no losses to any time', () => {
    const results = [result(A, C, [0, 2], { 1: 900 }), result(B, D, [2, 0])]
    const rows = table({ teams: [A, B], results, order: ['game_time_in_losses'] })
    expect(teams(rows)).toEqual([B, A])
    expect(rows[1]!.decidedBy!.values).toEqual(['900.0 s', 'no losses'])
  })

  test.each([
    { why: 'no duration', lost: [{ winner: 1, seconds: null }] },
    { why: 'a score by hand', lost: [] },
  ])('is skipped with a reason: $why', ({ lost }) => {
    const untimed = { ...result(A, C, [1, 1]), games: lost as Result['games'] }
    const rows = table({ teams: [A, B], results: [untimed, result(B, D, [1, 1])], order })
    expect(rows[1]!.decidedBy).toMatchObject({
      rule: 'dice_roll',
      skipped: 'game_time_in_losses: a lost game has no duration',
    })
    expect(rows.find(({ team }) => team === A)!.gameTimeInLosses).toBeNull()
  })

  test('is skipped only if a team of the tie has no time', () => {
    const untimed = { ...result(C, D, [9, 1]), games: [] }
    const results = [result(A, D, [1, 1], { 1: 50 }), result(B, D, [1, 1], { 1: 60 }), untimed]
    const rows = table({ teams: [A, B, C], results, order })
    expect(teams(rows)).toEqual([C, B, A])
    expect(rows[2]!.decidedBy).toMatchObject({ rule: 'game_time_in_losses', over: B })
  })
})

describe('R-TB-7 dice roll', () => {
  const rolled = { teams: range(1, 40), results: [], order: ['dice_roll'] as Tiebreaker[] }

  test('anyone can verify it with HMAC-SHA256', () => {
    const expected = range(1, 40).toSorted((a, b) => (rollOf(a) < rollOf(b) ? -1 : 1))
    expect(teams(table(rolled))).toEqual(expected)
  })

  test('a thousand recalculations give one order', () => {
    const once = teams(table(rolled))
    for (let run = 0; run < 1000; run++) expect(teams(table(rolled))).toEqual(once)
  })

  test('another secret gives another order', () => {
    expect(teams(table({ ...rolled, dice: 'ab' }))).not.toEqual(teams(table(rolled)))
  })
})

test('R-TB-8 every row but the first names the row above and two different values', () => {
  const flip = lcg(7)
  for (let run = 0; run < 200; run++) {
    const all = range(1, 2 + Math.floor(flip() * 8))
    const results = all.flatMap((a) =>
      all.flatMap((b) => {
        if (a >= b || flip() < 0.1) return []
        const score: [number, number] = [Math.floor(flip() * 3), Math.floor(flip() * 3)]
        return result(a, b, score, { 0: 60, 1: 60 }, score[0] === score[1] ? null : undefined)
      }),
    )
    const order = usual.toSorted(() => flip() - 0.5)
    for (const restartOnSplit of [false, true]) {
      const rows = table({ teams: all, results, order, restartOnSplit })
      expect(teams(rows).toSorted((a, b) => a - b)).toEqual(all)
      const shuffled = rows.toSorted(() => flip() - 0.5)
      expect(inRankOrder(shuffled)).toEqual(rows.map((row, i) => ({ rank: i + 1, ...row })))
      for (const [index, { decidedBy }] of rows.entries()) {
        expect(decidedBy?.over).toBe(rows[index - 1]?.team)
        expect(new Set(decidedBy?.values).size).toBe(decidedBy ? 2 : 0)
      }
    }
  }
})

function table(input: Partial<StandingsInput>): Standing[] {
  return standings({ teams: [A, B, C, D], results: [], order: usual, dice, ...input })
}

function teams(rows: Standing[]): number[] {
  return rows.map(({ team }) => team)
}

function rollOf(team: number): string {
  return createHmac('sha256', Buffer.from(dice, 'hex')).update(String(team)).digest('hex')
}

/** `seconds`: the length of the games that blue (0) and gold (1) won, 60 by default. */
function result(
  blue: number,
  gold: number,
  score: [number, number],
  ...[seconds, winner]: [seconds?: { 0?: number; 1?: number }, winner?: 0 | 1 | null]
): Result {
  const games = ([0, 1] as const).flatMap((slot) =>
    range(1, score[slot]).map(() => ({ winner: slot, seconds: seconds?.[slot] ?? 60 })),
  )
  const ahead = score[0] > score[1] ? 0 : 1
  const won = winner === undefined ? ahead : winner
  return { match: blue * 100 + gold, teams: [blue, gold], score, winner: won, games }
}

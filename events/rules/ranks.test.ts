import { expect, test } from 'vitest'
import { rankText, withRanksOncePlayed } from './ranks.ts'
import { tableOf } from '../bracket/shown-table.ts'

test.each([
  ['single_elim', { rank: 1, place: null, sharedPlace: null }, '–'],
  ['single_elim', { rank: 1, place: 1, sharedPlace: null }, '1'],
  ['double_elim', { rank: 5, place: 5, sharedPlace: '5-6' }, '5-6'],
  ['round_robin', { rank: 2, place: null, sharedPlace: null }, '2'],
  ['round_robin', { rank: 2, place: 2, sharedPlace: '2-3' }, '2-3'],
  ['round_robin', { rank: null, place: null, sharedPlace: null }, '–'],
])('R-BR-8 in a %s a row with %o shows %s', (stageType, row, expected) => {
  expect(rankText({ stageType } as never, row)).toBe(expected)
})

test('before the first result nobody has a rank, and dice decide nothing', () => {
  const row = (team: number, over: number | null, gamesWon = 0) => ({
    team: team as never,
    place: null,
    decidedBy: over === null ? null : { over: over as never },
    matchesPlayed: 0,
    gamesWon,
    gamesLost: 0,
  })
  const stage = { teams: [1, 2, 3] as never[] }
  const ranksOf = (rows: ReturnType<typeof row>[]) =>
    tableOf(stage, rows).map(({ team, rank, decidedBy }) => [team, rank, decidedBy?.over ?? null])
  expect(ranksOf([row(3, null), row(1, 3), row(2, 1)])).toEqual([
    [1, null, null],
    [2, null, null],
    [3, null, null],
  ])
  expect(ranksOf([row(3, null, 1), row(1, 3), row(2, 1)])).toEqual([
    [3, 1, null],
    [1, 2, 3],
    [2, 3, 1],
  ])
})

test('before the first match the rows of the API have their order, and no rank', () => {
  const row = { place: null, matchesPlayed: 0, gamesWon: 0, gamesLost: 0 }
  const rows = [
    { ...row, team: 2, decidedBy: { over: 1 } },
    { ...row, team: 1, decidedBy: null },
  ]
  const shown = (all: typeof rows) => withRanksOncePlayed(all).map(({ team, rank }) => [team, rank])
  expect(shown(rows)).toEqual([
    [1, null],
    [2, null],
  ])
  const played = rows.map((one) => (one.team === 1 ? { ...one, matchesPlayed: 1 } : one))
  expect(shown(played)).toEqual([
    [1, 1],
    [2, 2],
  ])
})

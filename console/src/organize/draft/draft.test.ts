import { expect, test } from 'vitest'
import type { DraftRow } from '#events/schema/rows.ts'
import { boardOf, nextIn, phaseOf, turnIn, vector } from './draft.ts'

const row = (fields: Partial<DraftRow>): DraftRow => ({
  tournament: 1,
  draftOrder: 'serpentine',
  teams: ['Bees', 'Wasps', ''].map((name) => ({ name, players: [1, null, null] })),
  currentIdx: 0,
  selectedRound: 1,
  lastRound: 2,
  picks: [],
  pickSeconds: null,
  dueAt: null,
  createdTeams: null,
  version: 'a',
  ...fields,
})

test('R-DR-1, R-DR-2: each pick order matches its documentation', () => {
  expect(vector('straight', 4)).toEqual(['1234', '1234', '1234', '1234'])
  expect(vector('serpentine', 4)).toEqual(['1234', '4321', '1234', '4321'])
  expect(vector('reverse3', 4)).toEqual(['1234', '1234', '4321', '1234'])
  expect(vector('third_round_reversal', 4)).toEqual(['1234', '4321', '4321', '1234'])
})

test('R-DR-1: each cell of the board has its number in the order of the picks', () => {
  const board = boardOf(row({}))
  expect(board.map(({ cells }) => cells.map(({ pick }) => pick))).toEqual([
    [1, 2, 3],
    [4, 5, 6],
    [9, 8, 7],
  ])
  expect(board.map(({ isReversed }) => isReversed)).toEqual([false, false, true])
  const turns = boardOf(row({ selectedRound: 2, currentIdx: 0 })).flatMap(({ cells }) =>
    cells.filter(({ isTurn }) => isTurn),
  )
  expect(turns).toEqual([{ team: 2, player: null, pick: 7, isTurn: true }])
})

test('the next turn is the next open pick', () => {
  expect(nextIn(row({ currentIdx: 2 }))).toEqual({ round: 2, index: 0, team: 2 })
  const teams = row({}).teams.map((team, index) => ({
    ...team,
    players: [1, index === 1 ? 7 : null, null],
  }))
  expect(nextIn(row({ teams }))).toEqual({ round: 1, index: 2, team: 2 })
  expect(nextIn(row({ selectedRound: 2, currentIdx: 2 }))).toBeNull()
})

test('nobody has a turn when every pick is made or the teams are created', () => {
  expect(turnIn(row({ currentIdx: 3, selectedRound: 2 }))).toBeNull()
  expect(turnIn(row({ createdTeams: [1, 2, 3] }))).toBeNull()
})

test('R-DR-5: the clock warns during the last ten seconds, then shows that time is over', () => {
  const dueAt = '2026-01-02T10:00:30.000Z'
  const at = (seconds: number) => phaseOf(dueAt, Date.parse(dueAt) - seconds * 1_000)
  expect([at(30), at(10), at(0.2), at(0), at(-5)]).toEqual([
    { phase: 'runs', seconds: 30 },
    { phase: 'soon', seconds: 10 },
    { phase: 'soon', seconds: 1 },
    { phase: 'over', seconds: 0 },
    { phase: 'over', seconds: 0 },
  ])
  expect(phaseOf(null, 0).phase).toBe('off')
})

import { expect, test } from 'vitest'
import type { BracketRow, MatchRow, TeamRow } from '../schema/rows.ts'
import { singleElim } from '../rules/layout/single-elim.ts'
import { bracketsModel } from './brackets-viewer-format.ts'

const bracket = (stageType: string) =>
  ({ id: 5, tournament: 1, name: 'Finals', stageType }) as unknown as BracketRow
const teams: TeamRow[] = [1, 2, 3, 4, 5].map((id) => ({ id, tournament: 1, name: `T${id}` }))
const open = {
  bracket: 5,
  roundNum: 1,
  matchType: 'winners',
  blueTeam: null,
  goldTeam: null,
  blueScore: 0,
  goldScore: 0,
  isComplete: false,
  forfeit: false,
  winner: null,
  activeCabinet: null,
  winnerToMatch: null,
  winnerToTeam: null,
}
const match = (id: number, more: Partial<MatchRow>) =>
  ({ ...open, id, matchNum: id, ...more }) as MatchRow

/** Five teams in the layout of a single elimination: 4–5 first, then 1 and 2–3. */
const five = [
  match(1, { roundNum: 3, blueTeam: 4, goldTeam: 5, winnerToMatch: 2, winnerToTeam: 'gold' }),
  match(2, { roundNum: 2, blueTeam: 1, winnerToMatch: 4, winnerToTeam: 'blue' }),
  match(3, { roundNum: 2, blueTeam: 2, goldTeam: 3, winnerToMatch: 4, winnerToTeam: 'gold' }),
  match(4, { roundNum: 1 }),
]

test('a team that enters later has byes before, so that every round has half the matches of the last', () => {
  expect(singleElim(5, false)).toHaveLength(five.length)
  const model = bracketsModel(1, { brackets: [bracket('single_elim')], matches: five, teams })
  expect(model.stage).toEqual([
    {
      id: 5,
      tournament_id: 1,
      name: 'Finals',
      type: 'single_elimination',
      number: 1,
      settings: {},
    },
  ])
  expect(model.group).toEqual([{ id: 1, stage_id: 5, number: 1 }])
  expect(model.round.map(({ number }) => number)).toEqual([1, 2, 3])
  const pairs = model.round.map(({ id }) =>
    model.match
      .filter(({ round_id }) => round_id === id)
      .map(({ opponent1, opponent2 }) =>
        [opponent1, opponent2].map((opponent) => opponent && opponent.id),
      ),
  )
  expect(pairs).toEqual([
    [
      [1, null],
      [4, 5],
      [2, null],
      [3, null],
    ],
    [
      [1, null],
      [2, 3],
    ],
    [[null, null]],
  ])
  const [bye] = model.match
  expect([bye!.opponent2, bye!.status]).toEqual([null, 0])
  expect(new Set(model.match.map(({ id }) => id)).size).toBe(7)
  expect(model.participant[0]).toEqual({ id: 1, tournament_id: 1, name: 'T1' })
})

test('a result has scores and a winner, and forfeits and draws are marked', () => {
  const played = [
    match(1, { blueTeam: 1, goldTeam: 2, blueScore: 2, goldScore: 1, isComplete: true, winner: 1 }),
    match(2, { blueTeam: 3, goldTeam: 4, isComplete: true, forfeit: true, winner: 4 }),
    match(3, { blueTeam: 1, goldTeam: 3, isComplete: true }),
    match(4, { blueTeam: 2, goldTeam: 4, activeCabinet: 7, blueScore: 1 }),
    match(5, { blueTeam: 2, goldTeam: 3 }),
    match(6, { blueTeam: 2 }),
  ]
  const model = bracketsModel(1, { brackets: [bracket('round_robin')], matches: played, teams })
  expect(
    model.match.map(({ status, opponent1, opponent2 }) => [status, opponent1, opponent2]),
  ).toEqual([
    [4, { id: 1, score: 2, result: 'win' }, { id: 2, score: 1, result: 'loss' }],
    [4, { id: 3, score: 0, result: 'loss', forfeit: true }, { id: 4, score: 0, result: 'win' }],
    [4, { id: 1, score: 0, result: 'draw' }, { id: 3, score: 0, result: 'draw' }],
    [3, { id: 2, score: 1 }, { id: 4, score: 0 }],
    [2, { id: 2 }, { id: 3 }],
    [1, { id: 2 }, { id: null }],
  ])
})

test('winners, losers and finals are separate groups, and a stage without matches is left out', () => {
  const double = [
    ...five,
    match(5, { matchType: 'losers', roundNum: 1 }),
    match(6, { matchType: 'first_final', roundNum: 0 }),
  ]
  const empty = { ...bracket('single_elim'), id: 6 }
  const model = bracketsModel(1, {
    brackets: [bracket('double_elim'), empty],
    matches: double,
    teams,
  })
  expect(model.stage.map(({ type }) => type)).toEqual(['double_elimination'])
  expect(model.group.map(({ number }) => number)).toEqual([1, 2, 3])
  const inGroup = (group: number) => model.match.filter(({ group_id }) => group_id === group)
  expect([1, 2, 3].map((group) => inGroup(group).length)).toEqual([7, 1, 1])
})

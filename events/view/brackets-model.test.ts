import { expect, test } from 'vitest'
import {
  complete,
  forfeit,
  m,
  play,
  plus,
  result,
  setScore,
  start,
  stateOf,
  swap,
  tournament,
} from '#test/desk/story.ts'
import type { Story } from '#test/desk/story.ts'
import { bracketsModel } from './brackets-viewer-format.ts'

const modelOf = (story: Story) => bracketsModel(stateOf(story))
/** The teams of each round, round by round; null is a bye, 0 a team that is not known yet. */
const pairsOf = (story: Story) => {
  const { round, match } = modelOf(story)
  return round.map(({ id }) =>
    match
      .filter(({ round_id }) => round_id === id)
      .map(({ opponent1, opponent2 }) =>
        [opponent1, opponent2].map((opponent) => opponent && (opponent.id ?? 0)),
      ),
  )
}

test('a team that enters later has byes before, so that every round has half the matches of the last', () => {
  const five = tournament({ teams: 5 })
  const model = modelOf(five)
  expect(model.stage).toMatchObject([
    { name: 'Main', type: 'single_elimination', number: 1, settings: { size: 8 } },
  ])
  expect(model.group.map(({ number }) => number)).toEqual([1])
  expect(model.round.map(({ number }) => number)).toEqual([1, 2, 3])
  expect(pairsOf(five)).toEqual([
    [
      [1, null],
      [4, 5],
      [2, null],
      [3, null],
    ],
    [
      [1, 0],
      [2, 3],
    ],
    [[0, 0]],
  ])
  expect(model.match[0]).toMatchObject({
    status: 0,
    opponent1: { id: 1, position: 1, result: 'win' },
    opponent2: null,
  })
  expect(new Set(model.match.map(({ id }) => id)).size).toBe(7)
})

test('a result has scores and a winner, and forfeits and draws are marked', () => {
  const stage = { stageType: 'round_robin', roundsPerMatch: 2 } as const
  const story = play(
    tournament({ teams: 4, stage }),
    ...result(m(1), 2, 0),
    ...result(m(2), 1, 1),
    forfeit(m(3), 4),
    start(m(4)),
    setScore(m(4), 1, 0),
  )
  const { match } = modelOf(story)
  const view = match
    .toSorted((a, b) => a.id - b.id)
    .map(({ status, opponent1, opponent2 }) => [status, opponent1, opponent2])
  expect(view.slice(0, 4)).toMatchObject([
    [4, { score: 2, result: 'win' }, { score: 0, result: 'loss' }],
    [4, { score: 1, result: 'draw' }, { score: 1, result: 'draw' }],
    [4, { result: expect.any(String) }, { result: expect.any(String) }],
    [3, { score: expect.any(Number) }, { score: expect.any(Number) }],
  ])
  expect(match.flatMap((one) => [one.opponent1, one.opponent2])).toContainEqual(
    expect.objectContaining({ id: 4, result: 'loss', forfeit: true }),
  )
})

test('the losers bracket of six has its byes, and names the matches from which losers come', () => {
  const six = tournament({ teams: 6, stage: { stageType: 'double_elim' } })
  const { group, round, match } = modelOf(six)
  expect(group.map(({ number }) => number)).toEqual([1, 2, 3])
  const sizes = group.map(({ id }) =>
    round
      .filter(({ group_id }) => group_id === id)
      .map((one) => match.filter(({ round_id }) => round_id === one.id).length),
  )
  expect(sizes).toEqual([
    [4, 2, 1],
    [2, 2, 1, 1],
    [1, 1],
  ])
  const losers = match.filter(({ group_id }) => group_id === group[1]!.id)
  const sides = losers.map(({ opponent1, opponent2 }) => [
    opponent1 && opponent1.position,
    opponent2 && opponent2.position,
  ])
  expect(sides).toEqual([
    [2, null],
    [4, null],
    [2, undefined],
    [1, undefined],
    [undefined, undefined],
    [1, undefined],
  ])
})

test('the winners champion is first in the grand final, whatever the colours', () => {
  const stage = { stageType: 'double_elim', grandFinal: 'double' } as const
  const two = play(tournament({ teams: 2, stage }), ...result(m(1), 2, 0), swap(m(2)))
  const finalOf = (story: Story) => modelOf(story).match.find(({ id }) => id === m(2))
  expect(finalOf(two)).toMatchObject({ opponent1: { id: 1 }, opponent2: { id: 2 } })
  const won = play(two, plus(m(2), 1), complete(m(2)))
  expect(finalOf(won)).toMatchObject({
    opponent1: { id: 1, result: 'win', score: 1 },
    opponent2: { id: 2, result: 'loss', score: 0 },
  })
})

test('a stage without matches is left out', () => {
  expect(modelOf(tournament({ teams: 2, stage: { stageType: 'custom' } })).stage).toEqual([])
})

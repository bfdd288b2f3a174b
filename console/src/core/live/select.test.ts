import { expect, test } from 'vitest'
import { rowsOf } from '#events/view/tournament-rows.ts'
import { m, play, queue1, setQueue, stateOf, tournament } from '#test/desk/story.ts'
import { noRows } from './rows.ts'
import type { Tables } from './rows.ts'
import { startableMatches } from './select-for-officials.ts'
import { byMatchNumber, comingOn, roundOf, versus } from './select.ts'

test('R-QU-2: matches that wait for their teams come after those that can be played', () => {
  const rows = tablesOf(play(tournament(), setQueue(queue1, m(3), m(2), m(1))))
  expect(comingOn(rows, 1).map(({ id }) => id)).toEqual([m(2), m(1), m(3)])
})

test('a match names its stage once, and only if there are several', () => {
  const rows = tablesOf(tournament())
  const match = { ...rows.match[m(1)]!, stageName: 'Groups' }
  const one = rows.bracket[match.bracket]!
  const several = {
    ...rows,
    bracket: { ...rows.bracket, [one.id + 1]: { ...one, id: one.id + 1 } },
  }
  const nameOf = (tables: Tables, roundName: string) => roundOf(tables, { ...match, roundName })
  expect(nameOf(several, 'Round 1')).toBe('Groups · Round 1')
  expect(nameOf(several, '')).toBe('Groups')
  expect(nameOf(several, 'Groups')).toBe('Groups')
  expect(nameOf(rows, 'Round 1')).toBe('Round 1')
  expect(nameOf(rows, '')).toBe('')
})

test('matches are sorted by number, then round, then name of the round', () => {
  const row = tablesOf(tournament()).match[m(1)]!
  const sorted = [
    { matchNum: 1, roundNum: 1, roundName: 'A' },
    { matchNum: 1, roundNum: 2, roundName: 'A' },
    { matchNum: 1, roundNum: 2, roundName: 'B' },
    { matchNum: 2, roundNum: 1, roundName: 'A' },
    { matchNum: 10, roundNum: 1, roundName: 'A' },
  ].map((fields, id) => ({ ...row, ...fields, id }))
  const [first, ...others] = sorted
  for (const order of [sorted.toReversed(), [...others, first!]]) {
    expect(order.toSorted(byMatchNumber).map(({ id }) => id)).toEqual([0, 1, 2, 3, 4])
  }
})

test('a side without a team and without a source is an unknown team', () => {
  const rows = tablesOf(tournament())
  const match = { ...rows.match[m(1)]!, goldTeam: null, goldFrom: null }
  const blue = rows.team[match.blueTeam!]!.name
  expect(versus(rows, match)).toBe(`${blue} vs. (unknown team)`)
})

test('a match can be chosen for a cabinet if it is open, on none and has both teams', () => {
  const rows = tablesOf(tournament())
  const match = rows.match[m(1)]!
  const isListed = (fields: object) =>
    startableMatches({ ...rows, match: { [m(1)]: { ...match, ...fields } } }).length === 1
  const link = { state: 'open' }
  expect([isListed({}), isListed({ link })]).toEqual([true, true])
  const unlisted = [
    { isComplete: true },
    { activeCabinet: 1 },
    { blueTeam: null },
    { goldTeam: null },
    { link: { state: 'pending' } },
  ]
  expect(unlisted.filter(isListed)).toEqual([])
})

function tablesOf(story: Parameters<typeof stateOf>[0]): Tables {
  const rows = Object.entries(rowsOf(stateOf(story)))
  return {
    ...noRows,
    ...Object.fromEntries(rows.map(([table, all]) => [table, Object.fromEntries(all)])),
  }
}

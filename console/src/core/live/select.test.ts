import { expect, test } from 'vitest'
import { rowsOf } from '../../../../events/view/tournament-rows.ts'
import { m, play, queue1, setQueue, stateOf, tournament } from '../../../../test/desk/story.ts'
import { noRows } from './rows.ts'
import type { Tables } from './rows.ts'
import { comingOn, roundOf } from './select.ts'

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

function tablesOf(story: Parameters<typeof stateOf>[0]): Tables {
  const rows = Object.entries(rowsOf(stateOf(story)))
  return {
    ...noRows,
    ...Object.fromEntries(rows.map(([table, all]) => [table, Object.fromEntries(all)])),
  }
}

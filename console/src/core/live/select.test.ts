import { expect, test } from 'vitest'
import { rowsOf } from '../../../../events/view/tournament-rows.ts'
import { m, play, queue1, setQueue, stateOf, tournament } from '../../../../test/desk/story.ts'
import { noRows } from './rows.ts'
import type { Tables } from './rows.ts'
import { comingOn } from './select.ts'

test('R-QU-2: matches that wait for their teams come after those that can be played', () => {
  const story = play(tournament(), setQueue(queue1, m(3), m(2), m(1)))
  const rows = Object.fromEntries(
    Object.entries(rowsOf(stateOf(story))).map(([table, all]) => [table, Object.fromEntries(all)]),
  ) as Tables
  expect(comingOn({ ...noRows, ...rows }, 1).map(({ id }) => id)).toEqual([m(2), m(1), m(3)])
})

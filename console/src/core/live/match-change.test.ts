import { expect, test } from 'vitest'
import type { MatchRow } from '#events/schema/rows.ts'
import { matchRow } from '#test/support/console-session.ts'
import { presentStateText } from './match-change.ts'
import { tablesFrom } from './rows.ts'

const rows = (part: Partial<MatchRow>) => {
  const score = { blueScore: 2, goldScore: 1 }
  return tablesFrom({ match: [matchRow({ id: 7, matchNum: 3, ...score, ...part })] })
}

test.each([
  [{ isComplete: true }, 'M3 is complete now: 2-1.'],
  [{ activeCabinet: 1 }, 'M3 is being played, at 2-1.'],
  [{ activeCabinet: null }, 'M3 is not on a cabinet now, at 2-1.'],
])(
  'ux 20: the question about an old press shows the present state of its match: %o',
  (is, words) => {
    expect(presentStateText(rows(is), 7)).toBe(words)
  },
)

test('ux 20: the question about an old press says if its match was removed', () => {
  expect(presentStateText(rows({}), 8)).toBe('Its match no longer exists.')
})

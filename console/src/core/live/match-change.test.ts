import { expect, test } from 'vitest'
import type { MatchRow } from '../../../../events/schema/rows.ts'
import { matchRow } from '../../../../test/support/console-session.ts'
import { became } from './match-change.ts'
import { keyed } from './rows.ts'

const rows = (part: Partial<MatchRow>) => {
  const score = { blueScore: 2, goldScore: 1 }
  return keyed({ match: [matchRow({ id: 7, matchNum: 3, ...score, ...part })] })
}

test.each([
  [{ isComplete: true }, 'M3 is complete now: 2-1.'],
  [{ activeCabinet: 1 }, 'M3 is being played, at 2-1.'],
  [{ activeCabinet: null }, 'M3 is on no cabinet now, at 2-1.'],
])(
  'ux 20: who is asked about a press of some time ago is told what became of it: %o',
  (is, words) => {
    expect(became(rows(is), 7)).toBe(words)
  },
)

test('ux 20: a match that is not there any more is said to be gone', () => {
  expect(became(rows({}), 8)).toBe('Its match is not there any more.')
})

import { expect, test } from 'vitest'
import type { BracketRow } from '#events/schema/rows.ts'
import { matchRow } from '#test/support/console-session.ts'
import { noRows } from '../../core/live/rows.ts'
import { reasonsToConfirmIn, isDecided, mayEnd } from './reasons-to-confirm.ts'

const of = (bracket: BracketRow) => ({
  ...noRows,
  bracket: { [matchRow({ id: 1 }).bracket]: bracket },
})

const flags = ['isDecided', 'isRunning', 'hasUncounted', 'isOffline', 'hasUnsent'] as const
const combinations = Array.from({ length: 32 }, (_, bits) =>
  Object.fromEntries(flags.map((flag, i) => [flag, Boolean(bits & (1 << i))])),
) as Parameters<typeof reasonsToConfirmIn>[0][]

test.each(combinations)('R-ST-6 completing asks only if something is unusual: %o', (situation) => {
  const unusual = [
    !situation.isDecided,
    situation.isRunning,
    situation.hasUncounted,
    situation.isOffline,
    situation.hasUnsent,
  ]
  expect(reasonsToConfirmIn(situation)).toHaveLength(unusual.filter(Boolean).length)
})

const best = { winsPerMatch: 3, roundsPerMatch: 0, addTiebreaker: false, stageType: 'single_elim' }
const rounds = {
  winsPerMatch: 0,
  roundsPerMatch: 4,
  addTiebreaker: false,
  stageType: 'round_robin',
}
const free = { winsPerMatch: 0, roundsPerMatch: 0, addTiebreaker: false, stageType: 'custom' }

test('R-BR-7 a longer final is not decided at a score that decides other matches', () => {
  const bracket = { ...best, stageType: 'double_elim', grandFinal: 'best_of' } as BracketRow
  const at = (matchType: string, blueScore: number) =>
    isDecided(of(bracket), matchRow({ id: 1, matchType, blueScore, goldScore: 1 }))
  expect([at('winners', 3), at('first_final', 3), at('first_final', 4)]).toEqual([
    true,
    false,
    true,
  ])
})

test.each([
  [best, 2, 0, false],
  [best, 3, 2, true],
  [rounds, 2, 1, false],
  [rounds, 2, 2, true],
  [free, 0, 0, false],
  [free, 1, 0, true],
])('%o at %i-%i is decided: %s', (bracket, blueScore, goldScore, is) => {
  expect(isDecided(of(bracket as BracketRow), matchRow({ id: 1, blueScore, goldScore }))).toBe(is)
})

test.each([
  [best, 1, 1, false],
  [best, 1, 0, true],
  [rounds, 1, 1, true],
  [{ ...rounds, roundsPerMatch: 3 }, 1, 1, false],
  [free, 0, 0, true],
  [{ ...free, stageType: 'single_elim' }, 0, 0, false],
])('R-GM-4 %o at %i-%i may be ended by an official: %s', (bracket, blueScore, goldScore, may) => {
  expect(mayEnd(of(bracket as never), matchRow({ id: 1, blueScore, goldScore }))).toBe(may)
})

import { expect, test } from 'vitest'
import type { MatchRow } from '#events/schema/rows.ts'
import { attachRefusal } from './attach-game.ts'
import type { GameRow } from '../../queries/index.ts'

const over = {
  sceneId: 1,
  endTime: '2026-01-02T20:00:00.000Z',
  winningTeam: 'blue',
  tournamentMatch: null,
} as GameRow
const match = { id: 7, matchNum: 3, isComplete: false } as MatchRow
const complete: MatchRow = { ...match, isComplete: true }

test.each<[string, Partial<GameRow>, MatchRow, string | null]>([
  ['can be added', {}, match, null],
  ['is in it already and can be taken off', { tournamentMatch: 7 }, match, null],
  [
    'is of another scene',
    { sceneId: 2 },
    match,
    'This game is not associated with the same scene as this tournament.',
  ],
  ['is not over', { endTime: null, winningTeam: null }, match, 'This game is not over yet.'],
  ['has no result', { winningTeam: null }, match, 'This game has no result.'],
  [
    'counts elsewhere',
    { tournamentMatch: 8 },
    match,
    'This game is already part of a tournament match.',
  ],
  ['comes after the end', {}, complete, 'M3 is already complete.'],
])('R-GE-7: a game that %s', (_, part, target, detail) =>
  expect(attachRefusal({ ...over, ...part }, { scene: 1, match: target })?.detail ?? null).toBe(
    detail,
  ),
)

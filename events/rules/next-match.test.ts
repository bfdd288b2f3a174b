import { describe, expect, test } from 'vitest'
import { blockOf } from './next-match.ts'
import type { QueuedMatch } from './next-match.ts'

const cabinet = 1

describe('R-ST-1: the block of a match', () => {
  const open: QueuedMatch = {
    id: 1,
    blueTeam: 1,
    goldTeam: 2,
    activeCabinet: null,
    isComplete: false,
  }
  const otherMatch: QueuedMatch = {
    id: 2,
    blueTeam: 3,
    goldTeam: 1,
    activeCabinet: 2,
    isComplete: false,
  }
  test.each<[string, Partial<QueuedMatch>, object | null]>([
    ['nothing', {}, null],
    ['completion', { isComplete: true }, { why: 'complete' }],
    ['being on a cabinet', { activeCabinet: 3 }, { why: 'active', cabinet: 3 }],
    ['an unknown team', { goldTeam: null }, { why: 'team_missing' }],
    ['one team on both sides', { goldTeam: 1 }, { why: 'team_twice', team: 1 }],
  ])('%s', (_what, more, block) =>
    expect(blockOf({ ...open, ...more }, [], cabinet)).toEqual(block),
  )

  test('a team that plays on another cabinet, not one on the same', () => {
    expect(blockOf(open, [otherMatch], cabinet)).toEqual({ why: 'team_busy', team: 1, otherMatch })
    expect(blockOf(open, [otherMatch], 2)).toBeNull()
  })
})

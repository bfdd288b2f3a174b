import { describe, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import {
  complete,
  forfeit,
  m,
  play,
  result,
  setScore,
  stageId,
  tournament,
} from '#test/desk/story.ts'
import { given } from '#test/desk/given-when-then.ts'

type Source = { team: number } | { winnerOf: number } | { loserOf: number }
const add = (blue: Source, gold: Source): Command => {
  return { type: 'AddMatch', stage: stageId, blue, gold, roundName: '' }
}
const custom = play(
  tournament({ stage: { stageType: 'custom' } }),
  add({ team: 1 }, { team: 2 }),
  add({ team: 1 }, { team: 3 }),
)
const won = [...result(m(1), 1, 0), ...result(m(2), 1, 0)]

describe('R-CU-1: no team plays itself', () => {
  test('as a team twice', () =>
    given(custom)
      .when(add({ team: 4 }, { team: 4 }))
      .refused('TEAM_TWICE', 'A team cannot play against itself.'))

  test('as the winner of both matches', () =>
    given(custom, ...won)
      .when(add({ winnerOf: m(1) }, { winnerOf: m(2) }))
      .refused(
        'TEAM_TWICE',
        'Bees are on both sides of this match: a team cannot play against itself.',
      ))

  test('as a team and a winner', () =>
    given(custom, ...won)
      .when(add({ team: 1 }, { winnerOf: m(1) }))
      .refused('TEAM_TWICE'))

  const late = play(custom, add({ winnerOf: m(1) }, { winnerOf: m(2) }), ...won)
  test.each<[string, Command]>([
    ['started', { type: 'StartMatch', match: m(3), cabinet: 1, force: false }],
    ['scored', setScore(m(3), 1, 0)],
    ['completed', complete(m(3))],
    ['forfeited', forfeit(m(3), 1)],
  ])('through results on both sides: such a match is not %s', (_, command) =>
    given(late)
      .when(command)
      .refused('TEAM_TWICE', 'Bees are on both sides of M3: a team cannot play against itself.'),
  )
})

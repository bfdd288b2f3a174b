import { expect, test } from 'vitest'
import { matchRow } from '#test/support/console-session.ts'
import { pointsOf } from './score-points.ts'

type Played = Parameters<typeof pointsOf>[1][number]

function played(game: string, blueSlot: 0 | 1, winningTeam: 'blue' | 'gold', more = {}): Played {
  const rest = { tournament: 1, cabinet: 1, winCondition: null, mapName: null, seconds: 300 }
  return {
    game,
    match: 7,
    status: 'counted',
    reason: null,
    reasonMessage: null,
    ...rest,
    blueSlot,
    winningTeam,
    ...more,
  }
}

test('U1: points are of the team that got them, whichever side it played, and those by hand have no game', () => {
  // The teams swapped sides after the first game: slot 0 has been gold since.
  const match = matchRow({
    id: 7,
    isFlipped: true,
    blueScore: 1,
    goldScore: 3,
    blueByHand: 0,
    goldByHand: 2,
  })
  const games = [
    played('first', 0, 'blue'),
    played('second', 1, 'blue'),
    played('warm-up', 1, 'gold', { status: 'warmup' }),
    played('of another match', 1, 'gold', { match: 8 }),
  ]
  expect(pointsOf(match, games)).toEqual([
    { colour: 'gold', game: 'first' },
    { colour: 'blue', game: 'second' },
    { colour: 'gold', game: null },
    { colour: 'gold', game: null },
  ])
})

test('points that were taken away by hand are not drawn', () => {
  const match = matchRow({ id: 7, blueScore: 0, goldScore: 0, blueByHand: -1, goldByHand: 0 })
  expect(pointsOf(match, [played('first', 0, 'blue')])).toEqual([{ colour: 'blue', game: 'first' }])
})

import { expect, test } from 'vitest'
import { totalsOf } from './totals.ts'
import type { CountedGame } from './totals.ts'

const [bees, wasps] = [1, 2]

function game(id: number, seats: CountedGame['seats']): CountedGame {
  const stats = {
    militaryKills: { blue: 5, gold: 3 },
    berries: { blue: 10, gold: 1 },
    snailMeters: { blue: 2.6, gold: 0 },
    // Even positions are blue.
    byPlayer: { queenKills: { 2: 1, 4: 1, 3: 1 } },
  }
  return { id, mapName: 'Day', winCondition: null, winner: null, seats, stats }
}

test('totals of a team include both colours, and no games of other teams', () => {
  const games = [
    game(1, { blue: bees, gold: wasps }),
    game(2, { blue: wasps, gold: bees }),
    game(3, { blue: 7, gold: 8 }),
  ]
  const each = { militaryKills: 8, queenKills: 3, berries: 11, snailMeters: 3 }
  expect(totalsOf(games, [bees, wasps])).toEqual([each, each])
  expect(totalsOf(games.slice(0, 1), [bees, wasps])).toEqual([
    { militaryKills: 5, queenKills: 2, berries: 10, snailMeters: 3 },
    { militaryKills: 3, queenKills: 1, berries: 1, snailMeters: 0 },
  ])
  const none = { militaryKills: 0, queenKills: 0, berries: 0, snailMeters: 0 }
  expect(totalsOf(games, [null, 9])).toEqual([none, none])
})

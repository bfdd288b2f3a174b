import { describe, expect, test } from 'vitest'
import { folded, event } from '#test/support/game-invariants.ts'
import { evening, eveningIds, haveRecordings } from '#test/support/recordings.ts'
import { gameStats, result, stats } from './index.ts'

const nobodySignedIn = {}

test('awards name the best players, all of them if they are level, and a queen who was never killed', () => {
  const game = folded([
    event(0, 'gamestart', 'map_day', 'True', '0', 'False', '21.0'),
    event(1, 'playerKill', '1', '1', '4', '3', 'Worker'),
    event(2, 'playerKill', '1', '1', '6', '5', 'Worker'),
    event(3, 'playerKill', '1', '1', '4', '1', 'Queen'),
    event(4, 'playerKill', '1', '1', '6', '1', 'Queen'),
    event(5, 'playerKill', '1', '1', '2', '1', 'Queen'),
    event(125, 'victory', 'Blue', 'military'),
  ])
  expect(gameStats(stats(game), result(game), nobodySignedIn)).toMatchObject({
    map: 'Day',
    winCondition: 'military',
    winningTeam: 'blue',
    length: '2:05',
    lengthSec: 125,
    militaryKills: { blue: 3, gold: 0 },
    militaryDeaths: { blue: 0, gold: 3 },
    awards: [
      { title: 'Most kills', players: [4, 6] },
      { title: 'Most military kills', players: [2, 4, 6] },
      { title: 'Most queen kills', players: [2, 4, 6] },
      { title: 'Untouched queen', teams: ['blue'] },
    ],
  })
})

test('the distance on the snail is given in snail lengths', () => {
  const game = folded([
    event(0, 'gamestart', 'map_day', 'True', '0', 'False', '21.0'),
    event(1, 'getOnSnail', '960', '11', '4'),
    event(20, 'getOffSnail', '1169', '11', '', '4'),
  ])
  const { snailMeters, byPlayer } = gameStats(stats(game), result(game), nobodySignedIn)
  expect(byPlayer.snailDistance).toEqual({ 4: 209 })
  expect(snailMeters).toEqual({ blue: 10, gold: 0 })
})

describe.skipIf(!haveRecordings())('recorded evenings', () => {
  test.each(eveningIds)(
    'the numbers of the teams in evening %s are the sums of their players',
    (id) => {
      const games = Map.groupBy(evening(id).events, (event) => event.game)
      for (const events of games.values()) {
        const game = folded(events)
        const all = gameStats(stats(game), result(game), nobodySignedIn)
        const { winCondition, winningTeam: winner, berries, militaryKills, militaryDeaths } = all
        const loser = winner === 'blue' ? 'gold' : 'blue'
        const lost = all.byPlayer.deaths[loser === 'gold' ? 1 : 2] ?? 0
        // Ground truth of thousands of games (wire 1.6).
        expect(winCondition === 'military').toBe(lost === 3)
        expect(winCondition !== 'economic' || berries[winner!] === 12).toBe(true)
        expect(militaryKills).toEqual({ blue: militaryDeaths.gold, gold: militaryDeaths.blue })
        expect(all.lengthSec).toBe(result(game).seconds)
        expect(all.awards.length).toBeGreaterThan(0)
      }
    },
  )
})

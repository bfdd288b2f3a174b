import { expect, test } from 'vitest'
import { CabinetEvent } from '../schema/cabinet-facts.ts'
import { folded } from '#test/support/game-invariants.ts'
import { result } from '../game/index.ts'
import { playGame } from './play.ts'

const startAt = new Date('2026-01-03T20:00:00.000Z')
const conditions = ['military', 'economic', 'snail'] as const
const maps = { map_day: 'Day', map_night: 'Night', map_dusk: 'Dusk', map_twilight: 'Twilight' }

test.each(Object.entries(maps))(
  'a game on %s ends with the requested winner and win condition',
  (map, mapName) => {
    for (const winCondition of conditions) {
      for (const winner of ['blue', 'gold'] as const) {
        for (const goldOnLeft of [true, false]) {
          const seed = `${map} ${winCondition} ${winner}`
          const options = { seed, startAt, map, winner, winCondition, goldOnLeft }
          const expected = {
            status: 'complete',
            mapName,
            winCondition,
            winningTeam: winner,
            goldOnLeft,
          }
          expect(result(folded(playGame(options)))).toMatchObject(expected)
        }
      }
    }
  },
)

test('the same seed gives the same game, another seed gives another game', () => {
  const game = playGame({ seed: 'a', startAt })
  expect(playGame({ seed: 'a', startAt })).toEqual(game)
  expect(playGame({ seed: 'b', startAt })[0]!.gameID).not.toBe(game[0]!.gameID)
})

test('a game has the requested version, players and length, and a realistic number of events', () => {
  const options = { seed: 3, startAt, winCondition: 'military' as const, seconds: 120 }
  const events = playGame({ ...options, version: '17.26', players: 6 })
  const game = result(folded(events))
  expect(game).toMatchObject({ cabinetVersion: '17.26', playerCount: 6 })
  expect(game.seconds).toBeCloseTo(120, 0)
  expect(events.some((event) => event.type === 'gameend')).toBe(false)
  expect(playGame(options).length).toBeGreaterThan(150)
  expect(playGame(options).length).toBeLessThan(500)
})

test('events are valid and in order of time, and the map is loaded nine seconds before the start', () => {
  const events = playGame({ seed: 5, startAt })
  for (const event of events) expect(CabinetEvent.parse(event)).toEqual(event)
  const times = events.map((event) => event.time)
  expect(times).toEqual(times.toSorted())
  const started = Date.parse(events.find((event) => event.type === 'gamestart')!.time)
  const mapped = Date.parse(events.find((event) => event.type === 'mapstart')!.time)
  expect(started - mapped).toBe(9000)
  expect(new Set(events.map((event) => event.eventID)).size).toBe(events.length)
})

test('short games with few players end with the requested win condition', () => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const winCondition = conditions[seed % 3]!
    const options = { seed, startAt, winCondition, seconds: 15, players: 4 }
    expect(result(folded(playGame(options)))).toMatchObject({ status: 'complete', winCondition })
  }
})

import { describe, expect, test } from 'vitest'
import { playGame } from '../simulation/play.ts'
import { gameEvents, gameIds, haveRecordings } from '#test/support/recordings.ts'
import type { CabinetEvent } from '../schema/cabinet-facts.ts'
import { maps } from './map/field.ts'
import { result, stats } from './index.ts'
import { timedEventsOf, hiveOf, keyOf, stateAt, openReplay, statsOf } from './game-replay.ts'
import type { TimedGameEvent, Replay } from './game-replay.ts'
import { folded, event } from '#test/support/game-invariants.ts'
import { evolveReplay, initialReplayState } from './replay-state.ts'

const start = event(0, 'gamestart', 'map_day', 'True', '0', 'False', '21.3')

function replayOf(events: readonly CabinetEvent[]): Replay {
  return openReplay(timedEventsOf(folded(events)))
}

function replayWith(...events: CabinetEvent[]) {
  return replayOf([start, ...events])
}

function folding(gameEvents: readonly TimedGameEvent[], ms: number) {
  return gameEvents.filter((each) => each.ms <= ms).reduce(evolveReplay, initialReplayState)
}

/** Any moment, reached forwards or backwards, equals a fold from the beginning. */
function expectSameAnywhere(events: readonly CabinetEvent[]) {
  const replay = replayOf(events)
  const { gameEvents, endMs } = replay
  const moments = [
    0,
    1,
    endMs / 3,
    endMs / 2,
    endMs,
    endMs * 2,
    0,
    ...gameEvents.filter((_, place) => place % 13 === 0).map(({ ms }) => ms),
  ]
  for (const ms of moments) expect(stateAt(replay, ms)).toEqual(folding(gameEvents, ms))
}

/** The numbers of a replay equal the stats of the game. */
function expectStats(events: readonly CabinetEvent[]) {
  const game = folded(events)
  const { last, endMs } = replayOf(events)
  expect(statsOf(last.state)).toEqual(stats(game))
  expect(endMs / 1000).toBe(result(game).seconds)
  const { berries } = result(game)
  const hive = (colour: 'blue' | 'gold') => last.berries.filter((berry) => berry.colour === colour)
  expect({ blue: hive('blue').length, gold: hive('gold').length }).toEqual(berries)
}

/** From version 17.26 on cabinets send the hole of a berry. Each hole takes one berry. */
function expectInHoles(events: readonly CabinetEvent[]) {
  const { last } = replayOf(events)
  const sent = events
    .filter(({ type }) => type === 'berryDeposit' || type === 'berryKickIn')
    .map(({ values: [x, y] }) => keyOf({ x: Number(x), y: Number(y) }))
  for (const colour of ['blue', 'gold'] as const) {
    const holes = hiveOf(last.state, colour).map(([x, y]) => keyOf({ x, y }))
    const own = last.berries.filter((berry) => berry.colour === colour).map(keyOf)
    expect(holes).toEqual(expect.arrayContaining(own))
    expect(new Set(own).size).toBe(own.length)
  }
  expect(new Set(last.berries.map(keyOf))).toEqual(new Set(sent))
}

function expectKnownGates(events: readonly CabinetEvent[]) {
  const { last } = replayOf(events)
  const gates = maps[last.state.cabinetMap]!.gates.map(keyOf)
  expect(gates).toEqual(expect.arrayContaining(Object.keys(last.gates)))
}

const checks = [expectSameAnywhere, expectStats, expectInHoles, expectKnownGates]

describe('a moment of a game', () => {
  const startAt = new Date('2026-01-03T20:00:00.000Z')
  test.each(['military', 'economic', 'snail'] as const)(
    'P13: a simulated %s game has the same state at a moment however it is reached',
    (winCondition) => {
      for (const map of ['map_day', 'map_night', 'map_dusk', 'map_twilight'])
        for (const check of checks)
          check(playGame({ seed: `replay ${map}`, winCondition, startAt, map }))
    },
  )

  test('does not depend on the order in which events were sent', () => {
    const events = playGame({ seed: 'late', startAt })
    expect(replayOf(events.toReversed())).toEqual(replayOf(events))
  })

  test('gives a gate to the queen who tagged it last, also before the start', () => {
    const replay = replayWith(
      event(-3, 'blessMaiden', '560', '260', 'Red'),
      event(4, 'blessMaiden', '560', '260', 'Blue'),
    )
    expect(stateAt(replay, 0).gates).toEqual({ '560,260': 'gold' })
    expect(stateAt(replay, 4000).gates).toEqual({ '560,260': 'blue' })
  })

  test('shows a player in a gate until it is used, left, or the player is killed', () => {
    const replay = replayWith(
      event(1, 'reserveMaiden', '560', '260', '4'),
      event(2, 'useMaiden', '560', '260', 'maiden_wings', '4'),
      event(3, 'reserveMaiden', '410', '860', '6'),
      event(4, 'unreserveMaiden', '410', '860', '', '6'),
      event(5, 'reserveMaiden', '410', '860', '6'),
      event(6, 'playerKill', '410', '860', '3', '6', 'Worker'),
    )
    const inside = (seconds: number) => stateAt(replay, seconds * 1000).entering
    expect(inside(1)).toEqual({ 4: '560,260' })
    expect(inside(2)).toEqual({})
    expect(inside(3)).toEqual({ 6: '410,860' })
    expect(inside(4)).toEqual({})
    expect(inside(6)).toEqual({})
  })

  test('shows a berry kicked into the hive of the other team there', () => {
    const { last } = replayWith(event(1, 'berryKickIn', '772', '923', '2', 'False'))
    expect(last.berries).toEqual([{ x: 772, y: 923, colour: 'gold' }])
  })

  test('uses the next free hole if the cabinet sends the position of the bee', () => {
    const { last } = replayWith(
      event(1, 'berryDeposit', '700', '800', '3'),
      event(2, 'berryDeposit', '700', '800', '3'),
    )
    const [one, two] = maps['map_day']!.holes
    expect(last.berries.map(({ x, y }) => [x, y])).toEqual([one, two])
  })

  test('shows berries at the sent position on an unknown map', () => {
    const meadow = event(0, 'gamestart', 'map_meadow', 'True', '0', 'False', '30')
    const { last } = replayOf([meadow, event(1, 'berryDeposit', '700', '800', '3')])
    expect(last.berries).toEqual([{ x: 700, y: 800, colour: 'gold' }])
  })

  test('does not show a killed player, only the place of the kill', () => {
    const { last } = replayWith(
      event(1, 'glance', '100', '200', '4', '3'),
      event(2, 'playerKill', '110', '210', '4', '3', 'Worker'),
    )
    expect(last.seen).toEqual({ 4: { x: 110, y: 210, ms: 2000 } })
    expect(last.kills).toEqual([{ x: 110, y: 210, ms: 2000, killer: 4, victim: 3 }])
  })

  test('has a gap while the cabinet is offline', () => {
    const replay = replayWith(event(5, 'cabinetOffline', '1006', ''), event(9, 'cabinetOnline'))
    expect([4, 6, 9].map((s) => stateAt(replay, s * 1000).isGap)).toEqual([false, true, false])
  })

  test('does not change after the victory', () => {
    const victory = event(10, 'victory', 'Blue', 'military')
    const late = event(11, 'blessMaiden', '560', '260', 'Blue')
    const { last, endMs } = replayWith(victory, late)
    expect(last.gates).toEqual({})
    expect(endMs).toBe(10_000)
  })

  test('is empty for a game without a start', () => {
    expect(timedEventsOf(folded([event(3, 'carryFood', '4')]))).toEqual([])
    expect(stateAt(openReplay([]), 5000)).toEqual(initialReplayState)
  })
})

describe.skipIf(!haveRecordings())('recorded games', () => {
  test.each(gameIds)('P13: game %s has the same state at a moment however it is reached', (id) => {
    for (const check of checks) check(gameEvents(id))
  })
})

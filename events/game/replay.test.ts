import { describe, expect, test } from 'vitest'
import { playGame } from '../simulation/play.ts'
import { gameEvents, gameIds, haveRecordings } from '../../test/support/recordings.ts'
import type { CabinetEvent } from '../schema/cabinet-facts.ts'
import { maps } from './map/field.ts'
import { result, stats } from './index.ts'
import { happeningsOf, hiveOf, keyOf, stateAt, openReplay, statsOf } from './game-replay.ts'
import type { Happening, Replay } from './game-replay.ts'
import { folded, said } from '../../test/support/game-invariants.ts'
import { after, beforeAll } from './replay-state.ts'

const start = said(0, 'gamestart', 'map_day', 'True', '0', 'False', '21.3')

function replayOf(events: readonly CabinetEvent[]): Replay {
  return openReplay(happeningsOf(folded(events)))
}

function of(...events: CabinetEvent[]) {
  return replayOf([start, ...events])
}

function folding(happenings: readonly Happening[], ms: number) {
  return happenings.filter((one) => one.ms <= ms).reduce(after, beforeAll)
}

/** Wherever it is opened, forwards and backwards, it is as if told from the beginning. */
function expectSameAnywhere(events: readonly CabinetEvent[]) {
  const replay = replayOf(events)
  const { happenings, endMs } = replay
  const moments = [
    0,
    1,
    endMs / 3,
    endMs / 2,
    endMs,
    endMs * 2,
    0,
    ...happenings.filter((_, place) => place % 13 === 0).map(({ ms }) => ms),
  ]
  for (const ms of moments) expect(stateAt(replay, ms)).toEqual(folding(happenings, ms))
}

/** What the screen counts from a replay is what the game's own stats say. */
function expectStats(events: readonly CabinetEvent[]) {
  const game = folded(events)
  const { last, endMs } = replayOf(events)
  expect(statsOf(last.state)).toEqual(stats(game))
  expect(endMs / 1000).toBe(result(game).seconds)
  const { berries } = result(game)
  const hive = (colour: 'blue' | 'gold') => last.berries.filter((one) => one.colour === colour)
  expect({ blue: hive('blue').length, gold: hive('gold').length }).toEqual(berries)
}

/** From 17.26 on a berry is told by its hole, each of which takes one. */
function expectInHoles(events: readonly CabinetEvent[]) {
  const { last } = replayOf(events)
  const told = events
    .filter(({ type }) => type === 'berryDeposit' || type === 'berryKickIn')
    .map(({ values: [x, y] }) => keyOf({ x: Number(x), y: Number(y) }))
  for (const colour of ['blue', 'gold'] as const) {
    const holes = hiveOf(last.state, colour).map(([x, y]) => keyOf({ x, y }))
    const own = last.berries.filter((berry) => berry.colour === colour).map(keyOf)
    expect(holes).toEqual(expect.arrayContaining(own))
    expect(new Set(own).size).toBe(own.length)
  }
  expect(new Set(last.berries.map(keyOf))).toEqual(new Set(told))
}

function expectKnownGates(events: readonly CabinetEvent[]) {
  const { last } = replayOf(events)
  const gates = maps[last.state.cabinetMap]!.gates.map(keyOf)
  expect(gates).toEqual(expect.arrayContaining(Object.keys(last.gates)))
}

const all = [expectSameAnywhere, expectStats, expectInHoles, expectKnownGates]

describe('a moment of a game', () => {
  const startAt = new Date('2026-01-03T20:00:00.000Z')
  test.each(['military', 'economic', 'snail'] as const)(
    'P13: a simulated %s game is the same wherever it is opened',
    (winCondition) => {
      for (const map of ['map_day', 'map_night', 'map_dusk', 'map_twilight'])
        for (const expectIt of all)
          expectIt(playGame({ seed: `replay ${map}`, winCondition, startAt, map }))
    },
  )

  test('the order in which events were sent does not change it', () => {
    const events = playGame({ seed: 'late', startAt })
    expect(replayOf(events.toReversed())).toEqual(replayOf(events))
  })

  test('a gate belongs to the queen who tagged it last, before the start too', () => {
    const replay = of(
      said(-3, 'blessMaiden', '560', '260', 'Red'),
      said(4, 'blessMaiden', '560', '260', 'Blue'),
    )
    expect(stateAt(replay, 0).gates).toEqual({ '560,260': 'gold' })
    expect(stateAt(replay, 4000).gates).toEqual({ '560,260': 'blue' })
  })

  test('who enters a gate is in it until it worked, was left or was killed in', () => {
    const replay = of(
      said(1, 'reserveMaiden', '560', '260', '4'),
      said(2, 'useMaiden', '560', '260', 'maiden_wings', '4'),
      said(3, 'reserveMaiden', '410', '860', '6'),
      said(4, 'unreserveMaiden', '410', '860', '', '6'),
      said(5, 'reserveMaiden', '410', '860', '6'),
      said(6, 'playerKill', '410', '860', '3', '6', 'Worker'),
    )
    const inside = (seconds: number) => stateAt(replay, seconds * 1000).entering
    expect(inside(1)).toEqual({ 4: '560,260' })
    expect(inside(2)).toEqual({})
    expect(inside(3)).toEqual({ 6: '410,860' })
    expect(inside(4)).toEqual({})
    expect(inside(6)).toEqual({})
  })

  test('a kick into the hive of the others lies in theirs', () => {
    const { last } = of(said(1, 'berryKickIn', '772', '923', '2', 'False'))
    expect(last.berries).toEqual([{ x: 772, y: 923, colour: 'gold' }])
  })

  test('of a cabinet that tells where the bee stood the next open hole is taken', () => {
    const { last } = of(
      said(1, 'berryDeposit', '700', '800', '3'),
      said(2, 'berryDeposit', '700', '800', '3'),
    )
    const [one, two] = maps['map_day']!.holes
    expect(last.berries.map(({ x, y }) => [x, y])).toEqual([one, two])
  })

  test('on a map nobody knows berries lie where they were told', () => {
    const meadow = said(0, 'gamestart', 'map_meadow', 'True', '0', 'False', '30')
    const { last } = replayOf([meadow, said(1, 'berryDeposit', '700', '800', '3')])
    expect(last.berries).toEqual([{ x: 700, y: 800, colour: 'gold' }])
  })

  test('whoever is killed is seen no longer but where it happened', () => {
    const { last } = of(
      said(1, 'glance', '100', '200', '4', '3'),
      said(2, 'playerKill', '110', '210', '4', '3', 'Worker'),
    )
    expect(last.seen).toEqual({ 4: { x: 110, y: 210, ms: 2000 } })
    expect(last.kills).toEqual([{ x: 110, y: 210, ms: 2000, killer: 4, victim: 3 }])
  })

  test('while the cabinet is not heard the moment says so', () => {
    const replay = of(said(5, 'cabinetOffline', '1006', ''), said(9, 'cabinetOnline'))
    expect([4, 6, 9].map((s) => stateAt(replay, s * 1000).isGap)).toEqual([false, true, false])
  })

  test('nothing after the victory moves anything', () => {
    const won = said(10, 'victory', 'Blue', 'military')
    const late = said(11, 'blessMaiden', '560', '260', 'Blue')
    const { last, endMs } = of(won, late)
    expect(last.gates).toEqual({})
    expect(endMs).toBe(10_000)
  })

  test('a game without a start has nothing to show', () => {
    expect(happeningsOf(folded([said(3, 'carryFood', '4')]))).toEqual([])
    expect(stateAt(openReplay([]), 5000)).toEqual(beforeAll)
  })
})

describe.skipIf(!haveRecordings())('recorded games', () => {
  test.each(gameIds)('P13: game %s is the same wherever it is opened', (id) => {
    for (const expectIt of all) expectIt(gameEvents(id))
  })
})

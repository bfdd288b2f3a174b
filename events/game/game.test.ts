import { describe, expect, test } from 'vitest'
import type { CabinetEvent } from '../schema/cabinet-facts.ts'
import { addEvent, emptyGame, hasEnded, live, result, stats } from './index.ts'
import { at, folded, event } from '#test/support/game-invariants.ts'

const start = event(0, 'gamestart', 'map_night', 'True', '0', 'False', '21.3')
const victory = event(100, 'victory', 'Blue', 'economic')

function played(...events: CabinetEvent[]) {
  return folded([start, ...events])
}

describe('the status of a game', () => {
  test('is waiting until its start, whatever other events come', () => {
    const game = folded([event(-5, 'spawn', '4', 'False'), event(3, 'carryFood', '4'), victory])
    expect(result(game)).toMatchObject({ status: 'waiting', startTime: null, winningTeam: null })
    expect(hasEnded(game)).toBe(false)
    expect(live(game).haveBerries).toEqual([])
  })

  test('stays waiting in attract mode', () => {
    const demo = event(0, 'gamestart', 'map_night', 'True', '0', 'True', '21.3')
    expect(result(folded([demo, victory])).status).toBe('waiting')
  })

  test('is complete with a victory alone, as on version 17.26', () => {
    expect(result(played(victory))).toMatchObject({ status: 'complete', seconds: 100 })
    expect(hasEnded(played(victory))).toBe(true)
  })

  test('is complete if victory comes before gameend', () => {
    const game = played(victory, event(100.1, 'gameend', 'map_night', 'True', '100.1', 'False'))
    expect(result(game)).toMatchObject({ status: 'complete', winningTeam: 'blue' })
  })

  test('is without result two seconds after a gameend without victory', () => {
    const game = played(event(90, 'gameend', 'map_night', 'True', '90', 'False'))
    expect(result(game).status).toBe('running')
    expect(result(game, at(92)).status).toBe('running')
    expect(result(game, at(92.001))).toMatchObject({ status: 'no_result', seconds: 90 })
    expect(result(addEvent(game, event(95, 'cabinetOffline'))).status).toBe('no_result')
  })

  test('is without result if victory comes more than two seconds after gameend', () => {
    const game = played(event(90, 'gameend', 'map_night', 'True', '90', 'False'), victory)
    expect(result(game)).toMatchObject({ status: 'no_result', winningTeam: null })
  })

  test('after the victory only events of the same millisecond count', () => {
    const tail = event(100, 'playerKill', '1', '1', '4', '3', 'Worker')
    const later = event(100.001, 'playerKill', '1', '1', '4', '5', 'Worker')
    expect(stats(played(victory, later, tail)).byPlayer.kills).toEqual({ 4: 1 })
  })

  test('a game continues after its cabinet was offline', () => {
    const gap = [event(10, 'cabinetOffline', '1006', ''), event(15, 'cabinetOnline')]
    expect(result(played(...gap, victory))).toEqual(result(played(victory)))
  })

  test('unknown types and broken values change nothing', () => {
    const invalid = [
      event(1, 'constructor', 'x'),
      event(2, '__proto__'),
      event(3, 'playerKill', '1', '1', '11', ''),
      event(4, 'getOnSnail'),
      event(5, 'victory', 'Purple', 'military'),
      event(6, 'checkIfTournamentRunning', '{"a":1', '"b":2}'),
    ]
    expect(stats(played(...invalid, victory))).toEqual(stats(played(victory)))
  })
})

describe('adding events', () => {
  test('P13: a repeated event returns the same object', () => {
    const game = played(victory)
    expect(addEvent(game, { ...victory })).toBe(game)
  })

  test('P13: two continuations of one game do not affect each other', () => {
    const one = played(event(1, 'carryFood', '4'))
    const blue = addEvent(one, event(2, 'carryFood', '6'))
    const gold = addEvent(one, event(2, 'carryFood', '5'))
    const early = addEvent(blue, event(0.5, 'carryFood', '8'))
    expect(live(one).haveBerries).toEqual([4])
    expect(live(blue).haveBerries).toEqual([4, 6])
    expect(live(gold).haveBerries).toEqual([4, 5])
    expect(live(early).haveBerries).toEqual([4, 6, 8])
    expect(live(emptyGame('g')).haveBerries).toEqual([])
  })
})

describe('berries', () => {
  test('a kick-in counts for the hive it falls into', () => {
    const game = played(
      event(1, 'berryKickIn', '112', '110', '3', 'True'),
      event(2, 'berryKickIn', '112', '110', '4', 'False'),
      event(3, 'berryDeposit', '1808', '110', '6'),
    )
    expect(result(game).berries).toEqual({ blue: 1, gold: 2 })
    expect(stats(game).byPlayer).toMatchObject({ berriesKicked: { 3: 1 }, berries: { 6: 1 } })
    expect(result(game).berriesUsed).toBe(3)
  })

  test('old cabinets append True or False to the position or leave it out', () => {
    const game = played(
      event(1, 'berryKickIn', '112', '110', '7True'),
      event(2, 'berryKickIn', '112', '110', '4'),
      event(3, 'berryKickIn', '1808', '110', '4'),
    )
    expect(live(game)).toMatchObject({ berries: { blue: 1, gold: 2 }, berriesKickedIn: { 4: 1 } })
  })

  test('berries run out, stay away for ninety seconds and all return', () => {
    const uses = Array.from({ length: 54 }, (_, use) =>
      event(use + 1, 'useMaiden', '700', '260', 'maiden_wings', '4'),
    )
    const game = played(...uses)
    expect(live(played(...uses.slice(1))).berriesRemaining).toBe(1)
    expect(live(game).berriesRemaining).toBe(0)
    expect(live(game, at(54 + 89)).berriesRemaining).toBe(0)
    expect(live(game, at(54 + 90)).berriesRemaining).toBe(54)
    const afterReturn = addEvent(game, event(150, 'berryDeposit', '1808', '110', '6'))
    expect(live(afterReturn).berriesRemaining).toBe(53)
    const duringFamine = addEvent(game, event(60, 'berryDeposit', '1808', '110', '6'))
    expect(live(duringFamine).berriesRemaining).toBe(0)
  })
})

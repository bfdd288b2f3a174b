import { expect, test } from 'vitest'
import type { CabinetEvent } from '../schema/cabinet-facts.ts'
import { addEvent, live, stats } from './index.ts'
import { at, folded, event } from '#test/support/game-invariants.ts'

function played(...events: CabinetEvent[]) {
  return folded([event(0, 'gamestart', 'map_day', 'True', '0', 'False', '21.3'), ...events])
}

function numbersOf(...events: CabinetEvent[]) {
  return stats(played(...events)).byPlayer
}

const victory = event(60, 'victory', 'Gold', 'snail')

test('military kills and deaths leave out drones but not queens', () => {
  const numbers = numbersOf(
    event(1, 'playerKill', '1', '1', '2', '3', 'Worker'),
    event(2, 'playerKill', '1', '1', '2', '5', 'Soldier'),
    event(3, 'playerKill', '1', '1', '4', '1', 'Queen'),
  )
  expect(numbers).toMatchObject({
    kills: { 2: 2, 4: 1 },
    deaths: { 1: 1, 3: 1, 5: 1 },
    militaryKills: { 2: 1, 4: 1 },
    militaryDeaths: { 1: 1, 5: 1 },
    queenKills: { 4: 1 },
    killsAsQueen: { 2: 2 },
  })
})

test('warrior uptime counts from the gate to death or victory', () => {
  const numbers = numbersOf(
    event(10, 'useMaiden', '560', '260', 'maiden_wings', '4'),
    event(15.5, 'playerKill', '1', '1', '1', '4', 'Soldier'),
    event(20, 'useMaiden', '410', '860', 'maiden_speed', '6'),
    event(50, 'useMaiden', '560', '260', 'maiden_wings', '4'),
    victory,
  )
  expect(numbers.warriorUptime).toEqual({ 4: 15_500 })
})

test('the distance of a ride counts from getting on to getting off, in parts if the snail eats', () => {
  const numbers = numbersOf(
    event(10, 'getOnSnail', '960', '11', '3'),
    event(12, 'snailEat', '918', '11', '3', '4'),
    event(15.5, 'playerKill', '918', '11', '3', '4', 'Worker'),
    event(16, 'getOffSnail', '900', '11', '', '3'),
    event(20, 'getOffSnail', '800', '11', '', '5'),
  )
  expect(numbers.snailDistance).toEqual({ 3: 60 })
  expect(numbers.eatenBySnail).toEqual({ 4: 1 })
})

test('a player who escapes the snail is not counted as eaten by it', () => {
  const numbers = numbersOf(
    event(12, 'snailEat', '918', '11', '3', '4'),
    event(13, 'snailEscape', '918', '11', '4'),
    event(14, 'playerKill', '918', '11', '3', '4', 'Worker'),
  )
  expect(numbers.eatenBySnail).toEqual({})
})

test('a ride at the end of the game counts at the speed of the rider, in whole pixels', () => {
  const speed = event(5, 'useMaiden', '410', '860', 'maiden_speed', '3')
  const on = event(50, 'getOnSnail', '300', '11', '3')
  expect(numbersOf(on, victory).snailDistance).toEqual({ 3: 208 })
  expect(numbersOf(speed, on, victory).snailDistance).toEqual({ 3: 282 })
})

test('the snail moves towards the hive of its rider until an event gives its position', () => {
  const gold = played(event(10, 'getOnSnail', '960', '11', '3'))
  expect(live(gold).snail).toEqual({ x: 960, rider: 3, progress: 0 })
  expect(live(gold, at(20)).snail).toEqual({ x: 751, rider: 3, progress: -0.232 })
  expect(live(gold, at(900)).snail).toEqual({ x: 60, rider: 3, progress: -1 })
  const eating = addEvent(gold, event(11, 'snailEat', '940', '11', '3', '4'))
  expect(live(eating, at(14)).snail.x).toBe(940)
})

test('a bump assists in a kill by another player within two seconds', () => {
  const numbers = numbersOf(
    event(10, 'glance', '1', '1', '4', '3'),
    event(10.5, 'glance', '1', '1', '3', '4'),
    event(11, 'glance', '1', '1', '6', '3'),
    event(12.4, 'playerKill', '1', '1', '6', '3', 'Worker'),
    event(20, 'glance', '1', '1', '4', '3'),
    event(22.001, 'playerKill', '1', '1', '6', '3', 'Worker'),
  )
  expect(numbers.bumpAssists).toEqual({ 4: 1 })
})

test('a person who replaces a bot counts as a player', () => {
  const taken = [event(-5, 'spawn', '4', 'True'), event(-4, 'spawn', '4', 'False')]
  expect(stats(played(...taken, event(-4, 'spawn', '6', 'True'))).humanPlayers).toEqual([4])
})

test('the length is given in seconds and in minutes and seconds', () => {
  const game = played(event(125.25, 'victory', 'Blue', 'military'))
  expect(stats(game)).toMatchObject({ lengthSec: 125.25, length: '2:05' })
})

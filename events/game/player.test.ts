import { expect, test } from 'vitest'
import type { CabinetEvent } from '../schema/cabinet-facts.ts'
import { addEvent, live, stats } from './index.ts'
import { at, folded, said } from '../../test/support/game-invariants.ts'

function played(...events: CabinetEvent[]) {
  return folded([said(0, 'gamestart', 'map_day', 'True', '0', 'False', '21.3'), ...events])
}

function of(...events: CabinetEvent[]) {
  return stats(played(...events)).byPlayer
}

const won = said(60, 'victory', 'Gold', 'snail')

test('military kills and deaths leave out drones, not queens', () => {
  const told = of(
    said(1, 'playerKill', '1', '1', '2', '3', 'Worker'),
    said(2, 'playerKill', '1', '1', '2', '5', 'Soldier'),
    said(3, 'playerKill', '1', '1', '4', '1', 'Queen'),
  )
  expect(told).toMatchObject({
    kills: { 2: 2, 4: 1 },
    deaths: { 1: 1, 3: 1, 5: 1 },
    militaryKills: { 2: 1, 4: 1 },
    militaryDeaths: { 1: 1, 5: 1 },
    queenKills: { 4: 1 },
    killsAsQueen: { 2: 2 },
  })
})

test('a warrior is up from the gate to death or victory', () => {
  const told = of(
    said(10, 'useMaiden', '560', '260', 'maiden_wings', '4'),
    said(15.5, 'playerKill', '1', '1', '1', '4', 'Soldier'),
    said(20, 'useMaiden', '410', '860', 'maiden_speed', '6'),
    said(50, 'useMaiden', '560', '260', 'maiden_wings', '4'),
    won,
  )
  expect(told.warriorUptime).toEqual({ 4: 15_500 })
})

test('the snail is ridden from getting on to getting off, cut where it eats', () => {
  const told = of(
    said(10, 'getOnSnail', '960', '11', '3'),
    said(12, 'snailEat', '918', '11', '3', '4'),
    said(15.5, 'playerKill', '918', '11', '3', '4', 'Worker'),
    said(16, 'getOffSnail', '900', '11', '', '3'),
    said(20, 'getOffSnail', '800', '11', '', '5'),
  )
  expect(told.snailDistance).toEqual({ 3: 60 })
  expect(told.eatenBySnail).toEqual({ 4: 1 })
})

test('who escapes the snail is not eaten by it', () => {
  const told = of(
    said(12, 'snailEat', '918', '11', '3', '4'),
    said(13, 'snailEscape', '918', '11', '4'),
    said(14, 'playerKill', '918', '11', '3', '4', 'Worker'),
  )
  expect(told.eatenBySnail).toEqual({})
})

test('riding at the end counts at the pace of the rider, in whole pixels', () => {
  const speed = said(5, 'useMaiden', '410', '860', 'maiden_speed', '3')
  const on = said(50, 'getOnSnail', '300', '11', '3')
  expect(of(on, won).snailDistance).toEqual({ 3: 208 })
  expect(of(speed, on, won).snailDistance).toEqual({ 3: 282 })
})

test('the snail is taken on towards the hive of its rider until told', () => {
  const gold = played(said(10, 'getOnSnail', '960', '11', '3'))
  expect(live(gold).snail).toEqual({ x: 960, rider: 3, progress: 0 })
  expect(live(gold, at(20)).snail).toEqual({ x: 751, rider: 3, progress: -0.232 })
  expect(live(gold, at(900)).snail).toEqual({ x: 60, rider: 3, progress: -1 })
  const eating = addEvent(gold, said(11, 'snailEat', '940', '11', '3', '4'))
  expect(live(eating, at(14)).snail.x).toBe(940)
})

test('a bump assists in a kill by another within two seconds', () => {
  const told = of(
    said(10, 'glance', '1', '1', '4', '3'),
    said(10.5, 'glance', '1', '1', '3', '4'),
    said(11, 'glance', '1', '1', '6', '3'),
    said(12.4, 'playerKill', '1', '1', '6', '3', 'Worker'),
    said(20, 'glance', '1', '1', '4', '3'),
    said(22.001, 'playerKill', '1', '1', '6', '3', 'Worker'),
  )
  expect(told.bumpAssists).toEqual({ 4: 1 })
})

test('a person who takes the place of a bot is a player', () => {
  const taken = [said(-5, 'spawn', '4', 'True'), said(-4, 'spawn', '4', 'False')]
  expect(stats(played(...taken, said(-4, 'spawn', '6', 'True'))).humanPlayers).toEqual([4])
})

test('the length is told in seconds and as on a clock', () => {
  const game = played(said(125.25, 'victory', 'Blue', 'military'))
  expect(stats(game)).toMatchObject({ lengthSec: 125.25, length: '2:05' })
})

import { describe, expect, test } from 'vitest'
import {
  fillSides,
  sizeOf,
  skipEntry,
  teamSize,
  teamsToCome,
  gameEnded,
  withoutEntry,
} from './pickup.ts'
import type { Pickup, PickupEntry } from './pickup.ts'
import { draw } from '../estimate/random-draw.ts'

const entry = (id: number, size = 1, games = 0): PickupEntry => ({ id, size, games })
const entries = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => entry(from + i))
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id)
const line = (more: Partial<Pickup>): Pickup => ({
  rule: 'winner_stays',
  maxWins: null,
  winners: null,
  wins: 0,
  blue: [],
  gold: [],
  waiting: [],
  ...more,
})
const full = { blue: entries(1, 5), gold: entries(6, 5) }

describe('R-PK-2 the next five', () => {
  test('are the first five people of the line', () => {
    expect(teamsToCome(entries(1, 12)).map(ids)).toEqual([
      [1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10],
      [11, 12],
    ])
  })

  test('do not split a group: entries behind it that fit take the remaining places', () => {
    const waiting = [entry(1, 3), entry(2, 4), entry(3), entry(4), entry(5)]
    expect(teamsToCome(waiting).map(ids)).toEqual([
      [1, 3, 4],
      [2, 5],
    ])
  })
})

test('R-PK-3 between games free places are filled, and the sides stay even', () => {
  const { blue, gold, waiting } = fillSides(
    line({ waiting: [entry(1, 2), entry(2), ...entries(3, 9)] }),
  )
  expect([sizeOf(blue), sizeOf(gold), sizeOf(waiting)]).toEqual([5, 5, 2])
  expect(ids(waiting)).toEqual([10, 11])
  const few = fillSides(line({ waiting: entries(1, 4) }))
  expect([ids(few.blue), ids(few.gold)]).toEqual([
    [1, 3],
    [2, 4],
  ])
})

describe('R-PK-4 when a game ends', () => {
  test('the losers step off and the next five take their side', () => {
    const next = gameEnded(line({ ...full, waiting: entries(11, 7) }), 'blue')
    expect(ids(next.blue)).toEqual([1, 2, 3, 4, 5])
    expect(ids(next.gold)).toEqual([11, 12, 13, 14, 15])
    expect(ids(next.waiting)).toEqual([16, 17])
    expect([next.winners, next.wins]).toEqual(['blue', 1])
  })

  test('nobody steps off while nobody waits', () => {
    const { blue, gold } = gameEnded(line(full), 'gold')
    expect([ids(blue), ids(gold)]).toEqual([ids(full.blue), ids(full.gold)])
  })

  test('if too few people wait, the losers who have played least stay', () => {
    const gold = [entry(6, 1, 3), entry(7), entry(8, 2, 1), entry(9, 1, 2)]
    const next = gameEnded(line({ blue: full.blue, gold, waiting: entries(11, 2) }), 'blue')
    expect(ids(next.gold)).toEqual([7, 8, 11, 12])
    expect(next.waiting).toEqual([])
  })

  test('the winners step off after the maximum of wins, if enough people wait', () => {
    const streak = { winners: 'blue', wins: 2, maxWins: 3 } as const
    const both = gameEnded(line({ ...full, ...streak, waiting: entries(11, 10) }), 'blue')
    expect([ids(both.gold), ids(both.blue)]).toEqual([
      [11, 12, 13, 14, 15],
      [16, 17, 18, 19, 20],
    ])
    expect([both.winners, both.wins]).toEqual([null, 0])
    const few = gameEnded(line({ ...full, ...streak, waiting: entries(11, 5) }), 'blue')
    expect(ids(few.blue)).toEqual([1, 2, 3, 4, 5])
    expect(few.wins).toBe(3)
    expect(gameEnded(line({ ...full, ...streak, waiting: [] }), 'gold').wins).toBe(1)
  })

  test('blue steps off in any case, gold crosses over, and the next five are gold', () => {
    const rule = 'blue_steps_off'
    for (const winner of ['blue', 'gold'] as const) {
      const next = gameEnded(line({ ...full, rule, waiting: entries(11, 6) }), winner)
      expect(ids(next.blue)).toEqual([6, 7, 8, 9, 10])
      expect(ids(next.gold)).toEqual([11, 12, 13, 14, 15])
      expect(ids(next.waiting)).toEqual([16])
    }
    const alone = gameEnded(line({ ...full, rule }), 'gold')
    expect(ids(alone.blue)).toEqual([1, 2, 3, 4, 5])
  })

  test('people at the cabinet who are not in the line are replaced', () => {
    const next = gameEnded(line({ waiting: entries(1, 10) }), 'blue')
    expect([sizeOf(next.blue), sizeOf(next.gold), next.waiting]).toEqual([5, 5, []])
  })
})

test('R-PK-5 a skipped entry lets as many people as a team has go first', () => {
  const before = line({ ...full, waiting: entries(11, 8) })
  expect(ids(skipEntry(before, 11).waiting)).toEqual([12, 13, 14, 15, 16, 11, 17, 18])
  expect(ids(skipEntry(before, 17).waiting)).toEqual([11, 12, 13, 14, 15, 16, 18, 17])
  const called = skipEntry(before, 3)
  expect(ids(called.blue)).toEqual([1, 2, 4, 5])
  expect(ids(called.waiting)).toEqual([11, 12, 13, 14, 15, 3, 16, 17, 18])
  expect(skipEntry(before, 99)).toEqual(before)
})

const idsOf = ({ blue, gold, waiting }: Pickup) => ids([...blue, ...gold, ...waiting])

/** Checks what must always hold for a line. */
function problems(line: Pickup): string[] {
  const all = idsOf(line)
  return [
    ...(sizeOf(line.blue) > teamSize || sizeOf(line.gold) > teamSize ? ['too many on a side'] : []),
    ...(new Set(all).size < all.length ? ['somebody is there twice'] : []),
    ...(teamsToCome(line.waiting).flat().length < line.waiting.length ? ['a team lacks some'] : []),
  ]
}

/** Checks what must hold after a game has ended. */
function turnProblems(before: Pickup, after: Pickup, isSingle: boolean): string[] {
  const waited = ids(before.waiting)
  const all = idsOf(after)
  const came = waited.filter((id) => !ids(after.waiting).includes(id))
  const isFull = [after.blue, after.gold].every((side) => sizeOf(side) === teamSize)
  return [
    ...(waited.length > 0 && came[0] !== waited[0] ? ['the first in line does not play'] : []),
    ...(waited.some((id) => !all.includes(id)) ? ['somebody is lost'] : []),
    ...(waited.length === 0 && all.length < idsOf(before).length ? ['stepped off for nobody'] : []),
    ...(isSingle && came.some((id, at) => id !== waited[at]) ? ['somebody is overtaken'] : []),
    ...(isSingle && after.waiting.length > 0 && !isFull ? ['a place is free'] : []),
  ]
}

/** A random evening of joins, games, removals and skips; returns the problems. */
function randomEvening(seed: number): string[] {
  let turn = 0
  const pick = (count: number) => Math.floor(draw(seed, { run: 0, match: 0, turn: turn++ }) * count)
  const rule = pick(2) ? 'winner_stays' : 'blue_steps_off'
  let current = line({ rule, maxWins: pick(2) ? 1 + pick(4) : null })
  const isSingle = pick(2) === 0
  const all: string[] = []
  for (let step = 1; step <= 60; step++) {
    const before = current
    const everybody = idsOf(current)
    const somebody = everybody[pick(everybody.length)] ?? 0
    const action = pick(10)
    if (action < 5) {
      const joining = entry(step, isSingle ? 1 : 1 + pick(5))
      current = { ...current, waiting: [...current.waiting, joining] }
      if (pick(2)) current = fillSides(current)
    } else if (action < 8) {
      current = gameEnded(current, pick(2) ? 'blue' : 'gold')
      all.push(...turnProblems(before, current, isSingle))
    } else {
      current = action < 9 ? withoutEntry(current, somebody) : skipEntry(current, somebody)
    }
    all.push(...problems(current))
  }
  return all.map((problem) => `${seed}: ${problem}`)
}

test('in 500 random evenings nobody is lost, duplicated or overtaken, and the first in line plays next', () => {
  expect(Array.from({ length: 500 }, (_, seed) => randomEvening(seed)).flat()).toEqual([])
})

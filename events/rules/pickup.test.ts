import { describe, expect, test } from 'vitest'
import { filled, sizeOf, skipped, teamSize, teamsToCome, turned, without } from './pickup.ts'
import type { Pickup, PickupEntry } from './pickup.ts'
import { draw } from '../estimate/random-draw.ts'

const one = (id: number, size = 1, games = 0): PickupEntry => ({ id, size, games })
const many = (from: number, count: number) => Array.from({ length: count }, (_, i) => one(from + i))
const ids = (entries: readonly { id: number }[]) => entries.map(({ id }) => id)
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
const full = { blue: many(1, 5), gold: many(6, 5) }

describe('R-PK-2 the next five', () => {
  test('are the first five people of the line', () => {
    expect(teamsToCome(many(1, 12)).map(ids)).toEqual([
      [1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10],
      [11, 12],
    ])
  })

  test('have no split group: who fits behind it takes the places it leaves', () => {
    const waiting = [one(1, 3), one(2, 4), one(3), one(4), one(5)]
    expect(teamsToCome(waiting).map(ids)).toEqual([
      [1, 3, 4],
      [2, 5],
    ])
  })
})

test('R-PK-3 between games free places are filled, so that the sides are even', () => {
  const { blue, gold, waiting } = filled(line({ waiting: [one(1, 2), one(2), ...many(3, 9)] }))
  expect([sizeOf(blue), sizeOf(gold), sizeOf(waiting)]).toEqual([5, 5, 2])
  expect(ids(waiting)).toEqual([10, 11])
  const few = filled(line({ waiting: many(1, 4) }))
  expect([ids(few.blue), ids(few.gold)]).toEqual([
    [1, 3],
    [2, 4],
  ])
})

describe('R-PK-4 when a game ends', () => {
  test('losers step off and the next five take their side', () => {
    const next = turned(line({ ...full, waiting: many(11, 7) }), 'blue')
    expect(ids(next.blue)).toEqual([1, 2, 3, 4, 5])
    expect(ids(next.gold)).toEqual([11, 12, 13, 14, 15])
    expect(ids(next.waiting)).toEqual([16, 17])
    expect([next.winners, next.wins]).toEqual(['blue', 1])
  })

  test('nobody steps off while nobody waits', () => {
    const { blue, gold } = turned(line(full), 'gold')
    expect([ids(blue), ids(gold)]).toEqual([ids(full.blue), ids(full.gold)])
  })

  test('places that nobody takes are kept by those of the losers who have played least', () => {
    const gold = [one(6, 1, 3), one(7), one(8, 2, 1), one(9, 1, 2)]
    const next = turned(line({ blue: full.blue, gold, waiting: many(11, 2) }), 'blue')
    expect(ids(next.gold)).toEqual([7, 8, 11, 12])
    expect(next.waiting).toEqual([])
  })

  test('winners step off after their last win, if somebody waits for their places too', () => {
    const streak = { winners: 'blue', wins: 2, maxWins: 3 } as const
    const both = turned(line({ ...full, ...streak, waiting: many(11, 10) }), 'blue')
    expect([ids(both.gold), ids(both.blue)]).toEqual([
      [11, 12, 13, 14, 15],
      [16, 17, 18, 19, 20],
    ])
    expect([both.winners, both.wins]).toEqual([null, 0])
    const few = turned(line({ ...full, ...streak, waiting: many(11, 5) }), 'blue')
    expect(ids(few.blue)).toEqual([1, 2, 3, 4, 5])
    expect(few.wins).toBe(3)
    expect(turned(line({ ...full, ...streak, waiting: [] }), 'gold').wins).toBe(1)
  })

  test('blue steps off whoever won, gold crosses over, and the next five are gold', () => {
    const rule = 'blue_steps_off'
    for (const winner of ['blue', 'gold'] as const) {
      const next = turned(line({ ...full, rule, waiting: many(11, 6) }), winner)
      expect(ids(next.blue)).toEqual([6, 7, 8, 9, 10])
      expect(ids(next.gold)).toEqual([11, 12, 13, 14, 15])
      expect(ids(next.waiting)).toEqual([16])
    }
    const alone = turned(line({ ...full, rule }), 'gold')
    expect(ids(alone.blue)).toEqual([1, 2, 3, 4, 5])
  })

  test('who stands at the cabinet without having lined up gives way', () => {
    const next = turned(line({ waiting: many(1, 10) }), 'blue')
    expect([sizeOf(next.blue), sizeOf(next.gold), next.waiting]).toEqual([5, 5, []])
  })
})

test('R-PK-5 who is skipped lets a team’s worth of people go first', () => {
  const before = line({ ...full, waiting: many(11, 8) })
  expect(ids(skipped(before, 11).waiting)).toEqual([12, 13, 14, 15, 16, 11, 17, 18])
  expect(ids(skipped(before, 17).waiting)).toEqual([11, 12, 13, 14, 15, 16, 18, 17])
  const called = skipped(before, 3)
  expect(ids(called.blue)).toEqual([1, 2, 4, 5])
  expect(ids(called.waiting)).toEqual([11, 12, 13, 14, 15, 3, 16, 17, 18])
  expect(skipped(before, 99)).toEqual(before)
})

const idsOf = ({ blue, gold, waiting }: Pickup) => ids([...blue, ...gold, ...waiting])

/** What holds of a line at any time. */
function problems(now: Pickup): string[] {
  const all = idsOf(now)
  return [
    ...(sizeOf(now.blue) > teamSize || sizeOf(now.gold) > teamSize ? ['too many on a side'] : []),
    ...(new Set(all).size < all.length ? ['somebody is there twice'] : []),
    ...(teamsToCome(now.waiting).flat().length < now.waiting.length ? ['a team lacks some'] : []),
  ]
}

/** What holds when a game has ended. */
function turnProblems(before: Pickup, now: Pickup, isSingle: boolean): string[] {
  const waited = ids(before.waiting)
  const all = idsOf(now)
  const came = waited.filter((id) => !ids(now.waiting).includes(id))
  const isFull = [now.blue, now.gold].every((side) => sizeOf(side) === teamSize)
  return [
    ...(waited.length > 0 && came[0] !== waited[0] ? ['the first in line does not play'] : []),
    ...(waited.some((id) => !all.includes(id)) ? ['somebody is lost'] : []),
    ...(waited.length === 0 && all.length < idsOf(before).length ? ['stepped off for nobody'] : []),
    ...(isSingle && came.some((id, at) => id !== waited[at]) ? ['somebody is overtaken'] : []),
    ...(isSingle && now.waiting.length > 0 && !isFull ? ['a place is free'] : []),
  ]
}

/** An evening of joins, games, removals and skips. */
function walk(seed: number): string[] {
  let turn = 0
  const pick = (count: number) => Math.floor(draw(seed, { run: 0, match: 0, turn: turn++ }) * count)
  const rule = pick(2) ? 'winner_stays' : 'blue_steps_off'
  let now = line({ rule, maxWins: pick(2) ? 1 + pick(4) : null })
  const isSingle = pick(2) === 0
  const found: string[] = []
  for (let step = 1; step <= 60; step++) {
    const before = now
    const everybody = idsOf(now)
    const some = everybody[pick(everybody.length)] ?? 0
    const act = pick(10)
    if (act < 5) {
      now = { ...now, waiting: [...now.waiting, one(step, isSingle ? 1 : 1 + pick(5))] }
      if (pick(2)) now = filled(now)
    } else if (act < 8) {
      now = turned(now, pick(2) ? 'blue' : 'gold')
      found.push(...turnProblems(before, now, isSingle))
    } else {
      now = act < 9 ? without(now, some) : skipped(now, some)
    }
    found.push(...problems(now))
  }
  return found.map((problem) => `${seed}: ${problem}`)
}

test('in 500 random evenings nobody is lost, doubled or overtaken, and the first in line plays next', () => {
  expect(Array.from({ length: 500 }, (_, seed) => walk(seed)).flat()).toEqual([])
})

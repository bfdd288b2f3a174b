import { describe, expect, test } from 'vitest'
import { range } from '#test/support/layouts.ts'
import { pickOrders, teamAt, turnOf } from './pick-order.ts'
import type { PickOrder } from './pick-order.ts'

const rounds = (order: PickOrder, teams: number) =>
  range(0, 4).map((round) => range(0, teams - 1).map((index) => teamAt(order, teams, round, index)))

const textOf = (order: PickOrder) =>
  rounds(order, 4)
    .slice(1)
    .map((round) => round.map((team) => team + 1).join(''))
    .join(' ')

/** By team: the sum of the numbers of its picks in rounds 1 to 4. */
function sums(order: PickOrder): number[] {
  const picks = rounds(order, 4).slice(1).flat()
  return range(0, 3).map((team) =>
    picks.reduce((sum, picking, index) => (picking === team ? sum + index + 1 : sum), 0),
  )
}

describe('R-DR-1: four teams pick', () => {
  test.each<[PickOrder, string, number[]]>([
    ['straight', '1234 1234 1234 1234', [28, 32, 36, 40]],
    ['serpentine', '1234 4321 1234 4321', [34, 34, 34, 34]],
    ['reverse3', '1234 1234 4321 1234', [31, 33, 35, 37]],
  ])('%s: %s', (order, expected, sum) => {
    expect(textOf(order)).toBe(expected)
    expect(sums(order)).toEqual(sum)
  })

  test('captains in the order of the teams, in every pick order', () =>
    expect(pickOrders.map((order) => rounds(order, 4)[0])).toEqual(
      pickOrders.map(() => [0, 1, 2, 3]),
    ))
})

test('R-DR-2: the third-round reversal of fantasy leagues is a different order', () => {
  expect(textOf('third_round_reversal')).toBe('1234 4321 4321 1234')
  expect(textOf('third_round_reversal')).not.toBe(textOf('reverse3'))
})

test.each(pickOrders)('%s: every team has one turn per round, and turnOf finds it', (order) => {
  for (const teams of [1, 2, 3, 5, 8]) {
    for (const [round, turns] of rounds(order, teams).entries()) {
      expect(turns.toSorted((a, b) => a - b)).toEqual(range(0, teams - 1))
      expect(turns.map((team) => turnOf(order, teams, round, team))).toEqual(range(0, teams - 1))
    }
  }
})

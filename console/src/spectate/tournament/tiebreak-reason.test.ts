import { expect, test } from 'vitest'
import { percent, tiebreakReasons } from './tiebreak-reason.ts'

const teams = { 2: { id: 2, tournament: 1, name: 'Wasps' } }
const over = 2

test('R-TB-8: a reason names the rule, both values and the other team', () => {
  const values: [string, string] = ['33.3 % (1 of 3)', '66.7 % (2 of 3)']
  expect(tiebreakReasons({ decidedBy: { rule: 'game_win_pct', over, values } }, teams)).toEqual([
    'games won: 33.3 % (1 of 3) against 66.7 % (2 of 3) of Wasps',
  ])
  expect(tiebreakReasons({ decidedBy: null }, teams)).toEqual([])
})

test('R-RR-5: a team that left ranks below all teams that stay', () => {
  const decidedBy = {
    rule: 'withdrawn' as const,
    over,
    values: ['left', 'stays'] as [string, string],
  }
  expect(tiebreakReasons({ decidedBy }, teams)).toEqual([
    'withdrawn: it ranks below all teams that stay',
  ])
})

test('R-TB-6: a rule that was left out is named with the reason', () => {
  const skipped = 'game_time_in_losses: a lost game has no duration'
  const decidedBy = { rule: 'dice_roll', over, values: ['a', 'b'], skipped } as const
  expect(tiebreakReasons({ decidedBy: { ...decidedBy, values: ['a', 'b'] } }, teams)).toEqual([
    'nothing else separates them: the dice of this stage put Wasps first',
    'Left out: game time in losses: a lost game has no duration',
  ])
})

test('R-TB-2: a share of no games is a dash', () => {
  expect([percent(null), percent(0), percent(1 / 3)]).toEqual(['–', '0.0 %', '33.3 %'])
})

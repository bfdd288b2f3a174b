import { expect, test } from 'vitest'
import { playGame } from '../simulation/play.ts'
import { eventsOf } from './index.ts'
import { expectRules, expectSameHowever, folded } from '#test/support/game-invariants.ts'

const startAt = new Date('2026-01-03T20:00:00.000Z')

test('P13: a simulated game follows the rules of a real one', () => {
  for (let seed = 1; seed <= 50; seed += 1) expectRules(folded(playGame({ seed, startAt })))
})

test.each(['military', 'economic', 'snail'] as const)(
  'P13: a %s game is the same in any order of its events',
  (winCondition) => {
    expectSameHowever(playGame({ seed: winCondition, winCondition, startAt }), 50)
  },
)

test('P13: the events are returned in the order they happened, without duplicates', () => {
  const events = playGame({ seed: 7, startAt })
  const game = folded([...events.toReversed(), ...events])
  expect(eventsOf(game).map((event) => event.time)).toEqual(events.map((event) => event.time))
  expect(new Set(eventsOf(game))).toEqual(new Set(events))
})

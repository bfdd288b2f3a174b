import { expect, test } from 'vitest'
import { entrantsOf, matchesOf, namesStranger } from './imported-matches.ts'
import type { ExternalMatch, Bracket } from './external-bracket.ts'

function external(id: string, more: Partial<ExternalMatch> = {}): ExternalMatch {
  return {
    id,
    identifier: id.toUpperCase(),
    playOrder: null,
    state: 'open',
    isUnderway: false,
    drawAllowed: false,
    players: ['1', '2'],
    winner: null,
    score: null,
    round: 1,
    group: null,
    ...more,
  }
}

const participants = [
  { ids: ['2', '72'], name: 'Wasps', seed: 2 },
  { ids: ['1', '71'], name: 'Bees', seed: 1 },
  { ids: ['3'], name: 'Moths', seed: null },
]
function bracket(
  matches: ExternalMatch[],
  state: Bracket['heading']['state'] = 'underway',
): Bracket {
  const heading = { state, drawAllowed: false, groupDrawAllowed: true }
  return { heading, participants, matches }
}

test('R-CL-2: teams come by seed, those without one last', () =>
  expect(entrantsOf(participants).map((one) => one.name)).toEqual(['Bees', 'Wasps', 'Moths']))

test('R-CL-2: groups are A, B … by ascending id, as numbers', () => {
  const matches = [external('a', { group: '1000' }), external('b', { group: '999', round: 2 })]
  expect(matchesOf(bracket(matches)).map((one) => one.roundName)).toEqual([
    'Group B, Round 1',
    'Group A, Round 2',
  ])
})

test('rounds of the losers count below zero outside', () =>
  expect(matchesOf(bracket([external('a', { round: -3 })]))[0]?.roundName).toBe('Losers Round 3'))

test('R-CL-2: the winner of a group match is known by any of its ids', () => {
  const found = (more: Partial<ExternalMatch>) =>
    matchesOf(bracket([external('a', more)]))[0]?.winner
  expect(found({ players: ['71', '72'], winner: '72' })).toBe(1)
  expect(found({ players: ['71', '72'], winner: '1' })).toBe(0)
  expect(found({ players: ['71', '72'], winner: '3' })).toBeNull()
  expect(found({ players: ['71', '72'], winner: '99' })).toBeNull()
})

test('a second final that nobody needed is none when all is over', () => {
  const matches = [external('a', { state: 'complete' }), external('b', { state: 'pending' })]
  expect(matchesOf(bracket(matches)).length).toBe(2)
  expect(matchesOf(bracket(matches, 'over')).map((one) => one.id)).toEqual(['a'])
})

test('R-CL-5: who was not there before is noticed', () => {
  expect(namesStranger(bracket([external('a', { players: ['71', null] })]))).toBe(false)
  expect(namesStranger(bracket([external('a', { players: ['71', '8'] })]))).toBe(true)
})

import { expect, test } from 'vitest'
import { entrantsOf, matchesOf, hasUnknownPlayer } from './stage-sync.ts'
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

test('R-CL-2: teams are sorted by seed, those without a seed last', () =>
  expect(entrantsOf(participants).map((one) => one.name)).toEqual(['Bees', 'Wasps', 'Moths']))

test('R-CL-2: groups are named A, B … in numeric order of their ids', () => {
  const matches = [external('a', { group: '1000' }), external('b', { group: '999', round: 2 })]
  expect(matchesOf(bracket(matches)).map((one) => one.roundName)).toEqual([
    'Group B, Round 1',
    'Group A, Round 2',
  ])
})

test('Challonge numbers losers rounds with negative numbers', () =>
  expect(matchesOf(bracket([external('a', { round: -3 })]))[0]?.roundName).toBe('Losers Round 3'))

test('R-CL-2: the winner of a group match may be named by any of its ids', () => {
  const winnerOf = (more: Partial<ExternalMatch>) =>
    matchesOf(bracket([external('a', more)]))[0]?.winner
  expect(winnerOf({ players: ['71', '72'], winner: '72' })).toBe(1)
  expect(winnerOf({ players: ['71', '72'], winner: '1' })).toBe(0)
  expect(winnerOf({ players: ['71', '72'], winner: '3' })).toBeNull()
  expect(winnerOf({ players: ['71', '72'], winner: '99' })).toBeNull()
})

test('a second final that was not needed is left out when the bracket is over', () => {
  const matches = [external('a', { state: 'complete' }), external('b', { state: 'pending' })]
  expect(matchesOf(bracket(matches)).length).toBe(2)
  expect(matchesOf(bracket(matches, 'over')).map((one) => one.id)).toEqual(['a'])
})

test('R-CL-5: a player who is not among the participants is detected', () => {
  expect(hasUnknownPlayer(bracket([external('a', { players: ['71', null] })]))).toBe(false)
  expect(hasUnknownPlayer(bracket([external('a', { players: ['71', '8'] })]))).toBe(true)
})

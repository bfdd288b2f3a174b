import { expect, test } from 'vitest'
import { foldForSearch } from '#events/text/fold-for-search.ts'
import { chunksOf, searchSquads, squadsOf } from './roster.ts'

const rows = {
  team: {
    1: { id: 1, tournament: 9, name: 'Wasps' },
    2: { id: 2, tournament: 9, name: 'Bees' },
  },
  member: {
    11: { player: 11, tournament: 9, team: 1 },
    12: { player: 12, tournament: 9, team: 2 },
    13: { player: 13, tournament: 9, team: 5 },
  },
} as unknown as Parameters<typeof squadsOf>[1]
const players = [
  { id: 11, name: 'Zoë' },
  { id: 12, name: 'Øyvind' },
  { id: 13, name: 'Lost' },
  { id: 14, name: 'Ada' },
]
const names = (squads: ReturnType<typeof squadsOf>) =>
  squads.map(
    ({ team, players }) => `${team?.name ?? '-'}: ${players.map(({ name }) => name).join(' ')}`,
  )

test('players are listed in their teams, all others as free agents', () => {
  expect(names(squadsOf(players, rows))).toEqual(['-: Ada Lost', 'Bees: Øyvind', 'Wasps: Zoë'])
})

test('a search matches whole teams, or single players with their team', () => {
  const squads = squadsOf(players, rows)
  expect(names(searchSquads(squads, ' zoe'))).toEqual(['-: ', 'Wasps: Zoë'])
  expect(names(searchSquads(squads, 'bee'))).toEqual(['-: ', 'Bees: Øyvind'])
  expect(searchSquads(squads, ' ')).toEqual(squads)
  expect(foldForSearch('Weiß')).toBe('weiss')
})

test('a list is split into chunks without losing items', () => {
  expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(chunksOf([], 2)).toEqual([])
})

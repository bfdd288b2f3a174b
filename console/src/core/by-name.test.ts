import { expect, test } from 'vitest'
import { byName } from './by-name.ts'

test('numbers in names are sorted by value, equal names by id', () => {
  const rows = ['Team 10', 'team 2', 'Bees', 'Team 2'].map((name, id) => ({ id, name }))
  const same = { id: 0, name: 'Bees' }
  const sorted = [...rows, same].toSorted(byName)
  expect(sorted.map(({ name }) => name)).toEqual(['Bees', 'Bees', 'team 2', 'Team 2', 'Team 10'])
  expect(sorted[0]).toBe(same)
})

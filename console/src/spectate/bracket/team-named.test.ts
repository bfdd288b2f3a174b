import { expect, test } from 'vitest'
import { teamNamed } from './team-named.ts'

const teams = ['Bees Knees', 'Bees', 'Honey Badgers', 'العسل'].map((name, id) => ({ id, name }))
const found = (words: string) => teamNamed(teams, words)?.name ?? null

test('a team is found by its name, by how it begins, or by a part of it', () => {
  expect(found('bees')).toBe('Bees')
  expect(found(' BEES K')).toBe('Bees Knees')
  expect(found('badg')).toBe('Honey Badgers')
  expect(found('الع')).toBe('العسل')
  expect([found(''), found('  '), found('moths')]).toEqual([null, null, null])
})

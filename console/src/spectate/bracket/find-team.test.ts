import { expect, test } from 'vitest'
import { findTeam } from './find-team.ts'

const teams = ['Bees Knees', 'Bees', 'Honey Badgers', 'العسل'].map((name, id) => ({ id, name }))
const found = (words: string) => findTeam(teams, words)?.name ?? null

test('a team is found by its name, its beginning, or a part of it', () => {
  expect(found('bees')).toBe('Bees')
  expect(found(' BEES K')).toBe('Bees Knees')
  expect(found('badg')).toBe('Honey Badgers')
  expect(found('الع')).toBe('العسل')
  expect([found(''), found('  '), found('moths')]).toEqual([null, null, null])
})

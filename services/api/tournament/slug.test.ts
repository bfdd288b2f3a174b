import { expect, test } from 'vitest'
import { freeSlug, slugOf } from './slug.ts'

test('the first tournament of a name gets the plain slug, later ones get a number', () => {
  expect(freeSlug('friday', new Set())).toBe('friday')
  expect(freeSlug('friday', new Set(['friday-night']))).toBe('friday')
  expect(freeSlug('friday', new Set(['friday']))).toBe('friday-2')
  expect(freeSlug('friday', new Set(['friday', 'friday-2', 'friday-4']))).toBe('friday-3')
})

test('a tournament name becomes a slug', () => {
  expect(slugOf('Friday Night: Brackets!')).toBe('friday-night-brackets')
  expect(slugOf('  Ärger über Öl  ')).toBe('arger-uber-ol')
  expect(slugOf('🍯')).toBe('tournament')
})

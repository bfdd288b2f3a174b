import { expect, test } from 'vitest'
import { plainName } from './short-name.ts'

test('a name for clients consists of letters, digits and dashes', () => {
  expect(plainName('North Side #2')).toBe('north-side-2')
  expect(plainName('Château 🐝')).toBe('chateau')
  expect(plainName('🐝')).toBe('')
  expect(plainName('x'.repeat(100))).toHaveLength(60)
})

import { expect, test } from 'vitest'
import { publicIdOf } from './public-command-id.ts'

test('P18: the public id of a command is always the same, and differs between commands', () => {
  expect(publicIdOf('a')).toBe(publicIdOf('a'))
  expect(new Set(['a', 'b', 'a:1', publicIdOf('a')].map(publicIdOf)).size).toBe(4)
  expect(publicIdOf('a')).toMatch(/^[0-9a-f]{32}$/)
})

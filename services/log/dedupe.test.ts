import { expect, test } from 'vitest'
import { openDedupe } from './dedupe.ts'

test('forgets the oldest ids first', () => {
  const recent = openDedupe(10)
  for (let i = 0; i < 100; i++) recent.add(`${i}`)
  expect(recent.has('0')).toBe(false)
  expect([95, 96, 97, 98, 99].every((i) => recent.has(`${i}`))).toBe(true)
})

import { expect, test } from 'vitest'
import { queueTitle } from './queue-title.ts'

const names = new Map([[1, 'North']])
const title = (autoCreated: boolean, cabinets: number[]) =>
  queueTitle({ autoCreated, cabinets, name: 'Finals' }, (cabinet) => names.get(cabinet))

test('only a queue that was created with a cabinet has the name of its cabinet', () => {
  expect(title(true, [1, 2])).toBe('North')
  expect(title(false, [1])).toBe('Finals')
})

test('a queue of an unknown cabinet has its own name', () => {
  expect(title(true, [2])).toBe('Finals')
  expect(title(true, [])).toBe('Finals')
})

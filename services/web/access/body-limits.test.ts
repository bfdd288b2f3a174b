import { expect, test } from 'vitest'
import { bodyLimitsOf, jsonSize, refuseOversized } from './body-limits.ts'

const limits = { values: 500, depth: 16 }

test.each([
  ['1', 1, 0],
  ['""', 1, 0],
  ['[]', 2, 1],
  ['[1,2,3]', 4, 1],
  ['{"a":[1,{"b":2}]}', 5, 3],
  ['"[[[[,,,,"', 1, 0],
  [String.raw`["\"[,",1]`, 3, 1],
  [String.raw`["a\\",[]]`, 4, 2],
])('%s: values and depth are counted without parsing', (text, values, depth) => {
  expect(jsonSize(text, limits)).toMatchObject({ values, depth })
})

test('P15: counting stops at the limit, however long the body is', () => {
  const long = 1_000_000
  expect(jsonSize('['.repeat(long), limits).read).toBeLessThan(50)
  expect(jsonSize('[],'.repeat(long), limits).read).toBeLessThan(2_000)
  expect(jsonSize('1,'.repeat(long), limits).read).toBeLessThan(2_000)
  // A long string is one value and is skipped as a whole.
  expect(jsonSize(JSON.stringify('['.repeat(long)), limits)).toMatchObject({ values: 1, depth: 0 })
})

test('P15: bodies without a session are small, and only people may send pictures', () => {
  const anonymous = bodyLimitsOf({ access: 'signIn' })
  expect(bodyLimitsOf({ access: 'signIn', takesPicture: true })).toEqual(anonymous)
  expect(bodyLimitsOf({ access: 'runQueues' }).bytes).toBeGreaterThan(anonymous.bytes)
  expect(() => refuseOversized('['.repeat(17), anonymous)).toThrow('nested too deeply')
  expect(() => refuseOversized(`[${'1,'.repeat(500)}1]`, anonymous)).toThrow('more than 500 values')
  expect(() => refuseOversized('[[1,2],{"a":"b"}]', anonymous)).not.toThrow()
})

test('P15: the longest queue fits, together with the order that the sender expects', () => {
  const matches = Array.from({ length: 5_000 }, (_, index) => 1_000_000 + index)
  const { bytes } = bodyLimitsOf({ access: 'runQueues' })
  const text = JSON.stringify({ matches, expected: matches })
  expect(text.length).toBeLessThan(bytes)
  expect(() => refuseOversized(text, bodyLimitsOf({ access: 'runQueues' }))).not.toThrow()
})

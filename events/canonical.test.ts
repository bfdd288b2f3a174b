import { expect, test } from 'vitest'
import { canonical } from './canonical.ts'

test('the same content gives the same text in whatever order it was put together', () =>
  expect(canonical({ b: [{ d: 1, c: null }], a: 'x' })).toBe(
    canonical({ a: 'x', b: [{ c: null, d: 1 }] }),
  ))

test('a field that is not set is no content', () =>
  expect(canonical({ a: 1, b: undefined })).toBe('{"a":1}'))

test('the order of a list is content', () => expect(canonical([1, 2])).not.toBe(canonical([2, 1])))

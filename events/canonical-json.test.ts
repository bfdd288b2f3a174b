import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test('the same content gives the same text in any order of keys', () =>
  expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x' })).toBe(
    canonicalJson({ a: 'x', b: [{ c: null, d: 1 }] }),
  ))

test('a field that is undefined is left out', () =>
  expect(canonicalJson({ a: 1, b: undefined })).toBe('{"a":1}'))

test('the order of a list is kept', () =>
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1])))

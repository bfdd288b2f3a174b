import { expect, test } from 'vitest'
import { isStorable } from '#events/text/storable.ts'
import { camelKeys, refuseUnstorable } from './body-parser.ts'
import { Rejection } from '../errors/rejection.ts'

test('camel case and snake case keys are equivalent', () => {
  expect(camelKeys({ tournament_id: 1, rowsPerPage: 2, rows_per_page_2: 3 })).toEqual({
    tournamentId: 1,
    rowsPerPage: 2,
    rowsPerPage2: 3,
  })
})

test('the camel case key wins if both are sent, in any order', () => {
  expect(camelKeys({ blue_score: 1, blueScore: 2 })).toEqual({ blueScore: 2 })
  expect(camelKeys({ blueScore: 2, blue_score: 1 })).toEqual({ blueScore: 2 })
})

test('keys of objects in lists are converted, values are not', () => {
  expect(camelKeys({ teams: [{ team_name: 'a_b', players: [1] }] })).toEqual({
    teams: [{ teamName: 'a_b', players: [1] }],
  })
})

test('keys with leading or trailing underscores are unchanged', () => {
  expect(camelKeys({ _a: 1, b_: 2, __proto: 3 })).toEqual({ _a: 1, b_: 2, __proto: 3 })
})

test('a body with extreme nesting does not overflow the stack', () => {
  const body: unknown = JSON.parse(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`)
  expect(() => camelKeys(body)).not.toThrow()
  expect(() => refuseUnstorable(body)).not.toThrow()
})

test('NUL and unpaired surrogates cannot be stored', () => {
  expect(['a', 'Bees 🐝', 'á'].every(isStorable)).toBe(true)
  expect(['\u0000', 'a\uD83D', '\uDC1Db'].some(isStorable)).toBe(false)
})

test('unstorable text is refused with the name of its field', () => {
  const body = { name: 'a', list: [{ deep: 'x\u0000' }], other: '\uD800' }
  let thrown: unknown
  try {
    refuseUnstorable(body)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(Rejection)
  expect(Object.keys((thrown as Rejection).body)).toEqual(['list', 'other'])
})

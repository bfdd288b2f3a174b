import { expect, test } from 'vitest'
import { rankText } from './ranks.ts'

test.each([
  ['single_elim', { rank: 1, place: null, sharedPlace: null }, '–'],
  ['single_elim', { rank: 1, place: 1, sharedPlace: null }, '1'],
  ['double_elim', { rank: 5, place: 5, sharedPlace: '5-6' }, '5-6'],
  ['round_robin', { rank: 2, place: null, sharedPlace: null }, '2'],
  ['round_robin', { rank: 2, place: 2, sharedPlace: '2-3' }, '2-3'],
])('R-BR-8 in a %s a row with %o shows %s', (stageType, row, expected) => {
  expect(rankText({ stageType } as never, row)).toBe(expected)
})

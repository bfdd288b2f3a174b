import { expect, test } from 'vitest'
import type { BracketRow } from '#events/schema/rows.ts'
import { bodyOf, choicesIn, nobody, problemsByPlace, seedOf, sourceOf } from './placements.ts'

test('a source survives a round trip through its text form', () => {
  for (const seed of [{ team: 5 }, { placeOf: { stage: 3, place: 2 } }]) {
    expect(seedOf(sourceOf(seed))).toEqual(seed)
  }
  expect(seedOf(nobody)).toBeNull()
})

test('a row without a source is omitted, and the others keep their places', () => {
  expect(bodyOf(9, ['place:3:1', nobody, 'team:5'])).toEqual([
    { destBracket: 9, destPlace: 1, srcBracket: 3, srcPlace: 1 },
    { destBracket: 9, destPlace: 3, team: 5 },
  ])
})

test('R-PL-2: every problem is shown at the rows it concerns, all others above the rows', () => {
  const problems = [
    'Place 2 is empty.',
    'Place 1 of Groups Group A is in the list twice.',
    'Bees is in the list twice.',
    'Place 4: Groups Group A has no place 9.',
    'Something else is wrong.',
    'Place 9 is empty.',
  ]
  const places = [[2], [1, 4], [3, 5], [4], [], [9]]
  const { byPlace, others } = problemsByPlace(5, problems, places)
  expect([...byPlace].toSorted(([a], [b]) => a - b)).toEqual([
    [1, ['Place 1 of Groups Group A is in the list twice.']],
    [2, ['Place 2 is empty.']],
    [3, ['Bees is in the list twice.']],
    [
      4,
      [
        'Place 1 of Groups Group A is in the list twice.',
        'Place 4: Groups Group A has no place 9.',
      ],
    ],
    [5, ['Bees is in the list twice.']],
  ])
  expect(others).toEqual(['Something else is wrong.', 'Place 9 is empty.'])
})

test('R-PL-1: places of a group without teams stay selectable where they are used', () => {
  const group = { id: 3, seeds: [], linkedBracketId: null } as unknown as BracketRow
  const placeOf = { stage: 3, place: 2 }
  expect(choicesIn(group, { seeds: [{ placeOf }, { team: 5 }] })).toBe(2)
  expect(choicesIn(group, { seeds: [{ placeOf: { ...placeOf, stage: 4 } }] })).toBe(0)
})

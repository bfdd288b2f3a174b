import { expect, test } from 'vitest'
import { pathOf, placeIn } from './address.ts'

test('an address names a step, a screen and a match, and is found again', () => {
  const place = { version: 123, screen: 'results', match: 12, stage: null } as const
  const path = pathOf(7, place)
  expect(path).toBe('/tournament/7/admin/as-it-was/123/results?match=12')
  expect(placeIn(['123', 'results'], { match: 12 })).toEqual(place)
})

test('what it leaves out, or says wrong, is the latest step and the cabinets', () => {
  const latest = { version: null, screen: 'cabinets', match: null, stage: null }
  expect(placeIn([], {})).toEqual(latest)
  expect(placeIn(['-1', 'constructor'], { match: 'x' })).toEqual(latest)
})

test('a match without a screen is its page', () => {
  expect(placeIn(['5'], { match: 12 })).toMatchObject({ screen: 'match', match: 12 })
})

import { expect, test } from 'vitest'
import { pathOf, viewFromPath } from './view.ts'

test('a path with step, screen and match survives a round trip', () => {
  const view = { version: 123, screen: 'results', match: 12, stage: null } as const
  const path = pathOf(7, view)
  expect(path).toBe('/tournament/7/admin/as-it-was/123/results?match=12')
  expect(viewFromPath(['123', 'results'], { match: 12 })).toEqual(view)
})

test('missing or invalid parts default to the latest step and the cabinets', () => {
  const latest = { version: null, screen: 'cabinets', match: null, stage: null }
  expect(viewFromPath([], {})).toEqual(latest)
  expect(viewFromPath(['-1', 'constructor'], { match: 'x' })).toEqual(latest)
})

test('a match without a screen opens the page of the match', () => {
  expect(viewFromPath(['5'], { match: 12 })).toMatchObject({ screen: 'match', match: 12 })
})

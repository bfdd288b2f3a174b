import { expect, test } from 'vitest'
import { filtersOf, startingAt, versionIn } from './filters.ts'
import { rest } from '../../core/rest.ts'

test('an address says what to show; what cannot be is left out', () => {
  const given = {
    match: 12,
    cabinet: '3',
    device: 7,
    search: ' +1 Bees ',
    type: 'AddScore',
    to: -1,
  }
  expect(filtersOf(given)).toEqual({
    match: 12,
    cabinet: 3,
    device: '7',
    search: '+1 Bees',
    type: 'AddScore',
  })
  expect(filtersOf({ match: 'x', type: 'Nothing', search: '', from: 1.5 })).toEqual({})
})

test('the server is asked for the same', () => {
  const at = rest.get('/api/tournament/tournament/:id/timeline/', {
    id: 1,
    ...filtersOf({ match: '12', search: '+1 & more' }),
  })
  expect(at.split('?')[1]).toBe('match=12&search=%2B1+%26+more')
})

test('#v123 links a step; the list then begins a little after it', () => {
  expect(['#v123', 'v7', '#12', '', '#v0'].map(versionIn)).toEqual([123, 7, null, null, null])
  expect(startingAt({}, 123)).toBe(133)
  expect(startingAt({ to: 200 }, 123)).toBe(null)
  expect(startingAt({}, null)).toBe(null)
})

import { expect, test } from 'vitest'
import { filtersOf, startVersion, versionIn } from './filters.ts'
import { rest } from '../../core/rest.ts'

test('filters are read from the address; invalid ones are left out', () => {
  const search = {
    match: 12,
    cabinet: '3',
    device: 7,
    search: ' +1 Bees ',
    type: 'AddScore',
    to: -1,
  }
  expect(filtersOf(search)).toEqual({
    match: 12,
    cabinet: 3,
    device: '7',
    search: '+1 Bees',
    type: 'AddScore',
  })
  expect(filtersOf({ match: 'x', type: 'Nothing', search: '', from: 1.5 })).toEqual({})
})

test('text is cut to the length that the server accepts', () => {
  const { device, search } = filtersOf({ device: 'd'.repeat(300), search: 's'.repeat(300) })
  expect([device?.length, search?.length]).toEqual([100, 200])
})

test('the request to the server has the same filters', () => {
  const at = rest.get('/api/tournament/tournament/:id/timeline/', {
    id: 1,
    ...filtersOf({ match: '12', search: '+1 & more' }),
  })
  expect(at.split('?')[1]).toBe('match=12&search=%2B1+%26+more')
})

test('#v123 links to a step; the list then starts at a later step', () => {
  expect(['#v123', 'v7', '#12', '', '#v0'].map(versionIn)).toEqual([123, 7, null, null, null])
  expect(startVersion({}, 123)).toBe(133)
  expect(startVersion({ to: 200 }, 123)).toBe(null)
  expect(startVersion({}, null)).toBe(null)
})

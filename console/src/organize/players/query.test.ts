import { expect, test } from 'vitest'
import { directionOf, everybody, filtered, isFiltered, pathOf, sortedBy } from './query.ts'

test('only filters that are set are asked for', () => {
  expect(pathOf(7, everybody)).toBe(
    '/api/tournament/player/?tournamentId=7&rowsPerPage=100&page=1&ordering=name',
  )
  const query = filtered(everybody, { search: 'ö &', freeAgent: 'true' })
  expect(pathOf(7, query)).toMatch(/ordering=name|search=/)
  expect(new URL(pathOf(7, query), 'http://a').searchParams.get('search')).toBe('ö &')
  expect([isFiltered(everybody), isFiltered(query)]).toEqual([false, true])
})

test('a column pressed again is turned round, and begins with its first page', () => {
  const once = sortedBy({ ...everybody, page: 3 }, 'price')
  expect([once.ordering, once.page]).toEqual(['price', 1])
  const twice = sortedBy(once, 'price')
  expect(twice.ordering).toBe('-price')
  expect(sortedBy(twice, 'price').ordering).toBe('price')
  expect([directionOf(once, 'price'), directionOf(twice, 'price')]).toEqual([
    'ascending',
    'descending',
  ])
  expect(directionOf(once, 'name')).toBe('none')
})

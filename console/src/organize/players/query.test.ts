import { expect, test } from 'vitest'
import { directionOf, defaultQuery, withFilters, isFiltered, pathOf, sortedBy } from './query.ts'

test('the request contains only the filters that are set', () => {
  expect(pathOf(7, defaultQuery)).toBe(
    '/api/tournament/player/?tournamentId=7&rowsPerPage=100&page=1&ordering=name',
  )
  const query = withFilters(defaultQuery, { search: 'ö &', freeAgent: 'true' })
  expect(pathOf(7, query)).toMatch(/ordering=name|search=/)
  expect(new URL(pathOf(7, query), 'http://a').searchParams.get('search')).toBe('ö &')
  expect([isFiltered(defaultQuery), isFiltered(query)]).toEqual([false, true])
})

test('sorting by the same column again reverses the order and returns to the first page', () => {
  const ascending = sortedBy({ ...defaultQuery, page: 3 }, 'price')
  expect([ascending.ordering, ascending.page]).toEqual(['price', 1])
  const descending = sortedBy(ascending, 'price')
  expect(descending.ordering).toBe('-price')
  expect(sortedBy(descending, 'price').ordering).toBe('price')
  expect([directionOf(ascending, 'price'), directionOf(descending, 'price')]).toEqual([
    'ascending',
    'descending',
  ])
  expect(directionOf(ascending, 'name')).toBe('none')
})

import { rest } from '../../core/rest.ts'

export const columns = ['name', 'team', 'registrationTime', 'checkInTime', 'price', 'paid'] as const
export type Column = (typeof columns)[number]
export type YesNo = '' | 'true' | 'false'
export type Query = {
  search: string
  freeAgent: YesNo
  checkedIn: YesNo
  paid: YesNo
  ordering: Column | `-${Column}`
  /** starts at 1 */
  page: number
}
export const pageSize = 100

export const defaultQuery: Query = {
  search: '',
  freeAgent: '',
  checkedIn: '',
  paid: '',
  ordering: 'name',
  page: 1,
}

/** Changes filters and returns to the first page. */
export function withFilters(query: Query, change: Partial<Query>): Query {
  return { ...query, page: 1, ...change }
}

/** Sorts ascending by a column, or descending if it is already sorted ascending by it. */
export function sortedBy(query: Query, column: Column): Query {
  return withFilters(query, { ordering: query.ordering === column ? `-${column}` : column })
}

export function directionOf({ ordering }: Query, column: Column) {
  if (ordering === column) return 'ascending'
  return ordering === `-${column}` ? 'descending' : 'none'
}

export function isFiltered({ search, freeAgent, checkedIn, paid }: Query): boolean {
  return [search, freeAgent, checkedIn, paid].some((filter) => filter !== '')
}

export function pathOf(tournament: number, { page, ...filters }: Query) {
  const active = Object.entries(filters).filter(([, value]) => value.trim() !== '')
  return rest.get('/api/tournament/player/', {
    tournamentId: tournament,
    rowsPerPage: pageSize,
    page,
    ...Object.fromEntries(active),
  })
}

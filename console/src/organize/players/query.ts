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
  /** from 1 on */
  page: number
}
export const pageSize = 100

export const everybody: Query = {
  search: '',
  freeAgent: '',
  checkedIn: '',
  paid: '',
  ordering: 'name',
  page: 1,
}

/** Another filter begins again with its first page. */
export function filtered(query: Query, change: Partial<Query>): Query {
  return { ...query, page: 1, ...change }
}

/** The column again turns it round; another one begins with its least. */
export function sortedBy(query: Query, column: Column): Query {
  return filtered(query, { ordering: query.ordering === column ? `-${column}` : column })
}

export function directionOf({ ordering }: Query, column: Column) {
  if (ordering === column) return 'ascending'
  return ordering === `-${column}` ? 'descending' : 'none'
}

export function isFiltered({ search, freeAgent, checkedIn, paid }: Query): boolean {
  return [search, freeAgent, checkedIn, paid].some((part) => part !== '')
}

export function pathOf(tournament: number, { page, ...filters }: Query) {
  const set = Object.entries(filters).filter(([, value]) => value.trim() !== '')
  return rest.get('/api/tournament/player/', {
    tournamentId: tournament,
    rowsPerPage: pageSize,
    page,
    ...Object.fromEntries(set),
  })
}

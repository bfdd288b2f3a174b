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
export const rowsPerPage = 100

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

export function pathOf(tournament: number, query: Query): string {
  const { page, ...filters } = query
  const set = Object.entries(filters).filter(([, value]) => value.trim() !== '')
  const parts = { tournamentId: tournament, rowsPerPage, page }
  const search = new URLSearchParams(
    [...Object.entries(parts), ...set].map(([key, value]) => [key, `${value}`]),
  )
  return `/api/tournament/player/?${search.toString()}`
}

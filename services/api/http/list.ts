import type { FastifyRequest } from 'fastify'
import { countOf } from '../../store/index.ts'
import type { Found } from '../../store/index.ts'
import { notFound } from '../../web/index.ts'

const maxRows = 1_000
type Page = { page: number; rowsPerPage: number }

type Rows<T> = {
  count(): Promise<{ n: string | number | bigint }>
  /** in a total, stable order */
  rows(limit: number, offset: number): Promise<T[]>
}

/**
 * One page of a list. `next` and `previous` are paths with all filters (wire 4.1) and with
 * `fixedParameters`, which keep the pages consistent while the list grows.
 */
export async function list<T>(
  request: FastifyRequest,
  from: Rows<T>,
  fixedParameters: Record<string, number> = {},
) {
  const { page, rowsPerPage } = request.query as Page
  const limit = Math.min(rowsPerPage, maxRows)
  const offset = (page - 1) * limit
  const [{ n }, results] = await Promise.all([from.count(), from.rows(limit, offset)])
  const count = Number(n)
  if (page > 1 && results.length === 0) throw notFound()
  const next = offset + results.length < count ? pathOf(request, page + 1, fixedParameters) : null
  const previous = page > 1 ? pathOf(request, page - 1, fixedParameters) : null
  return { count, next, previous, results }
}

/** One page of a query, which has to be ordered. */
export function listRows<DB, Tables extends keyof DB, Row, T = Row>(
  request: FastifyRequest,
  query: Found<DB, Tables, Row>,
  toBodies?: (rows: Row[]) => T[] | Promise<T[]>,
): ReturnType<typeof list<T>> {
  return list(request, {
    count: () => countOf(query),
    rows: async (limit, offset) => {
      const rows = await query.limit(limit).offset(offset).execute()
      return toBodies ? toBodies(rows) : (rows as unknown as T[])
    },
  })
}

function pathOf(
  request: FastifyRequest,
  page: number,
  fixedParameters: Record<string, number>,
): string {
  const url = new URL(request.url, 'http://waggle')
  for (const [name, value] of Object.entries(fixedParameters))
    url.searchParams.set(name, `${value}`)
  url.searchParams.set('page', `${page}`)
  const path = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`
  return `${path}?${url.searchParams.toString()}`
}

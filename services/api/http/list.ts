import type { FastifyRequest } from 'fastify'
import { countOf } from '../../store/index.ts'
import type { Found } from '../../store/index.ts'
import { notFound } from '../../web/index.ts'

const most = 1_000
type Page = { page: number; rowsPerPage: number }

type Rows<T> = {
  count(): Promise<{ n: string | number | bigint }>
  /** in a total, stable order */
  rows(limit: number, offset: number): Promise<T[]>
}

/**
 * One page of a list. `next` and `previous` are paths that keep every filter (wire 4.1), and what
 * holds the list still between its pages while it grows.
 */
export async function list<T>(
  request: FastifyRequest,
  from: Rows<T>,
  still: Record<string, number> = {},
) {
  const { page, rowsPerPage } = request.query as Page
  const limit = Math.min(rowsPerPage, most)
  const offset = (page - 1) * limit
  const [{ n }, results] = await Promise.all([from.count(), from.rows(limit, offset)])
  const count = Number(n)
  if (page > 1 && results.length === 0) throw notFound()
  const next = offset + results.length < count ? pathOf(request, page + 1, still) : null
  const previous = page > 1 ? pathOf(request, page - 1, still) : null
  return { count, next, previous, results }
}

/** One page of what a query finds; `found` has its order. */
export function listRows<DB, Tables extends keyof DB, Row, T = Row>(
  request: FastifyRequest,
  found: Found<DB, Tables, Row>,
  shown?: (rows: Row[]) => T[] | Promise<T[]>,
): ReturnType<typeof list<T>> {
  return list(request, {
    count: () => countOf(found),
    rows: async (limit, offset) => {
      const rows = await found.limit(limit).offset(offset).execute()
      return shown ? shown(rows) : (rows as unknown as T[])
    },
  })
}

function pathOf(request: FastifyRequest, page: number, still: Record<string, number>): string {
  const url = new URL(request.url, 'http://waggle')
  for (const [name, value] of Object.entries(still)) url.searchParams.set(name, `${value}`)
  url.searchParams.set('page', `${page}`)
  const path = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`
  return `${path}?${url.searchParams.toString()}`
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { maxRowsPerPage } from '#events/rules/limits.ts'
import { countOf } from '../../store/index.ts'
import type { Found } from '../../store/index.ts'
import { notFound } from '../../web/index.ts'

type Page = { page: number; rowsPerPage: number }

/** `recount` counts anew; only present if `n` may be out of date. */
type Count = { n: string | number | bigint; recount?: () => Promise<Count> }

type Rows<T> = {
  count(): Promise<Count>
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
  const limit = Math.min(rowsPerPage, maxRowsPerPage)
  const offset = (page - 1) * limit
  const [counted, results] = await Promise.all([from.count(), from.rows(limit, offset)])
  const end = offset + results.length
  const mayGoOn = results.length === limit && end >= Number(counted.n)
  const count = Number(((mayGoOn && (await counted.recount?.())) || counted).n)
  if (page > 1 && results.length === 0) throw notFound()
  const next = end < count ? pathOf(request, page + 1, fixedParameters) : null
  const previous = page > 1 ? pathOf(request, page - 1, fixedParameters) : null
  return { count, next, previous, results }
}

/**
 * Counting takes time in proportion to the rows (a tenth of a second for 100,000 games), so a large
 * count is reused for a while. The rows of a page are always current.
 */
const minLargeCount = 2_000
const reusedMs = 30_000
const maxCounts = 100

type LargeCounts = Map<string, { n: number; until: number }>
const largeCounts = new WeakMap<FastifyInstance, LargeCounts>()

async function recentCount<DB, Tables extends keyof DB, Row>(
  { server }: FastifyRequest,
  query: Found<DB, Tables, Row>,
): Promise<Count> {
  const recount = () => countNow({ server }, query)
  const counts = largeCounts.get(server)
  // Without large counts, as on most servers, no query is compiled twice.
  const known = counts?.get(keyOf(query))
  return known && performance.now() < known.until ? { n: known.n, recount } : recount()
}

async function countNow<DB, Tables extends keyof DB, Row>(
  { server }: Pick<FastifyRequest, 'server'>,
  query: Found<DB, Tables, Row>,
): Promise<Count> {
  const n = Number((await countOf(query)).n)
  const counts: LargeCounts = largeCounts.get(server) ?? new Map()
  if (n >= minLargeCount) {
    if (counts.size >= maxCounts) counts.clear()
    counts.set(keyOf(query), { n, until: performance.now() + reusedMs })
    largeCounts.set(server, counts)
  }
  return { n }
}

function keyOf(query: { compile(): { sql: string; parameters: readonly unknown[] } }): string {
  const { sql, parameters } = query.compile()
  return JSON.stringify([sql, parameters])
}

/** One page of a query, which has to be ordered. */
export function listRows<DB, Tables extends keyof DB, Row, T = Row>(
  request: FastifyRequest,
  query: Found<DB, Tables, Row>,
  toBodies?: (rows: Row[]) => T[] | Promise<T[]>,
): ReturnType<typeof list<T>> {
  return list(request, {
    count: () => recentCount(request, query),
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

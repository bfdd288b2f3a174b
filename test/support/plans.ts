import pg from 'pg'

type Statement = { text: string; values: unknown[] }
type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  Schema?: string
  Filter?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}
type Query = (...args: unknown[]) => unknown

/** Records each different statement that this process sends to Postgres, until it is stopped. */
export function recordStatements(): { all: Map<string, Statement>; stop(): void } {
  const all = new Map<string, Statement>()
  const { prototype } = pg.Client
  const original = Reflect.get(prototype, 'query') as Query
  prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args
    const { text, values = Array.isArray(second) ? second : [] } =
      typeof first === 'string' ? { text: first } : (first as Partial<Statement>)
    if (text !== undefined) all.set(text, { text, values })
    return Reflect.apply(original, this, args)
  } as typeof prototype.query
  return { all, stop: () => void (prototype.query = original as typeof prototype.query) }
}

/**
 * The tables that a statement searches by the value of a column without an index for it, as
 * `schema.table: filter`. Postgres plans it as for large tables, where it avoids reading all rows.
 */
export async function unindexedSearches(pool: pg.Pool, { text, values }: Statement) {
  if (!/^\s*(select|with|update|delete)\b/i.test(text)) return []
  const client = await pool.connect()
  try {
    await client.query(`begin; ${asForLargeTables}`)
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (format json, verbose) ${text}`,
      values,
    )
    return searchesIn(rows[0]!['QUERY PLAN'][0].Plan)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const asForLargeTables = `set local enable_seqscan = off;
  set local enable_hashjoin = off; set local enable_mergejoin = off`
/** Leaves practices out of public lists. */
const withoutPractice =
  /\(\(\S+ IS NULL\) OR \(NOT \(ANY \(\S+ = \(hashed SubPlan \d+\)\.col1\)\)\)\)/g
/** A column that is equal to a value, is one of several, or contains one. */
const search = /(?<![\w.])(?:\w+\.)?"?\w+"? (?:=|@>) (?:'|\d|\$|ANY \('|\(InitPlan)/

function searchesIn(node: PlanNode): string[] {
  const { Filter: filter = '', Schema: schema, 'Relation Name': table } = node
  const readsAll = /^(Seq|Index|Index Only) Scan$/.test(node['Node Type']) && !node['Index Cond']
  const conditions = filter.replaceAll(withoutPractice, '')
  const isSearch = search.test(conditions) && !conditions.includes(' OR ')
  const found = table && readsAll && isSearch ? [`${schema}.${table}: ${filter}`] : []
  return [...found, ...(node.Plans ?? []).flatMap(searchesIn)]
}

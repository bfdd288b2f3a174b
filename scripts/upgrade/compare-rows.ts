// Compares current rows with those of the previous release, over the columns that existed then.
import { readFile } from 'node:fs/promises'
import { hashBySorting, hashBySum } from '#services/projector/index.ts'
import type { Store } from '#services/store/index.ts'
import { keptTables } from '../backup/kept.ts'
import { rowsInEvening } from './many-evenings.ts'
import type { Row } from './many-evenings.ts'

type Compared = { rows: number; differences: string[] }
type KeptRows = { name: string; columns: string; hash: string }[]
/**
 * By table: its columns, and the hash of the rows of one evening, as the previous release wrote
 * them.
 */
type Frozen = Record<string, { columns: string[]; rows: string }>

/** Tables that services update as soon as they start; the first is the former name of the second. */
const written = ['courier', 'checkpoint', 'estimate']

/** Hashes of all tables of the schema `kept` that have rows. */
export async function keptRows(store: Store): Promise<KeptRows> {
  const found: KeptRows = []
  for (const { name, columns } of await keptTables(store.pool)) {
    const table = { name, columns: columns.join(', ') }
    const hash = await hashOf(store, `select ${table.columns} from kept.${name}`, hashBySum)
    if (countIn(hash) > 0 && !written.includes(name)) found.push({ ...table, hash })
  }
  return found
}

export async function compareKept(store: Store, before: KeptRows): Promise<Compared> {
  const differences: string[] = []
  for (const { name, columns, hash } of before) {
    const now = await hashOf(store, `select ${columns} from kept.${name}`, hashBySum)
    if (now !== hash) differences.push(`kept.${name}: the rows are not those that were stored.`)
  }
  return { rows: before.reduce((sum, { hash }) => sum + countIn(hash), 0), differences }
}

/** Compares the first evening with the frozen hashes, and all others with the first. */
export async function compareView(store: Store, frozen: string, evenings: number) {
  const tables = Object.entries(JSON.parse(await readFile(frozen, 'utf8')) as Frozen)
  const found: Compared = { rows: 0, differences: [] }
  for (const [table, { columns, rows }] of tables) {
    const id = table === 'tournament' ? 'id' : 'tournament'
    if (!columns.includes(id)) continue
    const all = `select ${columns.map((name) => `"${name}"`).join(', ')} from view.${table}`
    const isFirst = (await hashOf(store, `${all} where ${id} = 1`, hashBySorting)) === rows
    const byId = `select ${id} as evening, row_to_json(t) as row from (${all}) t`
    const others = await differing(store, byId, evenings)
    found.rows += evenings * countIn(rows)
    const other = [...(isFirst ? [] : [0]), ...others]
    if (other.length === 0) continue
    const some = other.slice(0, 3).join(', ')
    found.differences.push(
      `view.${table}: rows of ${other.length} evenings differ, such as ${some}.`,
    )
  }
  return found
}

/** The evenings whose rows, apart from ids, differ from those of the first. */
async function differing(store: Store, query: string, evenings: number): Promise<number[]> {
  const { rows } = await store.pool.query<{ evening: number; row: Row }>(query)
  const byEvening = Map.groupBy(rows, ({ evening }) => evening)
  const first = (byEvening.get(1) ?? []).map(({ row }) => row)
  const text = (all: Row[]) => JSON.stringify(all.map((row) => JSON.stringify(row)).toSorted())
  const isOther = (n: number) => {
    const [{ id } = { id: 1 }] = rowsInEvening(n, [{ id: 1 }]) as { id: number }[]
    const own = (byEvening.get(id) ?? []).map(({ row }) => row)
    return text(own) !== text(rowsInEvening(n, first))
  }
  return Array.from({ length: evenings }, (_, n) => n).filter(isOther)
}

async function hashOf(store: Store, query: string, hash: typeof hashBySum): Promise<string> {
  const { rows } = await store.pool.query<{ hash: string }>(
    `select count(*) || ':' || coalesce(${hash('t::text')}, '') as hash from (${query}) t`,
  )
  return rows[0]?.hash ?? ''
}

const countIn = (hash: string): number => Number(hash.split(':')[0])

import { rowKeys } from '../schema/nouns/index.ts'
import type { Rows, Table } from '../schema/rows.ts'
import type { TournamentId } from '../ids.ts'

const keys: { readonly [T in Table]: readonly (keyof Rows[T] & string)[] } = rowKeys
export const tableNames = Object.keys(keys) as Table[]

/** The key of a row as text. */
export const keyOf = Object.fromEntries(
  tableNames.map((table) => [table, textOf(keys[table])]),
) as unknown as { readonly [T in Table]: (row: Rows[T]) => string }

function textOf(columns: readonly string[]): (row: Record<string, number | string>) => string {
  const [only = ''] = columns
  if (columns.length === 1) return (row) => `${row[only]!}`
  return (row) => columns.map((column) => row[column]).join(':')
}

/** The columns that identify a row among all tournaments. */
export function primaryKeyOf(table: Table): string[] {
  const own = keys[table]
  const isGlobal = own.some((column) => column === 'id' || column === 'tournament')
  return isGlobal ? [...own] : ['tournament', ...own]
}

/** Converts the key of a row back to the columns of its primary key. */
export function keyColumnsOf(
  table: Table,
  tournament: TournamentId,
  key: string,
): Record<string, number | string> {
  const own = keys[table]
  const parts = own.length === 1 ? [key] : key.split(':')
  return { tournament, ...Object.fromEntries(own.map((column, i) => [column, parts[i]!])) }
}

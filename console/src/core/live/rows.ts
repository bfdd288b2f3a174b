import type { Snapshot } from '#events/view/frames.ts'
import type { Changes } from '#events/view/changes.ts'
import type { Rows, Table } from '#events/schema/rows.ts'
import { keyOf, tableNames } from '#events/view/keys.ts'

/** The server's rows by table and key. */
export type Tables = { [T in Table]: Readonly<Record<string, Rows[T]>> }

export const noRows = tablesFrom({})

export function tablesFrom(lists: Partial<Snapshot['rows']>): Tables {
  const entries = tableNames.map((table) => [table, byKey(table, lists[table] ?? [])])
  return Object.fromEntries(entries) as Tables
}

/** The rows after a change. Tables without changes stay the same objects. */
export function patch(rows: Tables, changes: Changes): Tables {
  const next: Record<string, unknown> = { ...rows }
  for (const table of tableNames) {
    const change = changes[table]
    if (!change) continue
    const merged = { ...rows[table], ...byKey(table, change.put) }
    for (const key of change.gone) delete merged[key]
    next[table] = merged
  }
  return next as Tables
}

function byKey(table: Table, rows: unknown[]): Record<string, unknown> {
  const key = keyOf[table] as (row: unknown) => string
  return Object.fromEntries(rows.map((row) => [key(row), row]))
}

import type { Frame } from '#events/view/frames.ts'
import { keyOf } from '#events/view/keys.ts'

type Rows = Record<string, Record<string, object>>

/** The rows a viewer has after receiving the frames, by table and key. */
export function rowsAfter(frames: object[]): Rows {
  const tables: Rows = {}
  for (const frame of frames as Frame[]) {
    if (frame.type === 'snapshot') {
      for (const [table, rows] of Object.entries(frame.rows)) {
        tables[table] = Object.fromEntries(rows.map((row) => [keyOfRow(table, row), row]))
      }
    } else if (frame.type === 'change') {
      for (const [table, { put, gone }] of Object.entries(frame.rows)) {
        for (const row of put) tables[table]![keyOfRow(table, row)] = row
        for (const key of gone) delete tables[table]![key]
      }
    }
  }
  return tables
}

function keyOfRow(table: string, row: object): string {
  return keyOf[table as keyof typeof keyOf](row as never)
}

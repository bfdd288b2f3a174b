import type { Tournament } from '#events/state/tournament.ts'
import type { Changes } from '#events/view/changes.ts'
import { tableNames } from '#events/view/keys.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'

const rowsCache = new WeakMap<Tournament, ReturnType<typeof rowsOf>>()
function allRows(t: Tournament): ReturnType<typeof rowsOf> {
  const rows = rowsCache.get(t) ?? rowsOf(t)
  rowsCache.set(t, rows)
  return rows
}

/** The changes computed the slow way, from all rows of both states. */
export function fullChanges(before: Tournament, after: Tournament): Changes {
  const [from, to] = [allRows(before), allRows(after)]
  const result: Record<string, unknown> = {}
  for (const table of tableNames) {
    const rows = [...to[table]]
    const put = rows.filter(
      ([key, row]) => JSON.stringify(from[table].get(key)) !== JSON.stringify(row),
    )
    const gone = [...from[table].keys()].filter((key) => !to[table].has(key))
    if (put.length > 0 || gone.length > 0) result[table] = { put: put.map(([, row]) => row), gone }
  }
  return result
}

/** Independent of the order of rows. */
export function normalized(found: Changes) {
  const text = (row: unknown) => JSON.stringify(row)
  return Object.entries(found).map(([table, { put, gone }]) => ({
    table,
    put: put.map(text).toSorted(),
    gone: gone.toSorted(),
  }))
}

/** Counts what a search did, for whoever has to know that it is bounded. */
export type WorkCount = { trials: number }

/**
 * Gives each row a column of its own, the first row its most wanted one that leaves a choice for
 * the rows after it, and so on. `wishes` are the columns of each row, most wanted first. Null when
 * there is no such choice. A row never looks at a column twice while it moves the others, so the
 * work is bounded by rows x wishes x wishes in all, where trying one choice after the other is not.
 */
export function firstMatching(
  wishes: number[][],
  count: WorkCount = { trials: 0 },
): number[] | null {
  const columnOf = wishes.map(() => none)
  const rowOf = new Map<number, number>()

  /** Finds `row` a column, moving rows from `fixed` on, whose columns are not settled yet. */
  function place(row: number, fixed: number, seen: Set<number>): boolean {
    for (const column of wishes[row] ?? []) {
      count.trials++
      if (seen.has(column)) continue
      seen.add(column)
      const holder = rowOf.get(column)
      if (holder !== undefined && (holder < fixed || !place(holder, fixed, seen))) continue
      take(row, column)
      return true
    }
    return false
  }

  /** Gives `row` this column, if who holds it can go elsewhere. */
  function claim(row: number, column: number): boolean {
    const holder = rowOf.get(column)
    const before = columnOf[row] ?? none
    if (holder !== undefined && holder < row) return false
    rowOf.delete(before)
    take(row, column)
    if (holder === undefined || place(holder, row + 1, new Set([column]))) return true
    take(holder, column)
    take(row, before)
    return false
  }

  function take(row: number, column: number) {
    columnOf[row] = column
    rowOf.set(column, row)
  }

  for (const row of wishes.keys()) if (!place(row, 0, new Set())) return null
  for (const [row, columns] of wishes.entries()) {
    columns.find((column) => {
      count.trials++
      return column === columnOf[row] || claim(row, column)
    })
  }
  return columnOf
}

const none = -1

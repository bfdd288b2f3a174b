/** Counts the steps of a search, for tests of its bound. */
export type WorkCount = { trials: number }

/**
 * Gives each row a different column: the first row gets its most preferred column that leaves a
 * complete matching for the other rows, then the second row, and so on. `wishes` has the columns of
 * each row, most preferred first. Null if there is no complete matching. A search for augmenting
 * paths visits each column at most once, so the work is bounded by rows x wishes x wishes. Plain
 * backtracking has no such bound.
 */
export function firstMatching(
  wishes: number[][],
  count: WorkCount = { trials: 0 },
): number[] | null {
  const columnOf = wishes.map(() => none)
  const rowOf = new Map<number, number>()

  /** Finds a column for `row`. It may move rows from `fixed` on; the rows before keep theirs. */
  function augment(row: number, fixed: number, visited: Set<number>): boolean {
    for (const column of wishes[row] ?? []) {
      count.trials++
      if (visited.has(column)) continue
      visited.add(column)
      const holder = rowOf.get(column)
      if (holder !== undefined && (holder < fixed || !augment(holder, fixed, visited))) continue
      take(row, column)
      return true
    }
    return false
  }

  /** Gives `row` this column if the row that has it can get another one. */
  function claim(row: number, column: number): boolean {
    const holder = rowOf.get(column)
    const before = columnOf[row] ?? none
    if (holder !== undefined && holder < row) return false
    rowOf.delete(before)
    take(row, column)
    if (holder === undefined || augment(holder, row + 1, new Set([column]))) return true
    take(holder, column)
    take(row, before)
    return false
  }

  function take(row: number, column: number) {
    columnOf[row] = column
    rowOf.set(column, row)
  }

  for (const row of wishes.keys()) if (!augment(row, 0, new Set())) return null
  for (const [row, columns] of wishes.entries()) {
    columns.find((column) => {
      count.trials++
      return column === columnOf[row] || claim(row, column)
    })
  }
  return columnOf
}

const none = -1

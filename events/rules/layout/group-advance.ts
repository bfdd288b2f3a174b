import { bracketSize, seedOrder } from './seeds.ts'

const none = -1

/** `group` is a 0-based index, `place` is 1-based. */
type GroupPlace = { group: number; place: number }

/**
 * R-GR-1: the places of groups by the seeds they get in the following elimination. All winners come
 * first, then all seconds, and so on. Within a tier the seeds are arranged so that the teams of a
 * group are in different zones of the bracket: halves for two per group, quarters for up to four.
 */
export function defaultAdvance(groups: number, topK: number, count?: WorkCount): GroupPlace[] {
  const zones = topK < 2 ? 1 : bracketSize(topK)
  const free = tiers(groups, topK, zones)
  const seeded: GroupPlace[] = []
  for (let group = 0; group < groups; group++) {
    const first = free[0]?.find(({ seed }) => seed === group + 1)
    const picked = first && pickSeeds(first, free.slice(1), count)
    for (const [tier, place] of (picked ?? []).entries()) {
      free[tier] = free[tier]!.filter((other) => other !== place)
      if (tier < topK) seeded[place.seed - 1] = { group, place: tier + 1 }
    }
  }
  return seeded
}

type ZoneSeed = { seed: number; zone: number }

/** The seeds of each tier. Unused seeds fill up the zones, so that a matching always exists. */
function tiers(groups: number, topK: number, zones: number): ZoneSeed[][] {
  const entrants = groups * topK
  const order = seedOrder(bracketSize(entrants))
  const indexOf = new Map(order.map((seed, index) => [seed, index]))
  const zoneOf = (seed: number) => Math.floor(((indexOf.get(seed) ?? 0) * zones) / order.length)
  const places = Array.from({ length: entrants }, (_, index) => {
    return { seed: index + 1, zone: zoneOf(index + 1) }
  })
  for (let zone = 0; zone < zones; zone++) {
    const taken = places.filter((place) => place.zone === zone).length
    for (let i = taken; i < groups; i++) places.push({ seed: places.length + 1, zone })
  }
  return Array.from({ length: places.length / groups }, (_, tier) =>
    places.slice(tier * groups, (tier + 1) * groups),
  )
}

/**
 * Picks one seed of each tier, all in different zones. The best group gets the weakest seeds. Each
 * tier and each zone has as many free seeds as there are groups left, so there is always a
 * solution.
 */
function pickSeeds(first: ZoneSeed, rest: ZoneSeed[][], count?: WorkCount): ZoneSeed[] | null {
  const weakestFirst = rest.map((tier) =>
    tier.filter(({ zone }) => zone !== first.zone).toReversed(),
  )
  const zones = firstMatching(
    weakestFirst.map((tier) => [...new Set(tier.map(({ zone }) => zone))]),
    count,
  )
  if (!zones) return null
  const others = zones.flatMap(
    (picked, tier) => weakestFirst[tier]?.find(({ zone }) => zone === picked) ?? [],
  )
  return [first, ...others]
}

/** Counts the steps of a search, for tests of its bound. */
type WorkCount = { trials: number }

/**
 * Gives each row a different column: the first row gets its most preferred column that leaves a
 * complete matching for the other rows, then the second row, and so on. `wishes` has the columns of
 * each row, most preferred first. Null if there is no complete matching. A search for augmenting
 * paths visits each column at most once, so the work is bounded by rows x wishes x wishes. Plain
 * backtracking has no such bound.
 */
function firstMatching(wishes: number[][], count: WorkCount = { trials: 0 }): number[] | null {
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

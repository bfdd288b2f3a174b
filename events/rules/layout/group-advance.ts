import { firstMatching } from './bipartite-matching.ts'
import type { WorkCount } from './bipartite-matching.ts'
import { bracketSize, seedOrder } from './seeds.ts'

/** group is a 0-based index, place is 1-based */
type GroupPlace = { group: number; place: number }

/**
 * R-GR-1: who of the groups gets which seed of the elimination that follows. All winners come
 * first, then all seconds; inside a tier the seeds go round so that the teams of one group stand
 * in different zones of the bracket: halves for two a group, quarters for up to four.
 */
export function defaultAdvance(groups: number, topK: number, count?: WorkCount): GroupPlace[] {
  const zones = topK < 2 ? 1 : bracketSize(topK)
  const free = tiers(groups, topK, zones)
  const seeded: GroupPlace[] = []
  for (let group = 0; group < groups; group++) {
    const first = free[0]?.find(({ seed }) => seed === group + 1)
    const picked = first && spread(first, free.slice(1), count)
    for (const [tier, place] of (picked ?? []).entries()) {
      free[tier] = free[tier]!.filter((other) => other !== place)
      if (tier < topK) seeded[place.seed - 1] = { group, place: tier + 1 }
    }
  }
  return seeded
}

type ZoneSeed = { seed: number; zone: number }

/** The seeds of each tier; empty tiers fill up the zones, so that a choice is always left. */
function tiers(groups: number, topK: number, zones: number): ZoneSeed[][] {
  const entrants = groups * topK
  const order = seedOrder(bracketSize(entrants))
  const lineOf = new Map(order.map((seed, line) => [seed, line]))
  const zoneOf = (seed: number) => Math.floor(((lineOf.get(seed) ?? 0) * zones) / order.length)
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
 * One place a tier, all in different zones; the best group takes the weakest seeds. Tiers and zones
 * have as many free places each as groups are left, so that there always is such a choice.
 */
function spread(first: ZoneSeed, rest: ZoneSeed[][], count?: WorkCount): ZoneSeed[] | null {
  const weakestFirst = rest.map((tier) =>
    tier.filter(({ zone }) => zone !== first.zone).toReversed(),
  )
  const zones = firstMatching(
    weakestFirst.map((tier) => [...new Set(tier.map(({ zone }) => zone))]),
    count,
  )
  if (!zones) return null
  const picked = zones.flatMap(
    (of, tier) => weakestFirst[tier]?.find(({ zone }) => zone === of) ?? [],
  )
  return [first, ...picked]
}

// A bracket as start.gg lists it: sets that are byes are missing, but other sets still name them.
import { dropOrder } from '#events/rules/layout/loser-drops.ts'
import { bracketSize, seedOrder } from '#events/rules/layout/seeds.ts'

type Source = { seed: number } | { set: string; of: 1 | 2 }
type FullSet = { id: string; round: number; name: string; sources: [Source, Source] }
type Played = { winner: 0 | 1; at: number }
type Drop = <T>(size: number, round: number, losers: T[]) => T[]

export type Listing = {
  kind: 'single' | 'double'
  entrants: number
  /** the losers of the semifinals of a single elimination play for third place */
  third?: boolean
  drop?: Drop
  /** how many sets have a result */
  played?: number
  random?: () => number
}

/** start.gg's own orders: losers of every second winners round enter from the other end. */
export const startGgDrops: Drop = (_, round, losers) =>
  round % 2 === 0 ? losers.toReversed() : losers

export function startGgListing(listing: Listing) {
  const { kind, entrants } = listing
  const full = fullBracket(listing)
  const byId = new Map(full.map((set) => [set.id, set]))
  const results = new Map<string, Played>()
  const hasTeam = (source: Source): boolean => {
    if ('seed' in source) return source.seed <= entrants
    const of = byId.get(source.set)!.sources.map(hasTeam)
    return source.of === 1 ? of.includes(true) : !of.includes(false)
  }
  const isListed = ({ sources }: FullSet) => sources.every(hasTeam)
  const teamOf = (source: Source): number | null => {
    if ('seed' in source) return source.seed <= entrants ? source.seed : null
    const from = byId.get(source.set)!
    const known = from.sources.find(hasTeam)
    if (!isListed(from)) return source.of === 1 && known ? teamOf(known) : null
    const result = results.get(from.id)
    if (!result) return null
    return teamOf(from.sources[source.of === 1 ? result.winner : result.winner === 0 ? 1 : 0])
  }
  const listed = full.filter(isListed)
  for (let at = 0; at < (listing.played ?? 0); at++) {
    const ready = listed.find(({ id, sources, name }) => {
      const isUnneeded = name === 'Grand Final Reset' && results.get('preview_1_gf')?.winner === 0
      return !results.has(id) && !isUnneeded && sources.every((source) => teamOf(source) !== null)
    })
    if (!ready) break
    results.set(ready.id, { winner: (listing.random?.() ?? 0) < 0.5 ? 0 : 1, at })
  }
  return event(kind, entrants, setsOf(listed, { teamOf, results }))
}

function fullBracket({ kind, entrants, third = false, drop = dropOrder }: Listing): FullSet[] {
  const size = bracketSize(entrants)
  const rounds = Math.log2(size)
  const winnersSets: FullSet[] = []
  const losersSets: FullSet[] = []
  const add = (to: FullSet[], round: number, sources: Source[]): FullSet[] => {
    const sets = Array.from({ length: sources.length / 2 }, (_, position): FullSet => {
      const name = `${round > 0 ? 'Winners' : 'Losers'} Round ${Math.abs(round)}`
      const [one, two] = [sources[2 * position]!, sources[2 * position + 1]!]
      return { id: `preview_1_${round}_${position}`, round, name, sources: [one, two] }
    })
    to.push(...sets)
    return sets
  }
  const from = (sets: FullSet[], of: 1 | 2) => sets.map(({ id }): Source => ({ set: id, of }))
  let winners = seedOrder(size).map((seed): Source => ({ seed }))
  let losers: Source[] = []
  let losersRound = -3
  for (let round = 1; round <= rounds; round++) {
    const played = add(winnersSets, round, winners)
    winners = from(played, 1)
    const drops = drop(size, round, from(played, 2))
    if (round === 1) losers = drops
    else {
      const mixed = losers.flatMap((source, n) => [drops[n]!, source])
      losers = from(add(losersSets, losersRound--, mixed), 1)
    }
    if (losers.length > 1) losers = from(add(losersSets, losersRound--, losers), 1)
  }
  if (kind === 'single') {
    if (!third) return winnersSets
    const [one, two] = from(winnersSets.slice(-3, -1), 2)
    const name = '3rd Place Match'
    const match: FullSet = { id: 'preview_1_3rd', round: rounds, name, sources: [one!, two!] }
    return [...winnersSets, match]
  }
  const sources: [Source, Source] = [winners[0]!, losers[0]!]
  const round = rounds + 1
  const final: FullSet = { id: 'preview_1_gf', round, name: 'Grand Final', sources }
  const again: [Source, Source] = [
    { set: final.id, of: 1 },
    { set: final.id, of: 2 },
  ]
  const reset = { id: 'preview_1_reset', round, name: 'Grand Final Reset', sources: again }
  return [...winnersSets, final, reset, ...losersSets]
}

type Known = { teamOf: (source: Source) => number | null; results: Map<string, Played> }

function setsOf(listed: FullSet[], { teamOf, results }: Known) {
  return listed.map(({ id, round, name, sources }, index) => {
    const result = results.get(id)
    const teams = sources.map(teamOf)
    return {
      id,
      round,
      fullRoundText: name,
      identifier: identifier(index),
      state: result ? 3 : 1,
      winnerId: result ? teams[result.winner] : null,
      completedAt: result ? 1_772_884_800 + result.at * 60 : null,
      displayScore: null,
      phaseGroup: { id: 9 },
      slots: sources.map((source, side) => ({
        entrant: teams[side] === null ? null : { id: teams[side], name: `Team ${teams[side]}` },
        prereqType: 'seed' in source ? 'seed' : 'set',
        prereqId: 'seed' in source ? `${source.seed}` : source.set,
        prereqPlacement: 'seed' in source ? null : source.of,
        standing: result && { stats: { score: { value: result.winner === side ? 2 : 0 } } },
      })),
    }
  })
}

/** A, B … Z, AA, AB … */
function identifier(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? last : identifier(Math.floor(index / 26) - 1) + last
}

function event(kind: Listing['kind'], entrants: number, sets: ReturnType<typeof setsOf>) {
  const bracketType = kind === 'single' ? 'SINGLE_ELIMINATION' : 'DOUBLE_ELIMINATION'
  const phase = { id: 3, name: 'Bracket', phaseOrder: 1 }
  const phaseGroup = { id: 9, displayIdentifier: '1', bracketType, phase }
  const nodes = Array.from({ length: entrants }, (_, index) => {
    return { id: index + 1, name: `Team ${index + 1}`, initialSeedNum: index + 1 }
  })
  return {
    data: {
      event: {
        id: 5,
        name: 'Main',
        state: sets.some(({ winnerId }) => winnerId !== null) ? 'ACTIVE' : 'CREATED',
        startAt: 1_772_884_800,
        tournament: { name: 'Cup' },
        entrants: { nodes },
        // As start.gg sorts them: the last sets of the losers first.
        sets: { nodes: sets.toReversed().map((set) => ({ ...set, phaseGroup })) },
      },
    },
  }
}

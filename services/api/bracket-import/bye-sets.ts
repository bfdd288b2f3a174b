// start.gg does not list sets that are byes, but other sets name them as the source of a team. In a
// losers bracket the team behind such a bye is the loser of a winners set, which is found here.
import { inDropOrder } from '#events/rules/layout/loser-drops.ts'
import type { DropOrder } from '#events/rules/layout/loser-drops.ts'
import type { ParsedMatch, Source } from './parsed-bracket.ts'

/** A slot whose team comes through a bye, which is at a position in its round of losers. */
type Gap = { match: ParsedMatch; side: 0 | 1; position: number; isFirstRound: boolean }
type Tree = {
  /** the position in its round, and how many rounds before the last one that is */
  winners: Map<string, { position: number; depth: number }>
  losers: Map<ParsedMatch, number>
  gaps: Gap[]
}
type Sources = Map<ParsedMatch, ParsedMatch['from']>
type Filling = { sources: Sources; free: Set<ParsedMatch> }

/** The sources of each match of a double elimination, where all of them are listed. */
export function sourcesWithoutByes(matches: ParsedMatch[]): Sources {
  const listed = new Map(matches.map((match) => [match.id, match]))
  const isListed = (source: Source | null) => source !== null && listed.has(source.match)
  const sources: Sources = new Map(
    matches.map((match) => {
      const [one, two] = match.from
      return [match, [isListed(one) ? one : null, isListed(two) ? two : null]]
    }),
  )
  const winners = winnersIn(matches, listed)
  const tree = { winners, ...losersIn(matches, listed) }
  const taken = new Set(matches.flatMap(({ from }) => from.map(loserOf)))
  const filling = {
    sources,
    free: new Set(matches.filter(({ id }) => winners.has(id) && !taken.has(id))),
  }
  fillInOrder(tree, true, filling)
  fillInOrder(tree, false, filling)
  // If the bracket has another shape, the losers that are left come in the order of their matches.
  for (const gap of tree.gaps) {
    const match = [...filling.free].find((one) => mayCome(one, gap))
    if (match && !sources.get(gap.match)![gap.side]) give(gap, match, filling)
  }
  return sources
}

function loserOf(source: Source | null): string | null {
  return source?.of === 'loser' ? source.match : null
}

/** The winners' matches, from the last one back. The grand finals only lead to it. */
function winnersIn(matches: ParsedMatch[], listed: Map<string, ParsedMatch>): Tree['winners'] {
  const found: Tree['winners'] = new Map()
  const own = matches.filter(({ round }) => round > 0)
  const isFinal = ({ from }: ParsedMatch) =>
    from.some((source) => loserOf(source) !== null || (roundOf(source, listed) ?? 1) < 0)
  const walk = (match: ParsedMatch, position: number, depth: number) => {
    if (found.has(match.id)) return
    const isLast = isFinal(match)
    if (!isLast) found.set(match.id, { position, depth })
    for (const [side, source] of match.from.entries()) {
      const next = source && loserOf(source) === null ? listed.get(source.match) : undefined
      if (!next || next.round < 0) continue
      if (isLast) walk(next, position, depth)
      else walk(next, 2 * position + side, depth + 1)
    }
  }
  for (const [position, last] of lastOf(own).entries()) walk(last, position, 0)
  return found
}

function roundOf(source: Source | null, listed: Map<string, ParsedMatch>): number | undefined {
  return source ? listed.get(source.match)?.round : undefined
}

/** The matches that lead to no other one of the list. */
function lastOf(matches: ParsedMatch[]): ParsedMatch[] {
  const leading = new Set(matches.flatMap(({ from }) => from.map((source) => source?.match)))
  return matches.filter(({ id }) => !leading.has(id))
}

/** The losers' matches, from the last one back to those that are not listed. */
function losersIn(matches: ParsedMatch[], listed: Map<string, ParsedMatch>) {
  const losers: Tree['losers'] = new Map()
  const gaps: Gap[] = []
  const walk = (match: ParsedMatch, position: number) => {
    if (losers.has(match)) return
    losers.set(match, position)
    // A round in which losers drop down has as many matches as the round before it.
    const isDrop = match.from.some((source) => loserOf(source) !== null)
    for (const side of [0, 1] as const) {
      const source = match.from[side]
      if (!source || loserOf(source) !== null) continue
      const next = listed.get(source.match)
      const before = isDrop ? position : 2 * position + side
      if (next) walk(next, before)
      else gaps.push({ match, side, position: before, isFirstRound: isDrop })
    }
  }
  const own = matches.filter(({ round }) => round < 0)
  for (const [position, last] of lastOf(own).entries()) walk(last, position)
  if (own.length === 0) gaps.push(...gapOfTwo(matches, listed))
  return { losers, gaps }
}

/** With two entrants, the loser of their first match comes to the final through a bye. */
function gapOfTwo(matches: ParsedMatch[], listed: Map<string, ParsedMatch>): Gap[] {
  const final = matches.find(
    ({ from }) => from.every((s) => s?.of === 'winner') && from.some((s) => listed.has(s!.match)),
  )
  const side = final?.from.findIndex((source) => !listed.has(source!.match))
  if (!final || (side !== 0 && side !== 1)) return []
  return [{ match: final, side, position: 0, isFirstRound: true }]
}

/**
 * Only losers of the first two winners rounds come through byes: those of the first in pairs, those
 * of the second one by one. The order is the one that the listed matches show; if they allow
 * several, the one in which teams meet again latest, and start.gg's own before others.
 */
function fillInOrder(tree: Tree, isFirstRound: boolean, filling: Filling): void {
  const gaps = tree.gaps.filter((gap) => gap.isFirstRound === isFirstRound)
  if (gaps.length === 0) return
  const depths = [...tree.winners.values()].map(({ depth }) => depth)
  const level = Math.max(...depths) - (isFirstRound ? 0 : 1)
  const size = depths.filter((depth) => depth === 0).length * 2 ** Math.max(0, level)
  const all = Array.from({ length: size }, (_, index) => index)
  const plans = orders[isFirstRound ? 'first' : 'second'].map((order) => {
    const positions = inDropOrder(order, all)
    const at = (index: number) =>
      isFirstRound ? positions.slice(2 * index, 2 * index + 2) : positions.slice(index, index + 1)
    return planOf({ gaps, level, at, isFirstRound }, tree, filling)
  })
  const [best] = plans.toSorted((a, b) => a.cost - b.cost)
  for (const [gap, match] of best!.given) if (filling.free.has(match)) give(gap, match, filling)
}

const orders = {
  first: ['natural', 'reverse', 'halfShift', 'reverseHalfShift'],
  second: ['reverse', 'natural', 'halfShift', 'reverseHalfShift'],
} satisfies Record<string, DropOrder[]>

type Round = {
  gaps: Gap[]
  level: number
  /** the positions of the winners' matches whose losers come to a position */
  at: (position: number) => number[]
  isFirstRound: boolean
}

const contradiction = 100

function planOf({ gaps, level, at, isFirstRound }: Round, tree: Tree, { free }: Filling) {
  const { winners, losers } = tree
  const positionIn = (id: string | null) => {
    const place = winners.get(id ?? '')
    return place?.depth === level ? place.position : null
  }
  const given: [Gap, ParsedMatch][] = []
  let cost = 0
  for (const gap of gaps) {
    const positions = at(gap.position)
    const match = [...free].find(
      (one) => positions.includes(positionIn(one.id) ?? -1) && mayCome(one, gap),
    )
    if (!match) {
      cost += contradiction
      continue
    }
    given.push([gap, match])
    const dropping = gap.match.from.map(loserOf).find((id) => id !== null)
    const next = winners.get(dropping ?? '')
    if (isFirstRound && next?.position === positionIn(match.id)! >> 1) cost += 1
  }
  for (const [match, position] of losers) {
    const own = match.from.flatMap((source) => positionIn(loserOf(source)) ?? [])
    if (own.some((one) => !at(position).includes(one))) cost += contradiction
  }
  return { given, cost }
}

/** Whether a match can send its loser there: the team, if start.gg knows it already, lost it. */
function mayCome(match: ParsedMatch, { match: to, side }: Gap): boolean {
  const player = to.players[side]
  if (player === null) return match !== to
  return match.winner !== null && match.players[1 - match.winner] === player
}

function give({ match: to, side }: Gap, match: ParsedMatch, { sources, free }: Filling): void {
  const source: Source = { match: match.id, of: 'loser' }
  const [one, two] = sources.get(to)!
  sources.set(to, side === 0 ? [source, two] : [one, source])
  free.delete(match)
}

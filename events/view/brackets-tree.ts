// The places of an elimination as the packages brackets-manager and brackets-viewer expect them:
// every round is complete, and each match stands at the position to which its lines lead.
import type { SlotIndex } from '../schema/parts/shapes.ts'
import type { Match } from '../state/match.ts'
import type { MatchId } from '../ids.ts'

/** The team on one side of a match of ours, or the loser of one. */
export type Feed = { match: Match; slot: SlotIndex | 'loser' }
/** A side of a place: nobody, or a team of ours; `position` says where it comes from. */
export type Side = { feed: Feed | null; position: number | null }
/** A match of ours, or a bye of the team in it; a bye without a team is a bye of two. */
export type Place = { match: Match | null; sides: [Side, Side] }
type Sources = { winners: Map<string, Match>; losers: Map<string, Match> }

const nobody: Side = { feed: null, position: null }
const key = (match: MatchId, slot: Feed['slot']) => `${match} ${slot}`

/** Which match sends its winner or loser to which side, also if an official set another team. */
export function sourcesOf(matches: Match[]): Sources {
  const sources: Sources = { winners: new Map(), losers: new Map() }
  for (const match of matches) {
    const { winnerTo, loserTo } = match
    if (winnerTo) sources.winners.set(key(winnerTo.match, winnerTo.slot), match)
    if (loserTo) sources.losers.set(key(loserTo.match, loserTo.slot), match)
  }
  return sources
}

/** The rounds of the winners, first round first; each has twice the matches of the next one. */
export function winnersRounds(matches: Match[], { winners }: Sources): Place[][] {
  const own = new Set(matches)
  const before = (feed: Feed | null) => {
    const source = feed && winners.get(key(feed.match.id, feed.slot))
    return source && own.has(source) ? source : null
  }
  let round = lastOf(matches).map((match): Place => placeOf(match))
  const rounds: Place[][] = []
  for (let left = matches.length; left >= 0; left--) {
    rounds.unshift(round)
    if (!round.some(({ match, sides }) => match && sides.some(({ feed }) => before(feed)))) break
    round = round.flatMap(({ sides }) =>
      sides.map(({ feed }): Place => {
        const source = before(feed)
        return source ? placeOf(source) : byeOf(feed)
      }),
    )
  }
  return rounds
}

function placeOf(match: Match): Place {
  const side = (slot: SlotIndex): Side => ({ feed: { match, slot }, position: null })
  return { match, sides: [side(0), side(1)] }
}

/** The team stays in its first side up to the first round. */
function byeOf(feed: Feed | null): Place {
  return { match: null, sides: [{ feed, position: null }, nobody] }
}

/** Matches whose winner goes to no other one of the list. */
function lastOf(matches: Match[]): Match[] {
  const ids = new Set(matches.map(({ id }) => id))
  return matches
    .filter(({ winnerTo }) => !winnerTo || !ids.has(winnerTo.match))
    .toSorted((a, b) => a.num - b.num)
}

/**
 * The rounds of the losers: from the last one back, rounds in which losers drop down alternate with
 * rounds of survivors. A loser who meets nobody in the round of its drop has byes from there.
 */
export function losersRounds(matches: Match[], winners: Place[][], sources: Sources): Place[][] {
  const own = new Set(matches)
  const numbers = new Map(
    winners.flatMap((round, index) =>
      round.flatMap(({ match }, at): [Match, Dropped][] =>
        match ? [[match, { number: at + 1, depth: winners.length - 1 - index }]] : [],
      ),
    ),
  )
  const dropped = ({ match, slot }: Feed) => {
    if (slot === 'loser') return numbers.get(match) ?? null
    const source = sources.losers.get(key(match.id, slot))
    return source ? (numbers.get(source) ?? null) : null
  }
  const survivor = ({ match, slot }: Feed) => {
    const source = sources.winners.get(key(match.id, slot))
    return source && own.has(source) ? source : null
  }
  const last = Math.max(1, 2 * (winners.length - 1))
  // Of two teams, the loser of their match has a bye to the final.
  const only = winners.at(-1)?.[0]?.match
  const none: Feed[] = only ? [{ match: only, slot: 'loser' }] : []
  let feeds: (Feed | Match | null)[] = matches.length > 0 ? lastOf(matches) : none
  const rounds: Place[][] = []
  for (let level = 0; level < last; level++) {
    const isFirst = level === last - 1
    const isDrop = level % 2 === 0 && !isFirst
    const round = feeds.map((feed) => placeIn(feed, { level, isFirst, isDrop, dropped }))
    rounds.unshift(round.map(({ place }) => place))
    feeds = round.flatMap(({ before }) =>
      before.map((feed) => (feed === null ? null : (survivor(feed) ?? feed))),
    )
  }
  return rounds
}

type Dropped = { number: number; depth: number }
type Level = {
  level: number
  isFirst: boolean
  isDrop: boolean
  dropped: (feed: Feed) => Dropped | null
}
type Placed = { place: Place; before: (Feed | null)[] }

function placeIn(from: Feed | Match | null, { level, isFirst, isDrop, dropped }: Level): Placed {
  const match = from && 'slots' in from ? from : null
  const feeds: (Feed | null)[] = match
    ? [
        { match, slot: 0 },
        { match, slot: 1 },
      ]
    : [from as Feed | null, null]
  const drops = (feed: Feed | null) => {
    const drop = feed && dropped(feed)
    return drop && (isFirst || drop.depth === level / 2) ? drop : null
  }
  const side = (feed: Feed | null): Side => ({ feed, position: drops(feed)?.number ?? null })
  if (!isDrop) {
    const [one = null, two = null] = feeds
    const place: Place = { match, sides: [side(one), side(two)] }
    return { place, before: isFirst ? [] : [one, two] }
  }
  // Whoever drops down is the first side, and the survivor the second.
  const [one = null, two = null] = drops(feeds[0]!) ? feeds : feeds.toReversed()
  const place: Place = { match, sides: [side(one), side(two)] }
  return { place, before: [two] }
}

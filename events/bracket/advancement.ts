import type { SlotIndex } from '../schema/parts/shapes.ts'
import { otherSlot, sourceMatch } from '../state/match.ts'
import type { Match } from '../state/match.ts'
import { matchesOf, matchIndex } from './match-index.ts'
import { sharedPlaces } from '../rules/places.ts'
import type { Place } from '../rules/places.ts'
import type { MatchId, Records, StageId } from '../ids.ts'

/**
 * Works out which matches of a bracket are really played and where their teams go next, from the
 * results alone (R-ST-10, R-BR-7).
 */
type Matches = Readonly<Records<MatchId, Match>>

export function loserSlot({ result }: Match): SlotIndex | null {
  return result === null || result.winner === null ? null : otherSlot(result.winner)
}

/** The slot that advances. The only team of a bye advances immediately (R-ST-10). */
export function winnerSlot(matches: Matches, match: Match): SlotIndex | null {
  if (match.result) return match.result.winner
  if (!isBye(matches, match)) return null
  return staysEmpty(matches, match, 0) ? 1 : 0
}

/**
 * Whether a slot never gets a team: a match that both teams forfeited has no winner and no loser,
 * and a match with one team has no loser.
 */
export function staysEmpty(matches: Matches, match: Match, index: SlotIndex): boolean {
  const { hasDoubleForfeit, emptySlots } = matchIndex(matches)
  if (!hasDoubleForfeit) return false
  const cached = emptySlots.get(match) ?? []
  emptySlots.set(match, cached)
  return (cached[index] ??= sourceSendsNobody(matches, match, index))
}

function sourceSendsNobody(matches: Matches, match: Match, index: SlotIndex): boolean {
  const slot = match.slots[index]
  if (!('winnerOf' in slot) && !('loserOf' in slot)) return false
  const source = matches['winnerOf' in slot ? slot.winnerOf : slot.loserOf]
  if (!source || !isNeeded(matches, match)) return false
  if (source.result) return source.result.forfeit && source.result.winner === null
  const empty = ([0, 1] as const).filter((slotIndex) => staysEmpty(matches, source, slotIndex))
  return empty.length > ('winnerOf' in slot ? 1 : 0)
}

/** A match is skipped if a slot stays empty, unless an official may still fill a slot by hand. */
function isBye(matches: Matches, match: Match): boolean {
  if (match.result || match.slots.some((slot) => 'open' in slot)) return false
  return hasEmptySlot(matches, match)
}

/** Whether a slot stays empty. The match may have a result all the same. */
export function hasEmptySlot(matches: Matches, match: Match): boolean {
  return staysEmpty(matches, match, 0) || staysEmpty(matches, match, 1)
}

/** Whether a match is really part of the bracket now: not a bye or an unneeded second final. */
export function isInBracket(matches: Matches, match: Match): boolean {
  return isNeeded(matches, match) && !isBye(matches, match)
}

export function isNeeded(matches: Matches, match: Match): boolean {
  return !match.ifNeeded || firstFinal(matches, match)?.result?.winner === 1
}

/**
 * Found by where the winner of each match goes: the slots of the second final may have been filled
 * by hand.
 */
export function firstFinal(matches: Matches, second: Match): Match | undefined {
  const { all, firstFinals } = matchIndex(matches)
  if (firstFinals.has(second)) return firstFinals.get(second)
  const first = all.find((match) => match.winnerTo?.match === second.id)
  firstFinals.set(second, first)
  return first
}

type Exits = Pick<Match, 'winnerTo' | 'loserTo' | 'winnerPlace' | 'loserPlace'>

/** Where the winner and loser of a match go next, or the places they finish in, as of now. */
export function currentExits(matches: Matches, match: Match): Exits {
  const second = match.winnerTo ? matches[match.winnerTo.match] : undefined
  if (second?.ifNeeded && match.result?.winner === 0) {
    return { ...noExits, winnerPlace: second.winnerPlace, loserPlace: second.loserPlace }
  }
  if (!matchIndex(matches).hasDoubleForfeit) return match
  const shares = sharedPlacesIn(matches, match.stage)
  const shared = (place: number | null) => (place && (shares.get(place)?.place ?? place)) || null
  if (isDoubleForfeit(match)) {
    return { ...noExits, loserPlace: shared(placeWhenEliminated(matches, match)) }
  }
  const [winnerTo, winnerPlace] = skipByes(matches, match.winnerTo, match.winnerPlace)
  const [loserTo, loserPlace] = skipByes(matches, match.loserTo, match.loserPlace)
  return { winnerTo, loserTo, winnerPlace: shared(winnerPlace), loserPlace: shared(loserPlace) }
}
const noExits: Exits = { winnerTo: null, loserTo: null, winnerPlace: null, loserPlace: null }

type ExitOf = [to: Match['winnerTo'], place: number | null]

function skipByes(matches: Matches, ...[to, place]: ExitOf): ExitOf {
  const next = to ? matches[to.match] : undefined
  if (!next || !isBye(matches, next)) return [to, place]
  const after = next.winnerTo ? matches[next.winnerTo.match] : undefined
  // The only team of a first final has won the second final too.
  if (after?.ifNeeded) return [null, after.winnerPlace]
  return skipByes(matches, next.winnerTo, next.winnerPlace)
}

/** Whether both teams are eliminated: they forfeited the match, or it was ruled void. */
export function isDoubleForfeit({ result }: Match): boolean {
  return result?.forfeit === true && result.winner === null
}

/**
 * The place of a team that this match eliminates without a winner: the place of the loser of the
 * last match that the loser of this match could have reached by losing.
 */
function placeWhenEliminated(matches: Matches, match: Match): number | null {
  if (match.loserPlace !== null) return match.loserPlace
  const next = match.loserTo ? matches[match.loserTo.match] : undefined
  return next ? placeWhenEliminated(matches, next) : null
}

/**
 * The teams for which a match is the last, by slot, and their place in the layout. Without slots it
 * is one team, not yet known.
 */
type Exit = { slots: SlotIndex[]; place: number }

function exitsOf(matches: Matches, match: Match): Exit[] {
  if (!isNeeded(matches, match)) return []
  if (isDoubleForfeit(match)) return exitList([[0, 1], placeWhenEliminated(matches, match)])
  const { winnerPlace, loserPlace } =
    match.type === 'first_final' ? lastFinal(matches, match) : match
  if (winnerPlace === null && loserPlace === null) return []
  if (isBye(matches, match)) {
    const isEmpty = staysEmpty(matches, match, 0) && staysEmpty(matches, match, 1)
    return isEmpty ? [] : exitList([[winnerSlot(matches, match)!], winnerPlace])
  }
  const winner = match.result?.winner ?? null
  if (winner === null) return exitList([[], winnerPlace], [[], loserPlace])
  return exitList([[winner], winnerPlace], [[otherSlot(winner)], loserPlace])
}

/** The final that gives the places: the first one if no second final is needed. */
function lastFinal(matches: Matches, final: Match): Match {
  const second = final.winnerTo ? matches[final.winnerTo.match] : undefined
  return second && !isNeeded(matches, second) ? second : final
}

/** The places that teams of a stage really take, by the places of its layout (R-BR-8). */
export function sharedPlacesIn(matches: Matches, stage: StageId): Map<number, Place> {
  return stageExits(matches, stage).shares
}

/** The teams that finish in a stage, match by match. */
export function exitsIn(matches: Matches, stage: StageId): [Match, Exit][] {
  return stageExits(matches, stage).exits
}

type StageExits = { exits: [Match, Exit][]; shares: Map<number, Place> }

function stageExits(matches: Matches, stage: StageId): StageExits {
  const byStage = stageExitsCache.get(matches) ?? new Map<StageId, StageExits>()
  stageExitsCache.set(matches, byStage)
  const found = byStage.get(stage) ?? findStageExits(matches, stage)
  byStage.set(stage, found)
  return found
}
const stageExitsCache = new WeakMap<Matches, Map<StageId, StageExits>>()

function findStageExits(matches: Matches, stage: StageId): StageExits {
  const exits = matchesOf(matches, stage).flatMap((match) =>
    exitsOf(matches, match).map((exit): [Match, Exit] => [match, exit]),
  )
  const sizes = new Map<number, number>()
  for (const [, { slots, place }] of exits) {
    sizes.set(place, (sizes.get(place) ?? 0) + Math.max(1, slots.length))
  }
  return { exits, shares: sharedPlaces(sizes) }
}

function exitList(...all: [slots: SlotIndex[], place: number | null][]): Exit[] {
  return all.flatMap(([slots, place]) => (place === null ? [] : [{ slots, place }]))
}

/**
 * Every match whose teams can change when the result of this match does, nearest first.
 * `isFollowed` says whether the search goes on behind a match.
 */
export function downstream(
  matches: Matches,
  match: Match,
  isFollowed = (_: Match) => true,
): Match[] {
  const found = new Map<MatchId, Match>()
  const queue = [match]
  for (const source of queue) {
    for (const target of [source.winnerTo, source.loserTo]) {
      const next = target ? matches[target.match] : undefined
      if (next && !found.has(next.id) && dependsOn(next, source)) {
        found.set(next.id, next)
        if (isFollowed(next)) queue.push(next)
      }
    }
  }
  return [...found.values()]
}

/** A slot that was filled by hand depends on no match any more. A second final always does. */
function dependsOn(match: Match, source: Match): boolean {
  if (match.ifNeeded) return true
  return match.slots.some((slot) => sourceMatch(slot) === source.id)
}

export function wasPlayed(match: Match): boolean {
  return (
    match.cabinet !== null ||
    match.result !== null ||
    match.games.length > 0 ||
    match.adjusted.some((by) => by !== 0)
  )
}

import type { SlotIndex } from '../schema/event.ts'
import { other, waitsFor } from '../state/match.ts'
import type { Match } from '../state/match.ts'
import { matchesOf, matchIndex } from './match-index.ts'
import { sharedPlaces } from '../rules/places.ts'
import type { Place } from '../rules/places.ts'
import type { MatchId, Records, StageId } from '../ids.ts'

/** Which matches are really played and where their teams go, from results alone (R-ST-10, R-BR-7). */
type Matches = Readonly<Records<MatchId, Match>>

export function loserSlot({ result }: Match): SlotIndex | null {
  return result === null || result.winner === null ? null : other(result.winner)
}

/** Who is alone in a match goes on at once (R-ST-10). */
export function winnerSlot(matches: Matches, match: Match): SlotIndex | null {
  if (match.result) return match.result.winner
  if (!isBye(matches, match)) return null
  return comesNobody(matches, match, 0) ? 1 : 0
}

/** Nobody comes from a match that both teams forfeited, nor as loser from one with one team. */
export function comesNobody(matches: Matches, match: Match, index: SlotIndex): boolean {
  const { hasGaps, missing } = matchIndex(matches)
  if (!hasGaps) return false
  const known = missing.get(match) ?? []
  missing.set(match, known)
  return (known[index] ??= missesOne(matches, match, index))
}

function missesOne(matches: Matches, match: Match, index: SlotIndex): boolean {
  const slot = match.slots[index]
  if (!('winnerOf' in slot) && !('loserOf' in slot)) return false
  const source = matches['winnerOf' in slot ? slot.winnerOf : slot.loserOf]
  if (!source || !isNeeded(matches, match)) return false
  if (source.result) return source.result.forfeit && source.result.winner === null
  const missing = ([0, 1] as const).filter((one) => comesNobody(matches, source, one))
  return missing.length > ('winnerOf' in slot ? 1 : 0)
}

/** One of its teams never comes; unless somebody may still be put there by hand, it is skipped. */
function isBye(matches: Matches, match: Match): boolean {
  if (match.result || match.slots.some((slot) => 'open' in slot)) return false
  return missesTeam(matches, match)
}

/** Whether one of its teams never comes, played though it may be. */
export function missesTeam(matches: Matches, match: Match): boolean {
  return comesNobody(matches, match, 0) || comesNobody(matches, match, 1)
}

/** A match that is really part of the bracket now: no bye, nor a second final nobody needs. */
export function needed(matches: Matches, match: Match): boolean {
  return isNeeded(matches, match) && !isBye(matches, match)
}

export function isNeeded(matches: Matches, match: Match): boolean {
  return !match.ifNeeded || firstFinal(matches, match)?.result?.winner === 1
}

/** By where its winner goes: the slots of the second may have been filled by hand. */
export function firstFinal(matches: Matches, second: Match): Match | undefined {
  const { all, firstFinals } = matchIndex(matches)
  if (firstFinals.has(second)) return firstFinals.get(second)
  const first = all.find((match) => match.winnerTo?.match === second.id)
  firstFinals.set(second, first)
  return first
}

type Exits = Pick<Match, 'winnerTo' | 'loserTo' | 'winnerPlace' | 'loserPlace'>

/** Where a match's winner and loser end or go on, as the result stands now. */
export function outcome(matches: Matches, match: Match): Exits {
  const second = match.winnerTo ? matches[match.winnerTo.match] : undefined
  if (second?.ifNeeded && match.result?.winner === 0) {
    return { ...nowhere, winnerPlace: second.winnerPlace, loserPlace: second.loserPlace }
  }
  if (!matchIndex(matches).hasGaps) return match
  const shares = sharesIn(matches, match.stage)
  const taken = (place: number | null) => (place && (shares.get(place)?.place ?? place)) || null
  if (isDoubleForfeit(match)) return { ...nowhere, loserPlace: taken(placeOut(matches, match)) }
  const [winnerTo, winnerPlace] = pastByes(matches, match.winnerTo, match.winnerPlace)
  const [loserTo, loserPlace] = pastByes(matches, match.loserTo, match.loserPlace)
  return { winnerTo, loserTo, winnerPlace: taken(winnerPlace), loserPlace: taken(loserPlace) }
}
const nowhere: Exits = { winnerTo: null, loserTo: null, winnerPlace: null, loserPlace: null }

type ExitOf = [to: Match['winnerTo'], place: number | null]

function pastByes(matches: Matches, ...[to, place]: ExitOf): ExitOf {
  const next = to ? matches[to.match] : undefined
  if (!next || !isBye(matches, next)) return [to, place]
  const after = next.winnerTo ? matches[next.winnerTo.match] : undefined
  // Who is alone in the first final has won the second too.
  if (after?.ifNeeded) return [null, after.winnerPlace]
  return pastByes(matches, next.winnerTo, next.winnerPlace)
}

/** Both of its teams are out: they forfeited it, or it was ruled void. */
export function isDoubleForfeit({ result }: Match): boolean {
  return result?.forfeit === true && result.winner === null
}

/**
 * Whose place a team takes that is out at once: of who loses where the loser of this match would
 * have played next.
 */
function placeOut(matches: Matches, match: Match): number | null {
  if (match.loserPlace !== null) return match.loserPlace
  const next = match.loserTo ? matches[match.loserTo.match] : undefined
  return next ? placeOut(matches, next) : null
}

/** Whose way ends at a match, and in which place of its layout; no slots: one team, not yet known. */
type Exit = { slots: SlotIndex[]; place: number }

function exitsOf(matches: Matches, match: Match): Exit[] {
  if (!isNeeded(matches, match)) return []
  if (isDoubleForfeit(match)) return exits([[0, 1], placeOut(matches, match)])
  const { winnerPlace, loserPlace } = match.type === 'first_final' ? last(matches, match) : match
  if (winnerPlace === null && loserPlace === null) return []
  if (isBye(matches, match)) {
    const isEmpty = comesNobody(matches, match, 0) && comesNobody(matches, match, 1)
    return isEmpty ? [] : exits([[winnerSlot(matches, match)!], winnerPlace])
  }
  const winner = match.result?.winner ?? null
  if (winner === null) return exits([[], winnerPlace], [[], loserPlace])
  return exits([[winner], winnerPlace], [[other(winner)], loserPlace])
}

/** A first final ends all where there is no second. */
function last(matches: Matches, final: Match): Match {
  const second = final.winnerTo ? matches[final.winnerTo.match] : undefined
  return second && !isNeeded(matches, second) ? second : final
}

/** By the places of its layout, those that teams of a stage really take (R-BR-8). */
export function sharesIn(matches: Matches, stage: StageId): Map<number, Place> {
  return endOf(matches, stage).shares
}

/** Whose way ends in a stage, match by match. */
export function exitsIn(matches: Matches, stage: StageId): [Match, Exit][] {
  return endOf(matches, stage).exits
}

type End = { exits: [Match, Exit][]; shares: Map<number, Place> }

function endOf(matches: Matches, stage: StageId): End {
  const cached = ends.get(matches) ?? new Map<StageId, End>()
  ends.set(matches, cached)
  const found = cached.get(stage) ?? endIn(matches, stage)
  cached.set(stage, found)
  return found
}
const ends = new WeakMap<Matches, Map<StageId, End>>()

function endIn(matches: Matches, stage: StageId): End {
  const exits = matchesOf(matches, stage).flatMap((match) =>
    exitsOf(matches, match).map((exit): [Match, Exit] => [match, exit]),
  )
  const sizes = new Map<number, number>()
  for (const [, { slots, place }] of exits) {
    sizes.set(place, (sizes.get(place) ?? 0) + Math.max(1, slots.length))
  }
  return { exits, shares: sharedPlaces(sizes) }
}

function exits(...all: [slots: SlotIndex[], place: number | null][]): Exit[] {
  return all.flatMap(([slots, place]) => (place === null ? [] : [{ slots, place }]))
}

/** Every match whose teams can change when this one's result does, nearest first. */
export function downstream(matches: Matches, match: Match, past = (_: Match) => true): Match[] {
  const found = new Map<MatchId, Match>()
  const queue = [match]
  for (const source of queue) {
    for (const target of [source.winnerTo, source.loserTo]) {
      const next = target ? matches[target.match] : undefined
      if (next && !found.has(next.id) && dependsOn(next, source)) {
        found.set(next.id, next)
        if (past(next)) queue.push(next)
      }
    }
  }
  return [...found.values()]
}

/** A slot that was filled by hand no longer waits for anyone; a second final always does. */
function dependsOn(match: Match, source: Match): boolean {
  if (match.ifNeeded) return true
  return match.slots.some((slot) => waitsFor(slot) === source.id)
}

export function played(match: Match): boolean {
  return (
    match.cabinet !== null ||
    match.result !== null ||
    match.games.length > 0 ||
    match.adjusted.some((by) => by !== 0)
  )
}

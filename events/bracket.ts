import type { SlotIndex } from './event.ts'
import { blueSlot, other, waitsFor } from './match.ts'
import type { Match } from './match.ts'
import { matchesOf, overview } from './overview.ts'
import { byPlace, ordinal, placesOf } from './rules/places.ts'
import type { Place } from './rules/places.ts'
import { inPlaces, settled } from './rules/settled.ts'
import type { Settled } from './rules/settled.ts'
import type { Standing } from './rules/standings.ts'
import { isElimination, leaversLast } from './stage.ts'
import type { PlaceOf, Seed, Stage } from './stage.ts'
import { inputOf, resultOf, table } from './table.ts'
import type { Tournament } from './tournament.ts'

/** Who meets whom, derived from results: an edited result cannot leave a stale bracket (R-BR-9). */
type Matches = Tournament['matches']
type Known = Pick<Tournament, 'matches' | 'stages'>

/** Team ids by slot; null while it is not known who comes. */
export function teamsOf(t: Known, match: Match): [number | null, number | null] {
  return [teamAt(t, match, 0), teamAt(t, match, 1)]
}

/** Team ids by colour. */
export function sides(t: Known, match: Match): { blue: number | null; gold: number | null } {
  const teams = teamsOf(t, match)
  const blue = blueSlot(match)
  return { blue: teams[blue], gold: teams[other(blue)] }
}

function teamAt(t: Known, match: Match, index: SlotIndex): number | null {
  const slot = match.slots[index]
  if ('team' in slot) return slot.team
  if ('open' in slot) return null
  if ('placeOf' in slot) return teamInPlace(t, slot.placeOf)
  const source = t.matches['winnerOf' in slot ? slot.winnerOf : slot.loserOf]
  if (!source || !wanted(t.matches, match)) return null
  const slotThere = 'winnerOf' in slot ? winnerSlot(t.matches, source) : loserSlot(source)
  return slotThere === null ? null : teamAt(t, source, slotThere)
}

function loserSlot({ result }: Match): SlotIndex | null {
  return result === null || result.winner === null ? null : other(result.winner)
}

/** Who is alone in a match goes on at once (R-ST-10). */
function winnerSlot(matches: Matches, match: Match): SlotIndex | null {
  if (match.result) return match.result.winner
  if (!isBye(matches, match)) return null
  return comesNobody(matches, match, 0) ? 1 : 0
}

/** Nobody comes from a match that both teams forfeited, nor as loser from one with one team. */
function comesNobody(matches: Matches, match: Match, index: SlotIndex): boolean {
  const { hasGaps, missing } = overview(matches)
  if (!hasGaps) return false
  const known = missing.get(match) ?? []
  missing.set(match, known)
  return (known[index] ??= missesOne(matches, match, index))
}

function missesOne(matches: Matches, match: Match, index: SlotIndex): boolean {
  const slot = match.slots[index]
  if (!('winnerOf' in slot) && !('loserOf' in slot)) return false
  const source = matches['winnerOf' in slot ? slot.winnerOf : slot.loserOf]
  if (!source || !wanted(matches, match)) return false
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
  return wanted(matches, match) && !isBye(matches, match)
}

function wanted(matches: Matches, match: Match): boolean {
  return !match.ifNeeded || firstFinal(matches, match)?.result?.winner === 1
}

/** By where its winner goes: the slots of the second may have been filled by hand. */
export function firstFinal(matches: Matches, second: Match): Match | undefined {
  const { all, firstFinals } = overview(matches)
  if (firstFinals.has(second)) return firstFinals.get(second)
  const first = all.find((match) => match.winnerTo?.match === second.id)
  firstFinals.set(second, first)
  return first
}

type Ways = Pick<Match, 'winnerTo' | 'loserTo' | 'winnerPlace' | 'loserPlace'>

/** Where a match's winner and loser end or go on, as the result stands now. */
export function outcome(matches: Matches, match: Match): Ways {
  const second = match.winnerTo ? matches[match.winnerTo.match] : undefined
  if (second?.ifNeeded && match.result?.winner === 0) {
    return { winnerTo: null, loserTo: null, winnerPlace: 1, loserPlace: 2 }
  }
  if (!overview(matches).hasGaps) return match
  const [winnerTo, winnerPlace] = pastByes(matches, match.winnerTo, match.winnerPlace)
  const [loserTo, loserPlace] = pastByes(matches, match.loserTo, match.loserPlace)
  return { winnerTo, loserTo, winnerPlace, loserPlace }
}

type Way = [to: Match['winnerTo'], place: number | null]

function pastByes(matches: Matches, ...[to, place]: Way): Way {
  const next = to ? matches[to.match] : undefined
  if (!next || !isBye(matches, next)) return [to, place]
  const after = next.winnerTo ? matches[next.winnerTo.match] : undefined
  // Who is alone in the first final has won the second too.
  if (after?.ifNeeded) return [null, after.winnerPlace]
  return pastByes(matches, next.winnerTo, next.winnerPlace)
}

/** Every match whose teams can change when this one's result does, nearest first. */
export function downstream(matches: Matches, match: Match, past = (_: Match) => true): Match[] {
  const found = new Map<number, Match>()
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

export type Status = 'pending' | 'ready' | 'queued' | 'active' | 'complete'
export function status(t: Tournament, match: Match, queued: boolean): Status {
  if (match.result) return 'complete'
  if (match.cabinet !== null) return 'active'
  const [one, two] = teamsOf(t, match)
  if (one === null || two === null) return 'pending'
  return queued ? 'queued' : 'ready'
}

/** A stage is complete when all its playable matches are (R-PL-1). */
export function stageComplete(t: Known, stage: number): boolean {
  const own = matchesOf(t.matches, stage)
  const isOpen = (match: Match) => match.result === null && needed(t.matches, match)
  return !own.some(isOpen) && own.some((match) => needed(t.matches, match))
}

/** In words for screens and refusals: `M12`; the number is per stage. */
export function label(match: Match): string {
  return `M${match.num}`
}

/** `Winner of M7` until the team is known (R-BR-4); past a bye, what its one team waits for. */
export function slotText(t: Tournament, match: Match, index: SlotIndex): string | null {
  const slot = match.slots[index]
  if ('placeOf' in slot) return placeText(t, slot.placeOf)
  if (!('winnerOf' in slot) && !('loserOf' in slot)) return null
  if (comesNobody(t.matches, match, index)) return 'Nobody'
  const source = t.matches['winnerOf' in slot ? slot.winnerOf : slot.loserOf]
  const alone = source && !source.result ? winnerSlot(t.matches, source) : null
  if (source && alone !== null) return slotText(t, source, alone)
  return `${'winnerOf' in slot ? 'Winner' : 'Loser'} of M${source?.num ?? '?'}`
}

export function seedsOf(stage: Stage): Seed[] {
  if (stage.seeds) return stage.seeds
  const known = plainSeeds.get(stage) ?? stage.teams.map((team) => ({ team }))
  plainSeeds.set(stage, known)
  return known
}
const plainSeeds = new WeakMap<Stage, Seed[]>()

/** The teams of a stage as far as they are known, best seed first. */
export function teamsIn(t: Known, stage: Stage): number[] {
  if (!stage.seeds) return stage.teams
  const teams = stage.seeds.map((seed) =>
    'team' in seed ? seed.team : teamInPlace(t, seed.placeOf),
  )
  return [...new Set(teams.filter((team) => team !== null))]
}

/** The table of a stage, from its complete matches only (R-TB-2); the best first. */
export function tableOf(t: Known, stage: Stage): Standing[] {
  const results = matchesOf(t.matches, stage.id).flatMap((match) => {
    return match.result ? (resultOf(match, teamsOf(t, match)) ?? []) : []
  })
  const teams = teamsIn(t, stage)
  const rows = table(stage, teams, results)
  if (isElimination(stage)) return rows
  const order = rows.map((row) => row.team)
  return settled(inputOf(stage, teams, results), rows, settledIn(t, stage, order))
}

/** Places of a stage that matches were made for; `order` is null while those are open. */
type Tiebreak = { stage: number; from: number; teams: number[]; order: number[] | null }

/** Those whose teams still stand in their places: a corrected result may have moved them. */
export function tiebreaksOf(t: Known, stage: Stage, order: number[]): Tiebreak[] {
  return Object.values(t.stages).flatMap(({ id, teams, decides }) => {
    if (decides?.stage !== stage.id || teams.length === 0) return []
    const there = order.slice(decides.from - 1, decides.from - 1 + teams.length)
    const areThere = there.length === teams.length && there.every((team) => teams.includes(team))
    if (!areThere) return []
    const ended = finalRanking(t, id).filter((team) => team !== null)
    const isOpen = ended.length < teams.length
    return [{ stage: id, from: decides.from, teams, order: isOpen ? null : ended }]
  })
}

function settledIn(t: Known, stage: Stage, teams: number[]): Settled[] {
  return tiebreaksOf(t, stage, teams).flatMap(({ from, order }) => (order ? [{ from, order }] : []))
}

/** The final places of an elimination stage, as far as they are decided (R-BR-8). */
export function placesIn(t: Known, stage: Stage): Map<number, Place> {
  const own = matchesOf(t.matches, stage.id)
  const ended = own.flatMap((match) => {
    if (!match.result || !needed(t.matches, match)) return []
    const { winnerPlace, loserPlace } = outcome(t.matches, match)
    if (winnerPlace === null && loserPlace === null) return []
    const { winner } = match.result
    return [{ teams: teamsOf(t, match), winner, winnerPlace, loserPlace }]
  })
  const places = new Set<number>()
  for (const { winnerPlace, loserPlace } of own) {
    if (winnerPlace !== null) places.add(winnerPlace)
    if (loserPlace !== null) places.add(loserPlace)
  }
  return placesOf(ended, [...places], seedsOf(stage).length)
}

/** The teams of a stage in the order of their places, as it stands now. */
export function ranking(t: Known, stage: Stage): number[] {
  if (!isElimination(stage)) return tableOf(t, stage).map((row) => row.team)
  const teams = byPlace(teamsIn(t, stage), placesIn(t, stage))
  return inPlaces(teams, settledIn(t, stage, teams))
}

/** Who takes the place; null until the stage that gives it is complete (R-PL-1). */
export function teamInPlace(t: Known, { stage: id, place }: PlaceOf): number | null {
  return finalRanking(t, id)[place - 1] ?? null
}

/** Of a state that never changes: worked out once. */
const rankings = new WeakMap<Known, Map<number, (number | null)[]>>()

function finalRanking(t: Known, id: number): (number | null)[] {
  const known = rankings.get(t) ?? new Map<number, (number | null)[]>()
  rankings.set(t, known)
  const found = known.get(id)
  if (found) return found
  known.set(id, []) // stages that feed each other would never come to an end
  const stage = t.stages[id]
  const teams = stage && stageComplete(t, id) ? ranking(t, stage) : []
  const open = stage ? tiebreaksOf(t, stage, teams).filter(({ order }) => !order) : []
  // What is still to be played for is nobody's yet.
  const isOpen = (team: number) => open.some((tiebreak) => tiebreak.teams.includes(team))
  const order = leaversLast(stage ?? {}, teams).map((team) => (isOpen(team) ? null : team))
  known.set(id, order)
  return order
}

/** `1st of Group A (now: Bees)`; without a name while nothing has been played. */
export function placeText(t: Tournament, { stage: id, place }: PlaceOf): string {
  const stage = t.stages[id]
  if (!stage) return `${ordinal(place)} of a stage that is gone`
  const begun = matchesOf(t.matches, id).some((match) => match.result)
  const team = begun ? leaversLast(stage, ranking(t, stage))[place - 1] : undefined
  const now = team === undefined ? '' : ` (now: ${t.teams[team]?.name ?? '?'})`
  return `${ordinal(place)} of ${stage.name}${now}`
}

import {
  staysEmpty,
  exitsIn,
  loserSlot,
  isInBracket,
  sharedPlacesIn,
  isNeeded,
} from './advancement.ts'
import { winnerSlot } from './advancement.ts'
import type { SlotIndex } from '../schema/parts/shapes.ts'
import { blueSlot, otherSlot } from '../state/match.ts'
import type { Match } from '../state/match.ts'
import { matchLabel } from './match-label.ts'
import { matchesOf } from './match-index.ts'
import { say } from '../messages/message.ts'
import type { Message } from '../messages/message.ts'
import { byPlace, ordinal } from '../rules/places.ts'
import type { Place } from '../rules/places.ts'
import { applyTiebreaks, withTiebreaks } from '../rules/tiebreak-results.ts'
import type { Result } from '../rules/tally.ts'
import type { TiebreakResult } from '../rules/tiebreak-results.ts'
import type { TieDecision, Standing } from '../rules/standings.ts'
import { isElimination } from '../rules/stage-types/stage-types.ts'
import { teamsOfSeeds } from './seed-teams.ts'
import { withdrawnLast } from '../schema/parts/stage-settings.ts'
import type { PlaceOf, Seed, Stage } from '../schema/parts/stage-settings.ts'
import { inputOf, resultOf, table } from './standings-table.ts'
import { holdPlaces, stayingIn, withdrawnRowsLast } from './withdrawn-standings.ts'
import type { Tournament } from '../state/tournament.ts'
import type { StageId, TeamId } from '../ids.ts'

export {
  downstream,
  firstFinal,
  hasEmptySlot,
  isInBracket,
  currentExits,
  wasPlayed,
} from './advancement.ts'
export { matchIn, matchLabel, matchLabelIn } from './match-label.ts'

/** Pairings are derived from results, so an edited result cannot leave a stale bracket (R-BR-9). */
type MatchesAndStages = Pick<Tournament, 'matches' | 'stages'>

/** The teams by slot; null while a team is not known. */
export function teamsOf(t: MatchesAndStages, match: Match): [TeamId | null, TeamId | null] {
  return [teamAt(t, match, 0), teamAt(t, match, 1)]
}

export function sidesOf(
  t: MatchesAndStages,
  match: Match,
): { blue: TeamId | null; gold: TeamId | null } {
  const teams = teamsOf(t, match)
  const blue = blueSlot(match)
  return { blue: teams[blue], gold: teams[otherSlot(blue)] }
}

function teamAt(t: MatchesAndStages, match: Match, index: SlotIndex): TeamId | null {
  const slot = match.slots[index]
  if ('team' in slot) return slot.team
  if ('open' in slot) return null
  if ('placeOf' in slot) return placedTeam(t, match.stage, slot.placeOf)
  const source = t.matches['winnerOf' in slot ? slot.winnerOf : slot.loserOf]
  if (!source || !isNeeded(t.matches, match)) return null
  const sourceSlot = 'winnerOf' in slot ? winnerSlot(t.matches, source) : loserSlot(source)
  return sourceSlot === null ? null : teamAt(t, source, sourceSlot)
}

/** A stage is complete when all its playable matches are (R-PL-1). */
export function stageComplete(t: MatchesAndStages, stage: StageId): boolean {
  const own = matchesOf(t.matches, stage)
  const isOpen = (match: Match) => match.result === null && isInBracket(t.matches, match)
  return !own.some(isOpen) && own.some((match) => isInBracket(t.matches, match))
}

/**
 * `Winner of M7` until the team is known (R-BR-4). If the source is a bye, the message of the slot
 * of its only team.
 */
export function slotMessage(t: Tournament, match: Match, index: SlotIndex): Message | null {
  const slot = match.slots[index]
  if ('placeOf' in slot) return placeMessage(t, slot.placeOf)
  if (!('winnerOf' in slot) && !('loserOf' in slot)) return null
  if (staysEmpty(t.matches, match, index)) return say('nobody')
  const source = t.matches['winnerOf' in slot ? slot.winnerOf : slot.loserOf]
  const byeSlot = source && !source.result ? winnerSlot(t.matches, source) : null
  if (source && byeSlot !== null) return slotMessage(t, source, byeSlot)
  const key = 'winnerOf' in slot ? 'winnerOf' : 'loserOf'
  return say(key, { match: source ? matchLabel(source) : 'M?' })
}

export function seedsOf(stage: Stage): Seed[] {
  if (stage.seeds) return stage.seeds
  const seeds = teamSeeds.get(stage) ?? stage.teams.map((team) => ({ team }))
  teamSeeds.set(stage, seeds)
  return seeds
}
const teamSeeds = new WeakMap<Stage, Seed[]>()

/** The known teams of a stage, best seed first. */
export function teamsIn(t: MatchesAndStages, stage: Stage): TeamId[] {
  if (!stage.seeds) return stage.teams
  return seedTeams(t, stage).filter((team) => team !== null)
}

/** The team of each seed; null while it is not known (R-PL-1, R-PL-5). */
export function seedTeams(t: MatchesAndStages, stage: Stage): (TeamId | null)[] {
  if (!stage.seeds) return stage.teams
  const cached = seedTeamsCache.get(t) ?? new Map<Stage, (TeamId | null)[]>()
  seedTeamsCache.set(t, cached)
  const found = cached.get(stage)
  if (found) return found
  cached.set(stage, []) // ends the recursion if stages feed each other
  const teams = teamsOfSeeds(stage.seeds, {
    ranking: (id) => finalRanking(t, id),
    teams: (id) => (t.stages[id] ? teamsIn(t, t.stages[id]) : []),
  })
  cached.set(stage, teams)
  return teams
}
const seedTeamsCache = new WeakMap<MatchesAndStages, Map<Stage, (TeamId | null)[]>>()

/** The team that a place brings to a stage that is seeded with it. */
function placedTeam(t: MatchesAndStages, id: StageId, { stage: from, place }: PlaceOf) {
  const stage = t.stages[id]
  const index = stage?.seeds?.findIndex(
    (seed) => 'placeOf' in seed && seed.placeOf.stage === from && seed.placeOf.place === place,
  )
  if (!stage || index === undefined || index < 0) return teamInPlace(t, { stage: from, place })
  return seedTeams(t, stage)[index] ?? null
}

/** The table of a stage, best team first, from complete matches only (R-TB-2). */
export function tableOf(t: MatchesAndStages, stage: Stage): Standing[] {
  const { rows, teams, results, places } = tableByRules(t, stage)
  if (places) return rows
  const order = rows.map((row) => row.team)
  return withTiebreaks(inputOf(stage, teams, results), rows, decidedTiebreaks(t, stage, order))
}

/** Without the tie-break matches. In an elimination also teams that left keep their places. */
function tableByRules(t: MatchesAndStages, stage: Stage) {
  const { rows, ...input } = tableOfAll(t, stage)
  return { ...input, rows: input.places ? rows : withdrawnRowsLast(stage, rows) }
}

function tableOfAll(t: MatchesAndStages, stage: Stage) {
  const results = matchesOf(t.matches, stage.id).flatMap((match) => {
    return match.result ? (resultOf(match, teamsOf(t, match)) ?? []) : []
  })
  const teams = teamsOfTable(t, stage, results)
  const places = hasBracketPlaces(t, stage) ? finalPlaces(t, stage) : undefined
  const isOver = places && stageComplete(t, stage.id)
  return { rows: table(stage, { teams, results, places, isOver }), teams, results, places }
}

/** The teams of a stage, and those with results that an official set in its matches. */
export function teamsOfTable(t: MatchesAndStages, stage: Stage, results: Result[]): TeamId[] {
  const teams = teamsIn(t, stage)
  const listed = new Set([...teams, ...results.flatMap((result) => result.teams)])
  return listed.size === teams.length ? teams : [...listed]
}

/** Places of a stage that tie-break matches decide. `order` is null until they are complete. */
type Tiebreak = { stage: StageId; from: number; teams: TeamId[]; order: TeamId[] | null }

/**
 * The tie-breaks whose teams are still level in the places they play for: a corrected result may
 * separate them.
 */
export function tiebreaksOf(t: MatchesAndStages, stage: Stage, order: TeamId[]): Tiebreak[] {
  return Object.values(t.stages).flatMap(({ id, teams: own, decides }) => {
    if (decides?.stage !== stage.id || own.length === 0) return []
    const before = () => tableOfAll(t, stage).rows.map((row) => row.team)
    const { from, teams } = stayingIn(stage, { from: decides.from, teams: own, order, before })
    if (!holdPlaces(order, teams, from) || separatingRule(t, stage, teams)) return []
    const ranked = finalRanking(t, id)
    const isOpen = ranked.filter((team) => team !== null).length < own.length
    const decided = ranked.filter((team) => team !== null && teams.includes(team)) as TeamId[]
    return [{ stage: id, from, teams, order: isOpen ? null : decided }]
  })
}

/**
 * The rule that separates teams in neighbouring places; null if they are level. The dice and seeds
 * separate nobody.
 */
export function separatingRule(
  t: MatchesAndStages,
  stage: Stage,
  teams: TeamId[],
): (TieDecision & { team: TeamId }) | null {
  if (hasBracketPlaces(t, stage)) return partedByPlace(placesIn(t, stage), teams)
  const rows = tableByRules(t, stage).rows.filter(({ team }) => teams.includes(team))
  for (const { team, decidedBy } of rows.slice(1)) {
    if (decidedBy && !arbitraryRules.includes(decidedBy.rule)) return { ...decidedBy, team }
  }
  return null
}
const arbitraryRules: readonly TieDecision['rule'][] = ['dice_roll', 'seed']

function partedByPlace(places: Map<TeamId, Place>, teams: TeamId[]) {
  const placeNumber = (team: TeamId) => places.get(team)?.place ?? 0
  const [over = 0, ...others] = teams
  const team = others.find((other) => placeNumber(other) !== placeNumber(over))
  if (team === undefined) return null
  const values: TieDecision['values'] = [ordinal(placeNumber(team)), ordinal(placeNumber(over))]
  return { rule: 'place' as const, over, values, team }
}

function decidedTiebreaks(t: MatchesAndStages, stage: Stage, teams: TeamId[]): TiebreakResult[] {
  return tiebreaksOf(t, stage, teams).flatMap(({ from, order }) => (order ? [{ from, order }] : []))
}

/** The final places of an elimination stage that are decided already (R-BR-8). */
export function placesIn(t: MatchesAndStages, stage: Stage): Map<TeamId, Place> {
  const best = new Map<TeamId, number>()
  for (const [match, { slots, place }] of exitsIn(t.matches, stage.id)) {
    for (const slot of slots) {
      const team = teamAt(t, match, slot)
      if (team !== null) best.set(team, Math.min(place, best.get(team) ?? place))
    }
  }
  const shares = sharedPlacesIn(t.matches, stage.id)
  return new Map([...best].map(([team, place]) => [team, shares.get(place)!]))
}

/**
 * Whether the places of a stage come from its matches, as in an elimination. An external bracket
 * has no places, so its teams are ranked by the table.
 */
export function hasBracketPlaces(t: MatchesAndStages, stage: Stage): boolean {
  if (!isElimination(stage)) return false
  const own = matchesOf(t.matches, stage.id)
  return own.length === 0 || own.some(({ winnerPlace }) => winnerPlace !== null)
}

/** The places of an elimination, and in any stage the places that tie-break matches decide. */
export function finalPlaces(t: MatchesAndStages, stage: Stage): Map<TeamId, Place> {
  const cached = finalPlacesCache.get(t) ?? new Map<StageId, Map<TeamId, Place>>()
  finalPlacesCache.set(t, cached)
  const found = cached.get(stage.id)
  if (found) return found
  const places = isElimination(stage) ? placesIn(t, stage) : new Map<TeamId, Place>()
  cached.set(stage.id, places)
  if (!Object.values(t.stages).some(({ decides }) => decides?.stage === stage.id)) return places
  for (const { from, teams, order } of tiebreaksOf(t, stage, ranking(t, stage))) {
    for (const team of teams) {
      const place = from + (order ?? []).indexOf(team)
      if (!order) places.set(team, { place: from, last: from + teams.length - 1 })
      else if (isElimination(stage)) places.set(team, { place, last: place })
    }
  }
  return places
}
const finalPlacesCache = new WeakMap<MatchesAndStages, Map<StageId, Map<TeamId, Place>>>()

/** The teams of a stage in the order of their current places. */
export function ranking(t: MatchesAndStages, stage: Stage): TeamId[] {
  if (!isElimination(stage)) return tableOf(t, stage).map((row) => row.team)
  const teams = byPlace(teamsIn(t, stage), placesIn(t, stage))
  return applyTiebreaks(teams, decidedTiebreaks(t, stage, teams))
}

/** The team that finished in a place; null until the stage is complete (R-PL-1). */
export function teamInPlace(t: MatchesAndStages, { stage: id, place }: PlaceOf): TeamId | null {
  return finalRanking(t, id)[place - 1] ?? null
}

/** States never change, so a ranking is computed once. */
const rankings = new WeakMap<MatchesAndStages, Map<StageId, (TeamId | null)[]>>()

function finalRanking(t: MatchesAndStages, id: StageId): (TeamId | null)[] {
  const cached = rankings.get(t) ?? new Map<StageId, (TeamId | null)[]>()
  rankings.set(t, cached)
  const found = cached.get(id)
  if (found) return found
  cached.set(id, []) // ends the recursion if stages feed each other
  const stage = t.stages[id]
  const teams = stage && stageComplete(t, id) ? ranking(t, stage) : []
  const open = stage ? tiebreaksOf(t, stage, teams).filter(({ order }) => !order) : []
  // A place that a tie-break still decides has no team yet.
  const isOpen = (team: TeamId) => open.some((tiebreak) => tiebreak.teams.includes(team))
  const order = withdrawnLast(stage ?? {}, teams).map((team) => (isOpen(team) ? null : team))
  cached.set(id, order)
  return order
}

/** `1st of Group A (now: Bees)`, without a team until a match of the stage has a result. */
function placeMessage(t: Tournament, { stage: id, place }: PlaceOf): Message {
  const stage = t.stages[id]
  if (!stage) return say('placeOfDeletedStage', { place })
  const hasResults = matchesOf(t.matches, id).some((match) => match.result)
  const team = hasResults ? withdrawnLast(stage, ranking(t, stage))[place - 1] : undefined
  if (team === undefined) return say('placeOf', { place, stage: stage.name })
  return say('placeOfNow', { place, stage: stage.name, team: t.teams[team]?.name ?? '?' })
}

import { comesNobody, exitsIn, loserSlot, needed, sharesIn, isNeeded } from './advancement.ts'
import { winnerSlot } from './advancement.ts'
import type { SlotIndex } from '../schema/event.ts'
import { blueSlot, other } from '../state/match.ts'
import type { Match } from '../state/match.ts'
import { matchesOf } from './match-index.ts'
import { byPlace, ordinal } from '../rules/places.ts'
import type { Place } from '../rules/places.ts'
import { inPlaces, settled } from '../rules/settled-places.ts'
import type { Settled } from '../rules/settled-places.ts'
import type { Decision, Standing } from '../rules/standings.ts'
import { isElimination } from '../rules/stage-types/stage-types.ts'
import { leaversLast } from '../schema/stage-settings.ts'
import type { PlaceOf, Seed, Stage } from '../schema/stage-settings.ts'
import { inputOf, resultOf, table } from './table.ts'
import type { Tournament } from '../state/tournament.ts'
import type { StageId, TeamId } from '../ids.ts'

export { downstream, firstFinal, missesTeam, needed, outcome, played } from './advancement.ts'

/** Who meets whom, derived from results: an edited result cannot leave a stale bracket (R-BR-9). */
type MatchesAndStages = Pick<Tournament, 'matches' | 'stages'>

/** Teams by slot; null while it is not known who comes. */
export function teamsOf(t: MatchesAndStages, match: Match): [TeamId | null, TeamId | null] {
  return [teamAt(t, match, 0), teamAt(t, match, 1)]
}

/** Team ids by colour. */
export function sides(
  t: MatchesAndStages,
  match: Match,
): { blue: TeamId | null; gold: TeamId | null } {
  const teams = teamsOf(t, match)
  const blue = blueSlot(match)
  return { blue: teams[blue], gold: teams[other(blue)] }
}

function teamAt(t: MatchesAndStages, match: Match, index: SlotIndex): TeamId | null {
  const slot = match.slots[index]
  if ('team' in slot) return slot.team
  if ('open' in slot) return null
  if ('placeOf' in slot) return teamInPlace(t, slot.placeOf)
  const source = t.matches['winnerOf' in slot ? slot.winnerOf : slot.loserOf]
  if (!source || !isNeeded(t.matches, match)) return null
  const slotThere = 'winnerOf' in slot ? winnerSlot(t.matches, source) : loserSlot(source)
  return slotThere === null ? null : teamAt(t, source, slotThere)
}

/** A stage is complete when all its playable matches are (R-PL-1). */
export function stageComplete(t: MatchesAndStages, stage: StageId): boolean {
  const own = matchesOf(t.matches, stage)
  const isOpen = (match: Match) => match.result === null && needed(t.matches, match)
  return !own.some(isOpen) && own.some((match) => needed(t.matches, match))
}

/** In words for screens and refusals: `M12`; the number is per stage. */
export function label(match: Match): string {
  return `M${match.num}`
}

/** Each stage has an M1: where there are several stages, one of another than `own` is told with it. */
export function named(t: Tournament, match: Match, own?: number): string {
  const hasOne = Object.keys(t.stages).length < 2
  if (match.stage === own || (own === undefined && hasOne)) return label(match)
  return `${label(match)} of ${t.stages[match.stage]?.name ?? 'a stage'}`
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
  const cached = plainSeeds.get(stage) ?? stage.teams.map((team) => ({ team }))
  plainSeeds.set(stage, cached)
  return cached
}
const plainSeeds = new WeakMap<Stage, Seed[]>()

/** The teams of a stage as far as they are known, best seed first. */
export function teamsIn(t: MatchesAndStages, stage: Stage): TeamId[] {
  if (!stage.seeds) return stage.teams
  const teams = stage.seeds.map((seed) =>
    'team' in seed ? seed.team : teamInPlace(t, seed.placeOf),
  )
  return [...new Set(teams.filter((team) => team !== null))]
}

/** The table of a stage, from its complete matches only (R-TB-2); the best first. */
export function tableOf(t: MatchesAndStages, stage: Stage): Standing[] {
  const { rows, teams, results, places } = tableByRules(t, stage)
  if (places) return rows
  const order = rows.map((row) => row.team)
  return settled(inputOf(stage, teams, results), rows, settledIn(t, stage, order))
}

/** Without the matches that were made to decide places. */
function tableByRules(t: MatchesAndStages, stage: Stage) {
  const results = matchesOf(t.matches, stage.id).flatMap((match) => {
    return match.result ? (resultOf(match, teamsOf(t, match)) ?? []) : []
  })
  const teams = teamsIn(t, stage)
  const places = givesPlaces(t, stage) ? finalPlaces(t, stage) : undefined
  return { rows: table(stage, { teams, results, places }), teams, results, places }
}

/** Places of a stage that matches were made for; `order` is null while those are open. */
type Tiebreak = { stage: StageId; from: number; teams: TeamId[]; order: TeamId[] | null }

/** Those whose teams still stand in their places and are level: a corrected result may part them. */
export function tiebreaksOf(t: MatchesAndStages, stage: Stage, order: TeamId[]): Tiebreak[] {
  return Object.values(t.stages).flatMap(({ id, teams, decides }) => {
    if (decides?.stage !== stage.id || teams.length === 0) return []
    const there = order.slice(decides.from - 1, decides.from - 1 + teams.length)
    const areThere = there.length === teams.length && there.every((team) => teams.includes(team))
    if (!areThere || partedBy(t, stage, teams)) return []
    const ended = finalRanking(t, id).filter((team) => team !== null)
    const isOpen = ended.length < teams.length
    return [{ stage: id, from: decides.from, teams, order: isOpen ? null : ended }]
  })
}

/** What the rules say of teams that stand together, if they part them; chance and seeds do not. */
export function partedBy(
  t: MatchesAndStages,
  stage: Stage,
  teams: TeamId[],
): (Decision & { team: TeamId }) | null {
  if (givesPlaces(t, stage)) return partedByPlace(placesIn(t, stage), teams)
  const rows = tableByRules(t, stage).rows.filter(({ team }) => teams.includes(team))
  for (const { team, decidedBy } of rows.slice(1)) {
    if (decidedBy && !byLot.includes(decidedBy.rule)) return { ...decidedBy, team }
  }
  return null
}
const byLot: readonly Decision['rule'][] = ['dice_roll', 'seed']

function partedByPlace(places: Map<TeamId, Place>, teams: TeamId[]) {
  const placeNumber = (team: TeamId) => places.get(team)?.place ?? 0
  const [over = 0, ...others] = teams
  const team = others.find((one) => placeNumber(one) !== placeNumber(over))
  if (team === undefined) return null
  const values: Decision['values'] = [ordinal(placeNumber(team)), ordinal(placeNumber(over))]
  return { rule: 'place' as const, over, values, team }
}

function settledIn(t: MatchesAndStages, stage: Stage, teams: TeamId[]): Settled[] {
  return tiebreaksOf(t, stage, teams).flatMap(({ from, order }) => (order ? [{ from, order }] : []))
}

/** The final places of an elimination stage, as far as they are decided (R-BR-8). */
export function placesIn(t: MatchesAndStages, stage: Stage): Map<TeamId, Place> {
  const best = new Map<TeamId, number>()
  for (const [match, { slots, place }] of exitsIn(t.matches, stage.id)) {
    for (const slot of slots) {
      const team = teamAt(t, match, slot)
      if (team !== null) best.set(team, Math.min(place, best.get(team) ?? place))
    }
  }
  const shares = sharesIn(t.matches, stage.id)
  return new Map([...best].map(([team, place]) => [team, shares.get(place)!]))
}

/** Of an elimination; a bracket from outside says nothing of places, so its table ranks. */
export function givesPlaces(t: MatchesAndStages, stage: Stage): boolean {
  if (!isElimination(stage)) return false
  const own = matchesOf(t.matches, stage.id)
  return own.length === 0 || own.some(({ winnerPlace }) => winnerPlace !== null)
}

/** The places of an elimination, and those of any stage that matches of their own decide. */
export function finalPlaces(t: MatchesAndStages, stage: Stage): Map<TeamId, Place> {
  const cached = finals.get(t) ?? new Map<StageId, Map<TeamId, Place>>()
  finals.set(t, cached)
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
const finals = new WeakMap<MatchesAndStages, Map<StageId, Map<TeamId, Place>>>()

/** The teams of a stage in the order of their places, as it stands now. */
export function ranking(t: MatchesAndStages, stage: Stage): TeamId[] {
  if (!isElimination(stage)) return tableOf(t, stage).map((row) => row.team)
  const teams = byPlace(teamsIn(t, stage), placesIn(t, stage))
  return inPlaces(teams, settledIn(t, stage, teams))
}

/** Who takes the place; null until the stage that gives it is complete (R-PL-1). */
export function teamInPlace(t: MatchesAndStages, { stage: id, place }: PlaceOf): TeamId | null {
  return finalRanking(t, id)[place - 1] ?? null
}

/** Of a state that never changes: worked out once. */
const rankings = new WeakMap<MatchesAndStages, Map<StageId, (TeamId | null)[]>>()

function finalRanking(t: MatchesAndStages, id: StageId): (TeamId | null)[] {
  const cached = rankings.get(t) ?? new Map<StageId, (TeamId | null)[]>()
  rankings.set(t, cached)
  const found = cached.get(id)
  if (found) return found
  cached.set(id, []) // stages that feed each other would never come to an end
  const stage = t.stages[id]
  const teams = stage && stageComplete(t, id) ? ranking(t, stage) : []
  const open = stage ? tiebreaksOf(t, stage, teams).filter(({ order }) => !order) : []
  // What is still to be played for is nobody's yet.
  const isOpen = (team: TeamId) => open.some((tiebreak) => tiebreak.teams.includes(team))
  const order = leaversLast(stage ?? {}, teams).map((team) => (isOpen(team) ? null : team))
  cached.set(id, order)
  return order
}

/** `1st of Group A (now: Bees)`; without a name while nothing has been played. */
function placeText(t: Tournament, { stage: id, place }: PlaceOf): string {
  const stage = t.stages[id]
  if (!stage) return `${ordinal(place)} of a stage that is gone`
  const begun = matchesOf(t.matches, id).some((match) => match.result)
  const team = begun ? leaversLast(stage, ranking(t, stage))[place - 1] : undefined
  const now = team === undefined ? '' : ` (now: ${t.teams[team]?.name ?? '?'})`
  return `${ordinal(place)} of ${stage.name}${now}`
}

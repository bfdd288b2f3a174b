import type { SlotIndex } from './event.ts'
import { blueSlot, other } from './match.ts'
import type { Match } from './match.ts'
import { byPlace, ordinal, placesOf } from './rules/places.ts'
import type { Place } from './rules/places.ts'
import { standings } from './rules/standings.ts'
import type { Standing } from './rules/standings.ts'
import type { PlaceOf, Seed, Stage } from './stage.ts'
import type { Tournament } from './tournament.ts'

/** Who meets whom, derived from results: an edited result cannot leave a stale bracket (R-BR-9). */
type Matches = Tournament['matches']
type Known = Pick<Tournament, 'matches' | 'stages'>

/** Team ids by slot; null while it is not known who comes. */
export function teamsOf(t: Known, match: Match): [number | null, number | null] {
  return [teamAt(t, match, 0), teamAt(t, match, 1)]
}

/** Team ids by colour. */
export function sides(
  t: Known,
  match: Match,
): { blue: number | null; gold: number | null } {
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
  const winner = source?.result?.winner
  if (!source || winner === null || winner === undefined) return null
  if (match.ifNeeded && !needed(t.matches, match)) return null
  return teamAt(t, source, 'winnerOf' in slot ? winner : other(winner))
}

/** A match that is really part of the bracket now; the second final only when it is needed. */
export function needed(matches: Matches, match: Match): boolean {
  if (!match.ifNeeded) return true
  const first = firstFinal(matches, match)
  return first?.result?.winner === 1
}

/** By where its winner goes: the slots of the second may have been filled by hand. */
function firstFinal(matches: Matches, second: Match): Match | undefined {
  return Object.values(matches).find((match) => match.winnerTo?.match === second.id)
}

/** Where a match's winner and loser end or go on, as the result stands now. */
export function outcome(
  matches: Matches,
  match: Match,
): Pick<Match, 'winnerTo' | 'loserTo' | 'winnerPlace' | 'loserPlace'> {
  const second = match.winnerTo ? matches[match.winnerTo.match] : undefined
  if (second?.ifNeeded && match.result?.winner === 0) {
    return { winnerTo: null, loserTo: null, winnerPlace: 1, loserPlace: 2 }
  }
  const { winnerTo, loserTo, winnerPlace, loserPlace } = match
  return { winnerTo, loserTo, winnerPlace, loserPlace }
}

/** Every match whose teams can change when this one's result does, nearest first. */
export function downstream(matches: Matches, match: Match): Match[] {
  const found = new Map<number, Match>()
  const queue = [match]
  for (const source of queue) {
    for (const target of [source.winnerTo, source.loserTo]) {
      const next = target ? matches[target.match] : undefined
      if (next && !found.has(next.id) && dependsOn(next, source)) {
        found.set(next.id, next)
        queue.push(next)
      }
    }
  }
  return [...found.values()]
}

/** A slot that was filled by hand no longer waits for anyone; a second final always does. */
function dependsOn(match: Match, source: Match): boolean {
  if (match.ifNeeded) return true
  return match.slots.some(
    (slot) =>
      ('winnerOf' in slot && slot.winnerOf === source.id) ||
      ('loserOf' in slot && slot.loserOf === source.id),
  )
}

export function played(match: Match): boolean {
  return (
    match.cabinet !== null ||
    match.result !== null ||
    match.games.length > 0 ||
    match.adjusted.some((by) => by !== 0)
  )
}

/** A draw can stand only where nobody has to advance (R-GM-4). */
export function drawAllowed(stage: Stage | undefined): boolean {
  const type = stage?.stageType
  return type === 'round_robin' || type === 'custom' || type === null
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
  const own = Object.values(t.matches).filter((match) => match.stage === stage)
  const playable = own.filter((match) => needed(t.matches, match))
  return playable.length > 0 && playable.every((match) => match.result !== null)
}

/** In words for screens and refusals: `M12`; the number is per stage. */
export function label(match: Match): string {
  return `M${match.num}`
}

/** `Winner of M7` until the team is known (R-BR-4). */
export function slotText(t: Tournament, match: Match, index: SlotIndex): string | null {
  const slot = match.slots[index]
  if ('winnerOf' in slot) return `Winner of M${t.matches[slot.winnerOf]?.num ?? '?'}`
  if ('loserOf' in slot) return `Loser of M${t.matches[slot.loserOf]?.num ?? '?'}`
  if ('placeOf' in slot) return placeText(t, slot.placeOf)
  return null
}

export function seedsOf(stage: Stage): Seed[] {
  return stage.seeds ?? stage.teams.map((team) => ({ team }))
}

/** The teams of a stage as far as they are known, best seed first. */
export function teamsIn(t: Known, stage: Stage): number[] {
  if (!stage.seeds) return stage.teams
  const teams = stage.seeds.map((seed) =>
    'team' in seed ? seed.team : teamInPlace(t, seed.placeOf),
  )
  return [...new Set(teams.filter((team) => team !== null))]
}

/** The table of a stage, from its complete matches only (R-TB-2). */
export function tableOf(t: Known, stage: Stage): Standing[] {
  const results = Object.values(t.matches).flatMap((match) => {
    if (match.stage !== stage.id || !match.result) return []
    const [one, two] = teamsOf(t, match)
    if (one === null || two === null) return []
    const { score, winner } = match.result
    const games = match.games.map((game) => ({ winner: game.winner, seconds: game.seconds }))
    return [{ match: match.id, teams: [one, two] as [number, number], score, winner, games }]
  })
  const { stageTiebreakers: order, dice } = stage
  return standings({ teams: teamsIn(t, stage), results, order, dice })
}

/** Whether the bracket gives the final places; else the table does. */
export function isElimination({ stageType }: Pick<Stage, 'stageType'>): boolean {
  return stageType === 'single_elim' || stageType === 'double_elim' || stageType === 'ladder'
}

/** The final places of an elimination stage, as far as they are decided (R-BR-8). */
export function placesIn(t: Known, stage: Stage): Map<number, Place> {
  const own = Object.values(t.matches).filter((match) => match.stage === stage.id)
  const ended = own.flatMap((match) => {
    if (!match.result || !needed(t.matches, match)) return []
    const { winnerPlace, loserPlace } = outcome(t.matches, match)
    const { winner } = match.result
    return [{ teams: teamsOf(t, match), winner, winnerPlace, loserPlace }]
  })
  const given = own.flatMap(({ winnerPlace, loserPlace }) => [winnerPlace, loserPlace])
  const places = given.filter((place) => place !== null)
  return placesOf(ended, places, seedsOf(stage).length)
}

/** The teams of a stage in the order of their places, as it stands now. */
export function ranking(t: Known, stage: Stage): number[] {
  if (isElimination(stage)) return byPlace(teamsIn(t, stage), placesIn(t, stage))
  return tableOf(t, stage).map((row) => row.team)
}

/** Who takes the place; null until the stage that gives it is complete (R-PL-1). */
export function teamInPlace(t: Known, { stage: id, place }: PlaceOf): number | null {
  return finalRanking(t, id)[place - 1] ?? null
}

/** Of a state that never changes: worked out once. */
const rankings = new WeakMap<Known, Map<number, number[]>>()

function finalRanking(t: Known, id: number): number[] {
  const known = rankings.get(t) ?? new Map<number, number[]>()
  rankings.set(t, known)
  const found = known.get(id)
  if (found) return found
  known.set(id, []) // stages that feed each other would never come to an end
  const stage = t.stages[id]
  const order = stage && stageComplete(t, id) ? ranking(t, stage) : []
  known.set(id, order)
  return order
}

/** `1st of Group A (now: Bees)`; without a name while nothing has been played. */
export function placeText(t: Tournament, { stage: id, place }: PlaceOf): string {
  const stage = t.stages[id]
  if (!stage) return `${ordinal(place)} of a stage that is gone`
  const begun = Object.values(t.matches).some((match) => match.stage === id && match.result)
  const team = begun ? ranking(t, stage)[place - 1] : undefined
  const now = team === undefined ? '' : ` (now: ${t.teams[team]?.name ?? '?'})`
  return `${ordinal(place)} of ${stage.name}${now}`
}

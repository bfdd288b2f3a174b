import { loserSlot, staysEmpty } from '../bracket/advancement.ts'
import { isInBracket, seedsOf, seedTeams, teamsOf } from '../bracket/bracket.ts'
import { matchesOf } from '../bracket/match-index.ts'
import { isElimination } from '../rules/stage-types/stage-types.ts'
import type { StageType } from '../rules/stage-types/stage-types.ts'
import type { Stage } from '../schema/parts/stage-settings.ts'
import type { SlotIndex } from '../schema/parts/shapes.ts'
import { otherSlot, score } from '../state/match.ts'
import type { Match } from '../state/match.ts'
import type { Tournament } from '../state/tournament.ts'
import type { StageId, TeamId, TournamentId } from '../ids.ts'
import { losersRounds, sourcesOf, winnersRounds } from './brackets-tree.ts'
import type { Feed, Place, Side } from './brackets-tree.ts'
import { publicOf } from './tournament-rows.ts'

// The types of the packages brackets-model and brackets-viewer.
type Opponent = {
  /** null: not known yet */
  id: TeamId | null
  /** its seed, or the number of the match from which it comes */
  position?: number
  score?: number
  result?: 'win' | 'loss' | 'draw'
  forfeit?: true
}
type ModelMatch = {
  id: number
  stage_id: StageId
  group_id: number
  round_id: number
  number: number
  child_count: 0
  status: number
  /** null: a bye */
  opponent1: Opponent | null
  opponent2: Opponent | null
}
type Settings = {
  size: number
  grandFinal?: 'none' | 'simple' | 'double'
  consolationFinal?: boolean
  groupCount?: number
  roundRobinMode?: 'simple' | 'double'
}
type BracketsModel = {
  participant: { id: TeamId; tournament_id: TournamentId; name: string }[]
  stage: {
    id: StageId
    tournament_id: TournamentId
    name: string
    type: 'round_robin' | 'single_elimination' | 'double_elimination'
    number: number
    settings: Settings
  }[]
  group: { id: number; stage_id: StageId; number: number }[]
  round: { id: number; stage_id: StageId; group_id: number; number: number }[]
  match: ModelMatch[]
  match_game: never[]
}
type StageModel = { rounds: Place[][][]; settings: Settings }

const types: Record<StageType, BracketsModel['stage'][number]['type']> = {
  round_robin: 'round_robin',
  single_elim: 'single_elimination',
  double_elim: 'double_elimination',
  // The package has no other types, so these are drawn as plain rounds.
  ladder: 'round_robin',
  custom: 'round_robin',
}
const status = { locked: 0, waiting: 1, ready: 2, running: 3, completed: 4 }

/**
 * A tournament for the packages brackets-manager and brackets-viewer, as the public sees it. Stages
 * without matches are left out.
 */
export function bracketsModel(state: Tournament): BracketsModel {
  const t = publicOf(state)
  const teams = Object.values(t.teams)
  const model: BracketsModel = {
    participant: teams.map(({ id, name }) => ({ id, tournament_id: t.id, name })),
    stage: [],
    group: [],
    round: [],
    match: [],
    match_game: [],
  }
  const ids = { next: Math.max(0, ...Object.values(t.matches).map(({ id }) => id)) + 1 }
  for (const stage of Object.values(t.stages).toSorted((a, b) => a.id - b.id)) {
    if (matchesOf(t.matches, stage.id).length > 0) addStage(model, { t, stage, ids })
  }
  return model
}

type Target = { t: Tournament; stage: Stage; ids: { next: number } }

function addStage(model: BracketsModel, { t, stage, ids }: Target): void {
  const { id: stage_id, name } = stage
  const { rounds: groups, settings } = stageModel(t, stage)
  const type = types[stage.stageType ?? 'custom']
  const number = model.stage.length + 1
  model.stage.push({ id: stage_id, tournament_id: t.id, name, type, number, settings })
  for (const [index, rounds] of groups.entries()) {
    const group_id = model.group.length + 1
    model.group.push({ id: group_id, stage_id, number: index + 1 })
    for (const [roundIndex, round] of rounds.entries()) {
      const round_id = model.round.length + 1
      model.round.push({ id: round_id, stage_id, group_id, number: roundIndex + 1 })
      const parents = { stage_id, group_id, round_id, child_count: 0 as const }
      for (const [index, place] of round.entries()) {
        const id = place.match?.id ?? ids.next++
        model.match.push({ id, ...parents, number: index + 1, ...fieldsOf(t, place) })
      }
    }
  }
}

/** Winners, losers and finals: the packages know the groups by their order. */
function stageModel(t: Tournament, stage: Stage): StageModel {
  const own = matchesOf(t.matches, stage.id).toSorted((a, b) => a.num - b.num)
  const size = seedsOf(stage).length
  // Matches that an external bracket links have no targets here; a single match needs none.
  const isLinked = own.length === 1 || own.some(({ winnerTo }) => winnerTo !== null)
  if (!isElimination(stage) || types[stage.stageType ?? 'custom'] === 'round_robin' || !isLinked) {
    const mode = stage.matchesPerOpponent > 1 ? 'double' : 'simple'
    const settings: Settings = { size, groupCount: 1, roundRobinMode: mode }
    return { rounds: [plainRounds(t, stage, own)], settings }
  }
  const of = (...kinds: Match['type'][]) => own.filter(({ type }) => kinds.includes(type))
  const sources = sourcesOf(own)
  const winners = winnersRounds(of('winners', null), sources)
  const entered = winners.map((round, index) => (index > 0 ? round : withSeeds(t, stage, round)))
  const finals = of('first_final', 'second_final', 'third_place').map((match) => [finalOf(match)])
  const bracketSize = 2 * (winners[0]?.length ?? 0)
  if (stage.stageType === 'single_elim') {
    const settings = { size: bracketSize, consolationFinal: finals.length > 0 }
    return { rounds: finals.length > 0 ? [entered, finals] : [entered], settings }
  }
  const losers = losersRounds(of('losers'), winners, sources)
  const grandFinal = (['none', 'simple', 'double'] as const)[finals.length]!
  const rounds = [entered, losers, ...(finals.length > 0 ? [finals] : [])]
  return { rounds, settings: { size: bracketSize, grandFinal } }
}

/** The rounds in order of play; those of a bracket from elsewhere count down to the last one. */
function plainRounds(t: Tournament, stage: Stage, own: Match[]): Place[][] {
  const rounds = Map.groupBy(
    own.filter((match) => isInBracket(t.matches, match)),
    ({ roundNum }) => roundNum ?? 0,
  )
  const direction = isElimination(stage) ? -1 : 1
  return [...rounds]
    .toSorted(([a], [b]) => direction * (a - b))
    .map(([, round]) => withSeeds(t, stage, round.map(plain)))
}

function plain(match: Match): Place {
  const side = (slot: SlotIndex): Side => ({ feed: { match, slot }, position: null })
  return { match, sides: [side(0), side(1)] }
}

/** The champion of the winners is first in the finals, whatever the colours (R-BR-7). */
function finalOf(match: Match): Place {
  const { sides } = plain(match)
  if (match.type === 'second_final') return { match, sides }
  const first = match.type === 'third_place' ? { ...sides[0], position: 1 } : sides[0]
  const second = { ...sides[1], position: match.type === 'third_place' ? 2 : 1 }
  return { match, sides: [first, second] }
}

/** The positions of teams in the first round are their seeds. */
function withSeeds(t: Tournament, stage: Stage, round: Place[]): Place[] {
  const teams = seedTeams(t, stage)
  const withSeed = (side: Side): Side => {
    const team = side.feed && teamIn(t, side.feed)
    const seed = team === null ? -1 : teams.indexOf(team)
    return { ...side, position: seed < 0 ? null : seed + 1 }
  }
  return round.map(({ match, sides: [one, two] }) => {
    return { match, sides: [withSeed(one), withSeed(two)] }
  })
}

function teamIn(t: Tournament, { match, slot }: Feed): TeamId | null {
  const at = slot === 'loser' ? loserSlot(match) : slot
  return at === null ? null : teamsOf(t, match)[at]
}

type MatchFields = Pick<ModelMatch, 'status' | 'opponent1' | 'opponent2'>

function fieldsOf(t: Tournament, { match, sides }: Place): MatchFields {
  const [one, two] = sides.map((side) => opponentOf(t, match, side))
  const [opponent1, opponent2] = [one ?? null, two ?? null]
  if (match && opponent1 && opponent2) return { status: statusOf(t, match), opponent1, opponent2 }
  const winning = (opponent: Opponent | null): Opponent | null =>
    opponent && { ...opponent, result: 'win' }
  return { status: status.locked, opponent1: winning(opponent1), opponent2: winning(opponent2) }
}

/** Null if nobody comes there. */
function opponentOf(t: Tournament, match: Match | null, side: Side): Opponent | null {
  const { feed, position } = side
  if (!feed || isEmpty(t, feed)) return null
  const own = { id: teamIn(t, feed), ...(position !== null && { position }) }
  return match && feed.slot !== 'loser' ? { ...own, ...outcomeOf(match, feed.slot) } : own
}

function isEmpty(t: Tournament, { match, slot }: Feed): boolean {
  if (slot !== 'loser') return !match.result && staysEmpty(t.matches, match, slot)
  return match.result !== null && loserSlot(match) === null
}

function statusOf(t: Tournament, match: Match): number {
  if (match.result) return status.completed
  if (match.cabinet !== null || score(match).some((points) => points > 0)) return status.running
  const known = teamsOf(t, match).filter((team) => team !== null).length
  return [status.locked, status.waiting, status.ready][known] ?? status.ready
}

function outcomeOf(match: Match, slot: SlotIndex): Omit<Opponent, 'id'> {
  const { result } = match
  if (!result) {
    const points = score(match)
    return points.some((each) => each > 0) ? { score: points[slot] } : {}
  }
  const own = { score: result.score[slot] }
  if (result.winner === slot) return { ...own, result: 'win' }
  if (result.forfeit) return { ...own, result: 'loss', forfeit: true }
  return { ...own, result: result.winner === otherSlot(slot) ? 'loss' : 'draw' }
}

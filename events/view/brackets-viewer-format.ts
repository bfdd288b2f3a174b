import type { BracketRow, MatchRow, TeamRow } from '../schema/rows.ts'
import type { StageType } from '../rules/stage-types/stage-types.ts'
import type { StageId, TeamId, TournamentId } from '../ids.ts'

// The types of the packages brackets-model and brackets-viewer.
type Opponent = {
  /** null: not known yet */
  id: TeamId | null
  score?: number
  result?: 'win' | 'loss' | 'draw'
  forfeit?: true
}
type Match = {
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
type BracketsModel = {
  participant: { id: TeamId; tournament_id: TournamentId; name: string }[]
  stage: {
    id: StageId
    tournament_id: TournamentId
    name: string
    type: 'round_robin' | 'single_elimination' | 'double_elimination'
    number: number
    settings: Record<string, never>
  }[]
  group: { id: number; stage_id: StageId; number: number }[]
  round: { id: number; stage_id: StageId; group_id: number; number: number }[]
  match: Match[]
  match_game: never[]
}
type Rows = { brackets: BracketRow[]; matches: MatchRow[]; teams: TeamRow[] }

const types: Record<StageType, BracketsModel['stage'][number]['type']> = {
  round_robin: 'round_robin',
  single_elim: 'single_elimination',
  double_elim: 'double_elimination',
  // The package has no other types, so these are drawn as plain rounds.
  ladder: 'round_robin',
  custom: 'round_robin',
}
const status = { locked: 0, waiting: 1, ready: 2, running: 3, completed: 4 }
const sides = ['blue', 'gold'] as const

/** A tournament for the package brackets-viewer. Stages without matches are left out. */
export function bracketsModel(tournament: TournamentId, rows: Rows): BracketsModel {
  const model: BracketsModel = {
    participant: rows.teams.map(({ id, name }) => ({ id, tournament_id: tournament, name })),
    stage: [],
    group: [],
    round: [],
    match: [],
    match_game: [],
  }
  const ids = { next: Math.max(0, ...rows.matches.map(({ id }) => id)) + 1 }
  for (const bracket of rows.brackets) {
    const own = rows.matches.filter((match) => match.bracket === bracket.id)
    if (own.length > 0) addStage(model, { tournament, bracket, own, ids })
  }
  return model
}

type Stage = {
  tournament: TournamentId
  bracket: BracketRow
  own: MatchRow[]
  ids: { next: number }
}

function addStage(model: BracketsModel, { tournament, bracket, own, ids }: Stage): void {
  const { id: stage_id, name, stageType } = bracket
  const type = types[stageType ?? 'custom']
  const number = model.stage.length + 1
  model.stage.push({ id: stage_id, tournament_id: tournament, name, type, number, settings: {} })
  const isBracket = type !== 'round_robin'
  for (const [index, matches] of groupsOf(own, isBracket).entries()) {
    const group_id = model.group.length + 1
    model.group.push({ id: group_id, stage_id, number: index + 1 })
    const rounds = roundsOf(matches, isBracket)
    const filled = isBracket && index === 0 ? withByes(rounds) : rounds
    for (const [roundIndex, round] of filled.entries()) {
      const round_id = model.round.length + 1
      model.round.push({ id: round_id, stage_id, group_id, number: roundIndex + 1 })
      const parents = { stage_id, group_id, round_id, child_count: 0 as const }
      for (const [index, slot] of round.entries()) {
        const fields = 'bye' in slot ? byeOf(slot.bye, ids) : matchOf(slot)
        model.match.push({ ...parents, number: index + 1, ...fields })
      }
    }
  }
}

/** Winners, losers and finals. The package distinguishes them by their order. */
function groupsOf(matches: MatchRow[], isBracket: boolean): MatchRow[][] {
  if (!isBracket) return [matches]
  const ofType = (...kinds: (string | null)[]) =>
    matches.filter(({ matchType }) => kinds.includes(matchType))
  const finals = ofType('first_final', 'second_final', 'third_place')
  return [ofType('winners', null), ofType('losers'), finals].filter((group) => group.length > 0)
}

/** The rounds in order of play: in a bracket their numbers count down to the last one. */
function roundsOf(matches: MatchRow[], isBracket: boolean): MatchRow[][] {
  const rounds = new Map<number, MatchRow[]>()
  for (const match of matches.toSorted((a, b) => a.matchNum - b.matchNum)) {
    const round = match.roundNum ?? 0
    rounds.set(round, [...(rounds.get(round) ?? []), match])
  }
  const direction = isBracket ? -1 : 1
  return [...rounds].toSorted(([a], [b]) => direction * (a - b)).map(([, round]) => round)
}

type Slot = MatchRow | { bye: TeamId | null }

/** Adds byes for teams that enter later, so that each round has twice the matches of the next. */
function withByes(rounds: MatchRow[][]): Slot[][] {
  const filled: Slot[][] = []
  let later: Slot[] = rounds.at(-1) ?? []
  filled.push(later)
  for (const round of rounds.slice(0, -1).toReversed()) {
    later = later.flatMap((slot) =>
      sides.map((side): Slot => {
        if ('bye' in slot) return side === 'blue' ? slot : { bye: null }
        const from = round.find(
          ({ winnerToMatch, winnerToTeam }) => winnerToMatch === slot.id && winnerToTeam === side,
        )
        return from ?? { bye: side === 'blue' ? slot.blueTeam : slot.goldTeam }
      }),
    )
    filled.unshift(later)
  }
  return filled
}

type MatchFields = Pick<Match, 'id' | 'status' | 'opponent1' | 'opponent2'>

function byeOf(team: TeamId | null, ids: { next: number }): MatchFields {
  const opponent1 = team === null ? null : { id: team }
  return { id: ids.next++, status: status.locked, opponent1, opponent2: null }
}

function matchOf(match: MatchRow): MatchFields {
  const { id, blueTeam, goldTeam, isComplete, activeCabinet, blueScore, goldScore } = match
  const knownTeams = [blueTeam, goldTeam].filter((team) => team !== null).length
  const openStatus = [status.locked, status.waiting, status.ready] as const
  const hasBegun = activeCabinet !== null || blueScore + goldScore > 0
  const current = isComplete
    ? status.completed
    : hasBegun
      ? status.running
      : openStatus[knownTeams as 0]
  const [opponent1, opponent2] = sides.map((side) => opponentOf(match, side))
  return { id, status: current, opponent1: opponent1!, opponent2: opponent2! }
}

function opponentOf(match: MatchRow, side: 'blue' | 'gold'): Opponent {
  const [id, score] =
    side === 'blue' ? [match.blueTeam, match.blueScore] : [match.goldTeam, match.goldScore]
  const { isComplete, winner, forfeit } = match
  if (!isComplete) return { id, ...(match.blueScore + match.goldScore > 0 && { score }) }
  const isWinner = winner !== null && winner === id
  if (forfeit && !isWinner) return { id, score, result: 'loss', forfeit: true }
  return { id, score, result: winner === null ? 'draw' : isWinner ? 'win' : 'loss' }
}

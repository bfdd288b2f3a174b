import type { Match } from '../state/match.ts'
import type { Place } from '../rules/places.ts'
import { standings } from '../rules/standings.ts'
import type { Standing, StandingsInput } from '../rules/standings.ts'
import type { Result } from '../rules/tally.ts'
import { sameItems } from '../same-value.ts'
import { addedSettingDefaults } from '../rules/stage-settings.ts'
import type { Stage } from '../schema/parts/stage-settings.ts'
import type { TeamId } from '../ids.ts'

/**
 * The table of a stage by its rules, best team first. Most events of a stage change no result, and
 * a new result changes few rows: an unchanged table and unchanged rows stay the same objects.
 */
export function table(stage: Stage, input: TableInput): Standing[] {
  const last = tables.get(stage)
  if (last && isSame(last.input, input)) return last.rows
  const { teams, results, places, isOver } = input
  const rows = standings({ ...inputOf(stage, teams, results), places, isOver }, last?.rows)
  tables.set(stage, { input, rows })
  return rows
}
/** `places` rank an elimination. */
type TableInput = Pick<StandingsInput, 'teams' | 'results' | 'places' | 'isOver'>
type Places = Map<TeamId, Place>
const tables = new WeakMap<Stage, { input: TableInput; rows: Standing[] }>()

function isSame(a: TableInput, b: TableInput): boolean {
  const hasSame = sameItems(a.teams, b.teams) && sameItems(a.results, b.results)
  return hasSame && a.isOver === b.isOver && samePlaces(a.places, b.places)
}

function samePlaces(a: Places | undefined, b: Places | undefined): boolean {
  if (!a || !b || a.size !== b.size) return a === b
  return [...a].every(([team, { place, last }]) => {
    const other = b.get(team)
    return other?.place === place && other.last === last
  })
}

export function inputOf(stage: Stage, teams: TeamId[], results: Result[]): StandingsInput {
  const {
    stageTiebreakers: order,
    dice,
    sealed,
    rollsAs,
    restartOnSplit = addedSettingDefaults.restartOnSplit,
  } = stage
  return { teams, results, order, dice, rolls: sealed?.rolls, rollsAs, restartOnSplit }
}

/** The result that a complete match of these teams adds to the table. */
export function resultOf(match: Match, teams: [TeamId | null, TeamId | null]): Result | null {
  const [first, second] = teams
  if (!match.result || first === null || second === null) return null
  const cached = results.get(match)
  if (cached?.teams[0] === first && cached.teams[1] === second) return cached
  const { score, winner, forfeit } = match.result
  // Points of a forfeit have no duration (R-ST-10).
  const counted = forfeit ? [] : match.games
  const games = counted.map((game) => ({ winner: game.winner, seconds: game.seconds }))
  const bothLost = forfeit && winner === null
  const result = {
    match: match.id,
    teams: [first, second],
    score,
    winner,
    bothLost,
    games,
  } as Result
  results.set(match, result)
  return result
}
const results = new WeakMap<Match, Result>()

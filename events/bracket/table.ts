import type { Match } from '../state/match.ts'
import type { Place } from '../rules/places.ts'
import { standings } from '../rules/standings.ts'
import type { Standing, StandingsInput } from '../rules/standings.ts'
import type { Result } from '../rules/tally.ts'
import { sameItems } from '../same-value.ts'
import { laterDefaults } from '../rules/stage-settings.ts'
import type { Stage } from '../schema/stage-settings.ts'
import type { TeamId } from '../ids.ts'

/**
 * The table of a stage as its rules give it, the best first. Most of what happens in a stage changes
 * none of its results, and a result few of its rows: what says the same stays the same object.
 */
export function table(stage: Stage, given: TableInput): Standing[] {
  const last = tables.get(stage)
  if (last && isSame(last.given, given)) return last.rows
  const { teams, results, places } = given
  const rows = standings({ ...inputOf(stage, teams, results), places }, last?.rows)
  tables.set(stage, { given, rows })
  return rows
}
/** `places` rank an elimination. */
type TableInput = { teams: TeamId[]; results: Result[]; places?: Places | undefined }
type Places = Map<TeamId, Place>
const tables = new WeakMap<Stage, { given: TableInput; rows: Standing[] }>()

function isSame(a: TableInput, b: TableInput): boolean {
  const hasSame = sameItems(a.teams, b.teams) && sameItems(a.results, b.results)
  return hasSame && samePlaces(a.places, b.places)
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
    restartOnSplit = laterDefaults.restartOnSplit,
  } = stage
  return { teams, results, order, dice, rolls: sealed?.rolls, rollsAs, restartOnSplit }
}

/** What a complete match of these teams gives the table. */
export function resultOf(match: Match, teams: [TeamId | null, TeamId | null]): Result | null {
  const [one, two] = teams
  if (!match.result || one === null || two === null) return null
  const cached = results.get(match)
  if (cached?.teams[0] === one && cached.teams[1] === two) return cached
  const { score, winner, forfeit } = match.result
  // What a forfeit gives has no duration (R-ST-10).
  const counted = forfeit ? [] : match.games
  const games = counted.map((game) => ({ winner: game.winner, seconds: game.seconds }))
  const bothLost = forfeit && winner === null
  const result = { match: match.id, teams: [one, two], score, winner, bothLost, games } as Result
  results.set(match, result)
  return result
}
const results = new WeakMap<Match, Result>()

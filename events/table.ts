import type { Match } from './match.ts'
import { standings } from './rules/standings.ts'
import type { Standing, StandingsInput } from './rules/standings.ts'
import type { Result } from './rules/tally.ts'
import { sameItems } from './same.ts'
import type { Stage } from './stage.ts'

/**
 * The table of a stage as its rules give it, the best first. Most of what happens in a stage changes
 * none of its results, and a result few of its rows: what says the same stays the same object.
 */
export function table(stage: Stage, teams: number[], results: Result[]): Standing[] {
  const last = tables.get(stage)
  if (last && sameItems(last.teams, teams) && sameItems(last.results, results)) return last.rows
  const rows = standings(inputOf(stage, teams, results), last?.rows)
  tables.set(stage, { teams, results, rows })
  return rows
}
const tables = new WeakMap<Stage, { teams: number[]; results: Result[]; rows: Standing[] }>()

export function inputOf(stage: Stage, teams: number[], results: Result[]): StandingsInput {
  const { stageTiebreakers: order, dice, sealed, restartOnSplit = false } = stage
  return { teams, results, order, dice, rolls: sealed?.rolls, restartOnSplit }
}

/** What a complete match of these teams gives the table. */
export function resultOf(match: Match, teams: [number | null, number | null]): Result | null {
  const [one, two] = teams
  if (!match.result || one === null || two === null) return null
  const known = results.get(match)
  if (known?.teams[0] === one && known.teams[1] === two) return known
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

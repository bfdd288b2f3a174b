import { teamsOf } from '../bracket.ts'
import { standings } from '../rules/standings.ts'
import type { Stage } from '../stage.ts'
import type { Tournament } from '../tournament.ts'
import type { StandingRow } from './rows.ts'

/** The table of a stage, from its complete matches only (R-TB-2). */
export function standingRows(t: Tournament, stage: Stage): StandingRow[] {
  const results = Object.values(t.matches).flatMap((match) => {
    const [one, two] = teamsOf(t.matches, match)
    if (match.stage !== stage.id || !match.result || one === null || two === null) return []
    const { score, winner } = match.result
    const games = match.games.map((game) => ({ winner: game.winner, seconds: game.seconds }))
    return [{ match: match.id, teams: [one, two] as [number, number], score, winner, games }]
  })
  const { teams, stageTiebreakers: order, dice } = stage
  const table = standings({ teams, results, order, dice })
  return table.map((row) => ({ tournament: t.id, bracket: stage.id, ...row }))
}

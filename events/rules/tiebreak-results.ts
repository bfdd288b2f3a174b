import { ordinal } from './places.ts'
import { standings } from './standings.ts'
import type { TieDecision, Standing, StandingsInput } from './standings.ts'
import type { TeamId } from '../ids.ts'

/** The teams in the order of their tie-break matches, for the places from `from` on. */
export type TiebreakResult = { from: number; order: TeamId[] }

/** Applies tie-break matches to a table: the rows are reordered and say why (R-TB-8). */
export function withTiebreaks(
  input: StandingsInput,
  rows: Standing[],
  results: TiebreakResult[],
): Standing[] {
  if (results.length === 0) return rows
  const byTeam = new Map(rows.map((row) => [row.team, row]))
  const order = applyTiebreaks(
    rows.map((row) => row.team),
    results,
  )
  return order.map((team, index) => {
    const row = byTeam.get(team)!
    const over = order[index - 1]
    const before = rows[index]?.decidedBy ?? null
    const decidedBy =
      over === undefined ? null : decision(input, row, { over, index, results, before })
    return { ...row, decidedBy }
  })
}

/** The same teams, reordered by tie-break matches. */
export function applyTiebreaks(teams: TeamId[], results: TiebreakResult[]): TeamId[] {
  const order = [...teams]
  for (const { from, order: own } of results) order.splice(from - 1, own.length, ...own)
  return order
}

type Neighbours = {
  /** the team above */
  over: TeamId
  index: number
  results: TiebreakResult[]
  /** the decision between the two places by the rules alone */
  before: TieDecision | null
}

function decision(
  input: StandingsInput,
  { team, decidedBy }: Standing,
  { over, index, results, before }: Neighbours,
): TieDecision | null {
  const isDecidedByMatches = results.some(
    ({ order }) => order.includes(team) && order.includes(over),
  )
  if (!isDecidedByMatches) {
    if (decidedBy?.over === over) return decidedBy
    if (before?.rule === 'withdrawn') return { ...before, over }
    // All teams in these two places were level down to the rule that separated the places.
    const from = input.order.findIndex((rule) => rule === before?.rule)
    const order = from < 0 ? [] : input.order.slice(from)
    const [, lower] = standings({ ...input, order, teams: [over, team] })
    if (lower?.team === team) return lower.decidedBy
  }
  return { rule: 'tiebreak_match', over, values: [ordinal(index + 1), ordinal(index)] }
}

import { tallied } from './tally.ts'
import type { Result, Tally } from './tally.ts'
import { compare, measure } from './tiebreakers.ts'
import type { Measure, Tiebreaker } from './tiebreakers.ts'

/** R-TB-8: what put a team below the one above it. */
export type Decision = {
  rule: Tiebreaker | 'seed'
  /** the team above */
  over: number
  /** mine, theirs */
  values: [string, string]
  /** rules that could not be used on this tie, and why */
  skipped?: string
}

export type Standing = Omit<Tally, 'lostMs'> & {
  rank: number
  team: number
  gameWinPct: number | null
  matchWinPct: number | null
  /** mean seconds of the lost games */
  gameTimeInLosses: number | null
  decidedBy: Decision | null
}

export type StandingsInput = {
  /** in seed order */
  teams: number[]
  results: Result[]
  /** R-TB-1: this list is the ranking, nothing comes before it */
  order: Tiebreaker[]
  /** hex secret of the stage (R-TB-7) */
  dice: string
  /** R-TB-4: once a tie is split, its parts begin again with the first rule */
  restartOnSplit?: boolean
}

export function standings(input: StandingsInput): Standing[] {
  const table: Table = { ...input, all: tallied(input.teams, input.results), decisions: new Map() }
  return ranked(table, { teams: input.teams, rule: 0, skipped: [] }).map((team, index) => ({
    rank: index + 1,
    team,
    ...shown(table.all.get(team)!),
    decidedBy: table.decisions.get(team) ?? null,
  }))
}

type Table = StandingsInput & { all: Map<number, Tally>; decisions: Map<number, Decision> }

type Tie = { teams: number[]; rule: number; skipped: string[] }

/** The tied teams in their order; each decision is noted under the lower of two neighbours. */
function ranked(table: Table, tie: Tie): number[] {
  if (tie.teams.length < 2) return tie.teams
  const rule = table.order[tie.rule]
  if (!rule) return bySeed(table, tie)
  const verdict = measure(rule, { ...table, teams: tie.teams })
  const next = { ...tie, rule: tie.rule + 1 }
  if ('skipped' in verdict) {
    return ranked(table, { ...next, skipped: [...tie.skipped, `${rule}: ${verdict.skipped}`] })
  }
  const parts = split(tie.teams, verdict.of)
  if (parts.length === 1) return ranked(table, next)
  // R-TB-4: head-to-head inside the parts is another question, so it is asked again.
  const again = table.restartOnSplit ? 0 : rule.startsWith('h2h') ? tie.rule : tie.rule + 1
  const skipped = table.restartOnSplit ? [] : tie.skipped
  const orders = parts.map((teams) => ranked(table, { teams, rule: again, skipped }))
  for (const [index, order] of orders.entries()) {
    const over = orders[index - 1]?.at(-1)
    const team = order[0]!
    if (over === undefined) continue
    const values: Decision['values'] = [verdict.of.get(team)!.text, verdict.of.get(over)!.text]
    note(table, tie, team, { rule, over, values })
  }
  return orders.flat()
}

/** The list ends and the tie stands: the better seed goes first. */
function bySeed(table: Table, tie: Tie): number[] {
  const seed = (team: number) => String(table.teams.indexOf(team) + 1)
  for (const [index, team] of tie.teams.entries()) {
    const over = tie.teams[index - 1]
    if (over === undefined) continue
    note(table, tie, team, { rule: 'seed', over, values: [seed(team), seed(over)] })
  }
  return tie.teams
}

function note(table: Table, tie: Tie, team: number, decision: Decision): void {
  const skipped = tie.skipped.join('; ')
  table.decisions.set(team, skipped ? { ...decision, skipped } : decision)
}

/** The teams in groups of equal measure, the best group first, each in seed order. */
function split(teams: number[], of: Map<number, Measure>): number[][] {
  const parts: number[][] = []
  for (const team of teams.toSorted((a, b) => compare(of.get(a)!, of.get(b)!))) {
    const part = parts.at(-1)
    if (part && compare(of.get(part[0]!)!, of.get(team)!) === 0) part.push(team)
    else parts.push([team])
  }
  return parts
}

function shown({ lostMs, ...tally }: Tally) {
  const { gamesWon, gamesLost, matchesWon, matchesTied, matchesPlayed } = tally
  return {
    ...tally,
    gameWinPct: ratio(gamesWon, gamesWon + gamesLost),
    matchWinPct: ratio(matchesWon + matchesTied / 2, matchesPlayed),
    gameTimeInLosses: lostMs === null ? null : ratio(lostMs / 1000, gamesLost),
  }
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

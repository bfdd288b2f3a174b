import { ordinal, sharedText } from './places.ts'
import type { Place } from './places.ts'
import { tallyResults } from './tally.ts'
import type { Result, Tally } from './tally.ts'
import { compare, measure, textOf } from './tiebreakers.ts'
import type { DecidingRule, Measure, Rolls, Tiebreaker } from './tiebreakers.ts'
import type { Records, TeamId } from '../ids.ts'

/** R-TB-8: why a team is below the one above it. */
export type TieDecision = {
  rule: DecidingRule
  /** the team above */
  over: TeamId
  /** of this team, of the team above */
  values: [string, string]
  /** rules that could not be used on this tie, and why */
  skipped?: string
}

export type Standing = Omit<Tally, 'lostMs'> & {
  team: TeamId
  gameWinPct: number | null
  matchWinPct: number | null
  /** mean seconds of the lost games */
  gameTimeInLosses: number | null
  decidedBy: TieDecision | null
}

export type StandingsInput = {
  /** in seed order */
  teams: TeamId[]
  results: Result[]
  /** R-TB-1: only this list decides the ranking */
  order: Tiebreaker[]
  /** hex secret of the stage (R-TB-7) */
  dice: string
  /** replaces the dice while their secret is not published */
  rolls?: Rolls | undefined
  /** the numbers that teams roll by, if they are not their ids */
  rollsAs?: Records<TeamId, number> | undefined
  /** R-TB-4: once a tie is split, its parts start again with the first rule */
  restartOnSplit?: boolean
  /** places of an elimination; the list ranks only teams without a place (R-BR-8) */
  places?: Map<TeamId, Place> | undefined
  /** all matches are played, so a team without a place was replaced in the bracket and gets none */
  isOver?: boolean | undefined
}

/**
 * The rows of a table, best team first; `inRankOrder` restores this order. A row of `last` that is
 * unchanged stays the same object.
 */
export function standings(input: StandingsInput, last: Standing[] = []): Standing[] {
  const table: Table = {
    ...input,
    all: tallyResults(input.teams, input.results),
    decisions: new Map(),
  }
  const before = new Map(last.map((row) => [row.team, row]))
  // Starting with the previous order makes sorting much faster, with the same outcome.
  const hasSameTeams =
    last.length === input.teams.length && input.teams.every((id) => before.has(id))
  const teams = hasSameTeams ? [...before.keys()] : input.teams
  const hasNoPlace = (team: TeamId) => !input.places?.has(team)
  const remaining = ranked(table, { teams: teams.filter(hasNoPlace), rule: 0, skipped: '' })
  const order = input.places ? withPlaced(table, remaining, input.places) : remaining
  return order.map((team) => {
    const tally = table.all.get(team)!
    const decidedBy = table.decisions.get(team) ?? null
    const old = before.get(team)
    if (old && sameTally(old, tally) && sameDecision(old.decidedBy, decidedBy)) return old
    return { team, ...withPercentages(tally), decidedBy }
  })
}

type Table = StandingsInput & { all: Map<TeamId, Tally>; decisions: Map<TeamId, TieDecision> }

type Tie = { teams: TeamId[]; rule: number; skipped: string }

/** Orders tied teams. Each decision is recorded for the lower one of two neighbours. */
function ranked(table: Table, tie: Tie): TeamId[] {
  if (tie.teams.length < 2) return tie.teams
  const rule = table.order[tie.rule]
  if (!rule) return bySeed(table, tie)
  const measured = measure(rule, { ...table, teams: tie.teams })
  const next = { ...tie, rule: tie.rule + 1 }
  if ('skipped' in measured) {
    const prefix = tie.skipped === '' ? '' : `${tie.skipped}; `
    return ranked(table, { ...next, skipped: `${prefix}${rule}: ${measured.skipped}` })
  }
  const parts = split(tie.teams, measured.of)
  if (parts.length === 1) return ranked(table, next)
  // R-TB-4: head-to-head within a part counts other matches, so the rule is applied again.
  const nextRule = table.restartOnSplit ? 0 : rule.startsWith('h2h') ? tie.rule : tie.rule + 1
  const skipped = table.restartOnSplit ? '' : tie.skipped
  const order: TeamId[] = []
  for (const teams of parts) {
    const at = order.length
    order.push(...(teams.length < 2 ? teams : ranked(table, { teams, rule: nextRule, skipped })))
    const [team, over] = [order[at]!, order[at - 1]]
    if (over === undefined) continue
    const values: TieDecision['values'] = [textOf(measured.of(team)), textOf(measured.of(over))]
    recordDecision(table, tie, team, { rule, over, values })
  }
  return order
}

/**
 * Teams without a place, which still play, come first, or last once the stage is over; shared places
 * are in seed order.
 */
function withPlaced(table: Table, remaining: TeamId[], places: Map<TeamId, Place>): number[] {
  const place = (team: TeamId) => places.get(team)?.place ?? 0
  const placed = table.teams.filter((team) => places.has(team)).sort((a, b) => place(a) - place(b))
  const order = table.isOver ? [...placed, ...remaining] : [...remaining, ...placed]
  const seeds = new Map(table.teams.map((team, index) => [team, `${index + 1}`]))
  for (let index = 1; index < order.length; index++) {
    const [over, team] = [order[index - 1]!, order[index]!]
    if (!places.has(over) && !places.has(team)) continue
    const isShared = place(team) === place(over)
    const placeLabel = (id: TeamId) => (isShared ? seeds.get(id)! : placeText(places.get(id)))
    const values: TieDecision['values'] = [placeLabel(team), placeLabel(over)]
    table.decisions.set(team, { rule: isShared ? 'seed' : 'place', over, values })
  }
  return order
}

function placeText(place: Place | undefined): string {
  return place ? (sharedText(place) ?? ordinal(place.place)) : '–'
}

/** Orders teams that are still tied at the end of the list by seed. */
function bySeed(table: Table, tie: Tie): TeamId[] {
  const seeds = new Map(table.teams.map((team, index) => [team, index + 1]))
  const seed = (team: TeamId) => seeds.get(team) ?? 0
  const order = tie.teams.toSorted((a, b) => seed(a) - seed(b))
  for (const [index, team] of order.entries()) {
    const over = order[index - 1]
    if (over === undefined) continue
    const values: TieDecision['values'] = [`${seed(team)}`, `${seed(over)}`]
    recordDecision(table, tie, team, { rule: 'seed', over, values })
  }
  return order
}

function recordDecision(table: Table, tie: Tie, team: TeamId, decision: TieDecision): void {
  const { skipped } = tie
  table.decisions.set(team, skipped ? { ...decision, skipped } : decision)
}

/** The teams in groups of equal measure, the best group first. */
function split(teams: TeamId[], measureOf: (team: TeamId) => Measure): TeamId[][] {
  const measured = teams.map((team) => ({ team, measure: measureOf(team) }))
  measured.sort((a, b) => compare(a.measure, b.measure))
  const parts: TeamId[][] = []
  let last: Measure | undefined
  for (const { team, measure } of measured) {
    if (last && compare(last, measure) === 0) parts.at(-1)!.push(team)
    else parts.push([team])
    last = measure
  }
  return parts
}

function sameTally(row: Standing, tally: Tally): boolean {
  return (
    row.matchesPlayed === tally.matchesPlayed &&
    row.matchesWon === tally.matchesWon &&
    row.matchesTied === tally.matchesTied &&
    row.matchesLost === tally.matchesLost &&
    row.gamesWon === tally.gamesWon &&
    row.gamesLost === tally.gamesLost &&
    row.gameTimeInLosses === secondsInLosses(tally)
  )
}

function sameDecision(a: TieDecision | null, b: TieDecision | null): boolean {
  if (!a || !b) return a === b
  const sameValues = a.values[0] === b.values[0] && a.values[1] === b.values[1]
  return a.rule === b.rule && a.over === b.over && sameValues && a.skipped === b.skipped
}

function secondsInLosses({ lostMs, gamesLost }: Tally): number | null {
  return lostMs === null ? null : ratio(lostMs / 1000, gamesLost)
}

function withPercentages(full: Tally) {
  const { lostMs: _, ...tally } = full
  const { gamesWon, gamesLost, matchesWon, matchesTied, matchesPlayed } = tally
  return {
    ...tally,
    gameWinPct: ratio(gamesWon, gamesWon + gamesLost),
    matchWinPct: ratio(matchesWon + matchesTied / 2, matchesPlayed),
    gameTimeInLosses: secondsInLosses(full),
  }
}

function ratio(part: number, total: number): number | null {
  return total === 0 ? null : part / total
}

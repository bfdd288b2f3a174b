import { ordinal, sharedText } from './places.ts'
import type { Place } from './places.ts'
import { tallied } from './tally.ts'
import type { Result, Tally } from './tally.ts'
import { compare, measure, textOf } from './tiebreakers.ts'
import type { Measure, Rolls, Tiebreaker } from './tiebreakers.ts'
import type { Records, TeamId } from '../ids.ts'

/** R-TB-8: what put a team below the one above it. */
export type Decision = {
  rule: Tiebreaker | 'seed' | 'place' | 'tiebreak_match'
  /** the team above */
  over: TeamId
  /** mine, theirs */
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
  decidedBy: Decision | null
}

export type StandingsInput = {
  /** in seed order */
  teams: TeamId[]
  results: Result[]
  /** R-TB-1: this list is the ranking, nothing comes before it */
  order: Tiebreaker[]
  /** hex secret of the stage (R-TB-7) */
  dice: string
  /** in place of dice that are not told */
  rolls?: Rolls | undefined
  /** the numbers that teams roll by, where these are not their ids */
  rollsAs?: Records<TeamId, number> | undefined
  /** R-TB-4: once a tie is split, its parts begin again with the first rule */
  restartOnSplit?: boolean
  /** of an elimination: who has one is ranked by it, the list is for who is still in (R-BR-8) */
  places?: Map<TeamId, Place> | undefined
}

/**
 * The best first; `inRankOrder` finds this order again. A row of `last` that still says what is so
 * stays the same object.
 */
export function standings(input: StandingsInput, last: Standing[] = []): Standing[] {
  const table: Table = { ...input, all: tallied(input.teams, input.results), decisions: new Map() }
  const before = new Map(last.map((row) => [row.team, row]))
  // The order of before is nearly that of now: sorted in a fraction of the time, to the same end.
  const isKnown = last.length === input.teams.length && input.teams.every((id) => before.has(id))
  const teams = isKnown ? [...before.keys()] : input.teams
  const isIn = (team: TeamId) => !input.places?.has(team)
  const still = ranked(table, { teams: teams.filter(isIn), rule: 0, skipped: '' })
  const order = input.places ? withPlaced(table, still, input.places) : still
  return order.map((team) => {
    const tally = table.all.get(team)!
    const decidedBy = table.decisions.get(team) ?? null
    const was = before.get(team)
    if (was && sameTally(was, tally) && sameDecision(was.decidedBy, decidedBy)) return was
    return { team, ...withPercentages(tally), decidedBy }
  })
}

type Table = StandingsInput & { all: Map<TeamId, Tally>; decisions: Map<TeamId, Decision> }

type Tie = { teams: TeamId[]; rule: number; skipped: string }

/** The tied teams in their order; each decision is noted under the lower of two neighbours. */
function ranked(table: Table, tie: Tie): TeamId[] {
  if (tie.teams.length < 2) return tie.teams
  const rule = table.order[tie.rule]
  if (!rule) return bySeed(table, tie)
  const verdict = measure(rule, { ...table, teams: tie.teams })
  const next = { ...tie, rule: tie.rule + 1 }
  if ('skipped' in verdict) {
    const and = tie.skipped === '' ? '' : `${tie.skipped}; `
    return ranked(table, { ...next, skipped: `${and}${rule}: ${verdict.skipped}` })
  }
  const parts = split(tie.teams, verdict.of)
  if (parts.length === 1) return ranked(table, next)
  // R-TB-4: head-to-head inside the parts is another question, so it is asked again.
  const again = table.restartOnSplit ? 0 : rule.startsWith('h2h') ? tie.rule : tie.rule + 1
  const skipped = table.restartOnSplit ? '' : tie.skipped
  const order: TeamId[] = []
  for (const teams of parts) {
    const at = order.length
    order.push(...(teams.length < 2 ? teams : ranked(table, { teams, rule: again, skipped })))
    const [team, over] = [order[at]!, order[at - 1]]
    if (over === undefined) continue
    const values: Decision['values'] = [textOf(verdict.of(team)), textOf(verdict.of(over))]
    note(table, tie, team, { rule, over, values })
  }
  return order
}

/** Who is still in comes first, by the rules; then all who have a place, sharing it by seed. */
function withPlaced(table: Table, still: TeamId[], places: Map<TeamId, Place>): number[] {
  const place = (team: TeamId) => places.get(team)?.place ?? 0
  const placed = table.teams.filter((team) => places.has(team))
  const order = [...still, ...placed.sort((a, b) => place(a) - place(b))]
  const seeds = new Map(table.teams.map((team, index) => [team, `${index + 1}`]))
  for (let index = Math.max(1, still.length); index < order.length; index++) {
    const [over, team] = [order[index - 1]!, order[index]!]
    const isShared = place(team) === place(over)
    const placeLabel = (one: TeamId) => (isShared ? seeds.get(one)! : placeText(places.get(one)))
    const values: Decision['values'] = [placeLabel(team), placeLabel(over)]
    table.decisions.set(team, { rule: isShared ? 'seed' : 'place', over, values })
  }
  return order
}

function placeText(place: Place | undefined): string {
  return place ? (sharedText(place) ?? ordinal(place.place)) : '–'
}

/** The list ends and the tie stands: the better seed goes first. */
function bySeed(table: Table, tie: Tie): TeamId[] {
  const seeds = new Map(table.teams.map((team, index) => [team, index + 1]))
  const seed = (team: TeamId) => seeds.get(team) ?? 0
  const order = tie.teams.toSorted((a, b) => seed(a) - seed(b))
  for (const [index, team] of order.entries()) {
    const over = order[index - 1]
    if (over === undefined) continue
    note(table, tie, team, { rule: 'seed', over, values: [`${seed(team)}`, `${seed(over)}`] })
  }
  return order
}

function note(table: Table, tie: Tie, team: TeamId, decision: Decision): void {
  const { skipped } = tie
  table.decisions.set(team, skipped ? { ...decision, skipped } : decision)
}

/** The teams in groups of equal measure, the best group first. */
function split(teams: TeamId[], of: (team: TeamId) => Measure): TeamId[][] {
  const measured = teams.map((team) => ({ team, measure: of(team) }))
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

function sameDecision(a: Decision | null, b: Decision | null): boolean {
  if (!a || !b) return a === b
  const sameValues = a.values[0] === b.values[0] && a.values[1] === b.values[1]
  return a.rule === b.rule && a.over === b.over && sameValues && a.skipped === b.skipped
}

function secondsInLosses({ lostMs, gamesLost }: Tally): number | null {
  return lostMs === null ? null : ratio(lostMs / 1000, gamesLost)
}

function withPercentages(whole: Tally) {
  const { lostMs: _, ...tally } = whole
  const { gamesWon, gamesLost, matchesWon, matchesTied, matchesPlayed } = tally
  return {
    ...tally,
    gameWinPct: ratio(gamesWon, gamesWon + gamesLost),
    matchWinPct: ratio(matchesWon + matchesTied / 2, matchesPlayed),
    gameTimeInLosses: secondsInLosses(whole),
  }
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

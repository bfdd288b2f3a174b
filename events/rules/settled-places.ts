import { ordinal } from './places.ts'
import { standings } from './standings.ts'
import type { Decision, Standing, StandingsInput } from './standings.ts'
import type { TeamId } from '../ids.ts'

/** The places from `from` on, and who takes them by matches that were made for it, best first. */
export type Settled = { from: number; order: TeamId[] }

/** A table some of whose places were played for: the rows move, and say why (R-TB-8). */
export function settled(input: StandingsInput, rows: Standing[], places: Settled[]): Standing[] {
  if (places.length === 0) return rows
  const byTeam = new Map(rows.map((row) => [row.team, row]))
  const order = inPlaces(
    rows.map((row) => row.team),
    places,
  )
  return order.map((team, index) => {
    const row = byTeam.get(team)!
    const over = order[index - 1]
    const before = rows[index]?.decidedBy ?? null
    const decidedBy =
      over === undefined ? null : decision(input, row, { over, index, places, before })
    return { ...row, decidedBy }
  })
}

/** The same teams, those of the places in the order they were played for. */
export function inPlaces(teams: TeamId[], places: Settled[]): TeamId[] {
  const order = [...teams]
  for (const { from, order: won } of places) order.splice(from - 1, won.length, ...won)
  return order
}

type Position = {
  /** the team above */
  over: TeamId
  index: number
  places: Settled[]
  /** what separated the two places by the rules alone */
  before: Decision | null
}

function decision(
  input: StandingsInput,
  { team, decidedBy }: Standing,
  { over, index, places, before }: Position,
): Decision | null {
  const played = places.some(({ order }) => order.includes(team) && order.includes(over))
  if (!played) {
    if (decidedBy?.over === over) return decidedBy
    // Down to the rule that separated these two places, all that stood there were level.
    const from = input.order.findIndex((rule) => rule === before?.rule)
    const order = from < 0 ? [] : input.order.slice(from)
    const [, lower] = standings({ ...input, order, teams: [over, team] })
    if (lower?.team === team) return lower.decidedBy
  }
  return { rule: 'tiebreak_match', over, values: [ordinal(index + 1), ordinal(index)] }
}

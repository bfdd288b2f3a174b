import type { TieDecision, Standing } from '../rules/standings.ts'
import { withdrawnLast } from '../schema/parts/stage-settings.ts'
import type { Stage } from '../schema/parts/stage-settings.ts'
import type { TeamId } from '../ids.ts'

/** The rows of a table with those of teams that left at the end; each row says why (R-RR-5). */
export function withdrawnRowsLast(stage: Stage, rows: Standing[]): Standing[] {
  const { withdrawn = [], stageTiebreakers } = stage
  if (!rows.some(({ team }) => withdrawn.includes(team))) return rows
  const placeOf = new Map(rows.map((row, place) => [row.team, place]))
  const order = withdrawnLast(stage, [...placeOf.keys()])
  return order.map((team, index) => {
    const place = placeOf.get(team)!
    const row = rows[place]!
    const over = order[index - 1]
    if (row.decidedBy?.over === over) return row
    if (over === undefined) return { ...row, decidedBy: null }
    if (withdrawn.includes(team) !== withdrawn.includes(over)) {
      return { ...row, decidedBy: { rule: 'withdrawn', over, values: ['left', 'stays'] } }
    }
    const steps = rows.slice(placeOf.get(over)! + 1, place + 1)
    return { ...row, decidedBy: firstRuleOf(steps, over, stageTiebreakers) }
  })
}

/**
 * Why the last of these neighbouring rows is below the team `over`: the rule that comes first in the
 * stage's list among all rules that separate two neighbours. Null if none does.
 */
function firstRuleOf(
  steps: Standing[],
  over: TeamId,
  rules: Stage['stageTiebreakers'],
): TieDecision | null {
  const decisions = steps.flatMap(({ decidedBy }) => decidedBy ?? [])
  const ruleIndex = ({ rule }: TieDecision) => {
    const at = rules.findIndex((one) => one === rule)
    return at < 0 ? rules.length : at
  }
  const first = Math.min(...decisions.map(ruleIndex))
  const own = decisions.filter((decision) => ruleIndex(decision) === first)
  const [top, bottom] = [own[0], own.at(-1)]
  return top && bottom ? { ...top, over, values: [bottom.values[0], top.values[1]] } : null
}

/** Whether these teams, in any order, hold the places from `from` on. */
export function holdPlaces(order: TeamId[], teams: TeamId[], from: number): boolean {
  const current = order.slice(from - 1, from - 1 + teams.length)
  return current.length === teams.length && current.every((team) => teams.includes(team))
}

type Places = { from: number; teams: TeamId[]; order: TeamId[]; before: () => TeamId[] }

/**
 * The places and teams of a tie-break. A team that leaves after it was created moves to the end of
 * the table, and the others play for the places that they have then. `order` is the table with such
 * teams at its end, `before` without regard to that.
 */
export function stayingIn({ withdrawn = [] }: Stage, { from, teams, order, before }: Places) {
  if (withdrawn.length === 0 || holdPlaces(order, teams, from)) return { from, teams }
  if (!holdPlaces(before(), teams, from)) return { from, teams }
  const staying = teams.filter((team) => !withdrawn.includes(team))
  return { from: order.findIndex((team) => staying.includes(team)) + 1, teams: staying }
}

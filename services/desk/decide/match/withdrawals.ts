import { teamsOf } from '../../../../events/bracket/bracket.ts'
import type { CommandOf } from '../../../../events/schema/command.ts'
import type { Event } from '../../../../events/schema/event.ts'
import type { Match } from '../../../../events/state/match.ts'
import { evolve } from '../../../../events/state/tournament.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { isRefusal } from '../decision.ts'
import type { Accepted, DecisionInputs, Decision, Refusal } from '../decision.ts'
import { forfeitMatch } from './forfeit.ts'

const results = ['MatchCompleted', 'MatchForfeited']

/** A team that left a bracket forfeits later matches as soon as its opponent is known (R-RR-5). */
export function withWithdrawals(
  t: Tournament,
  accepted: Accepted,
  inputs: DecisionInputs,
): Decision {
  const hasWithdrawn = Object.values(t.stages).some((stage) => stage.withdrawn?.length)
  const isLeaving = accepted.events.some(({ type }) => type === 'TeamWithdrawn')
  if (!hasWithdrawn && !isLeaving) return accepted
  if (!accepted.events.some(({ type }) => results.includes(type))) return accepted
  const next = (now: Tournament) =>
    Object.values(now.matches).find((one) => isNewlyDecidable(t, now, one))
  const events = withForfeits(t, accepted.events, { next, inputs })
  return isRefusal(events) ? events : { ...accepted, events }
}

type Forfeits = { next(now: Tournament): Match | undefined; inputs: DecisionInputs }

/** Adds forfeits by withdrawn teams, one match after another, while `next` finds one. */
export function withForfeits(
  t: Tournament,
  first: Event[],
  { next, inputs }: Forfeits,
): Event[] | Refusal {
  const events = [...first]
  for (let now = events.reduce(evolve, t); ;) {
    const match = next(now)
    if (!match) return events
    // If both teams have left, nobody wins.
    const teams = leaversIn(now, match)
    const command: CommandOf<'ForfeitMatch'> = { type: 'ForfeitMatch', match: match.id, teams }
    const decision = forfeitMatch(now, command, inputs)
    if (isRefusal(decision)) return decision
    events.push(...decision.events)
    now = decision.events.reduce(evolve, now)
  }
}

/**
 * Matches whose teams become known or change by this; others a person may have reopened on purpose.
 */
function isNewlyDecidable(before: Tournament, now: Tournament, match: Match): boolean {
  const was = before.matches[match.id]
  if (match.result || !was) return false
  const [known, teams] = [teamsOf(before, was), teamsOf(now, match)]
  if (teams.includes(null) || teams.every((team, slot) => team === known[slot])) return false
  return leaversIn(now, match).length > 0
}

function leaversIn(t: Tournament, match: Match): number[] {
  const withdrawn = t.stages[match.stage]?.withdrawn ?? []
  return teamsOf(t, match).filter((team) => team !== null && withdrawn.includes(team)) as number[]
}

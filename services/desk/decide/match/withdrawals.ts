import { teamsOf } from '#events/bracket/bracket.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import type { Match } from '#events/state/match.ts'
import { evolve } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { isRefusal } from '../decision.ts'
import type { Accepted, DecisionInputs, Decision, Refusal } from '../decision.ts'
import { forfeitMatch } from './forfeit.ts'

/**
 * A team that left a bracket forfeits later matches as soon as its opponent is known (R-RR-5), also
 * if the result or the withdrawal is back because an undo was undone.
 */
export function withWithdrawals(
  t: Tournament,
  accepted: Accepted,
  inputs: DecisionInputs,
): Decision {
  const hasWithdrawn = Object.values(t.stages).some((stage) => stage.withdrawn?.length)
  if (!hasWithdrawn && !accepted.events.some(bringsWithdrawal)) return accepted
  if (!accepted.events.some((event) => bringsResult(event) || isRestoredWithdrawal(event))) {
    return accepted
  }
  // What was restored as it had been then, was left open on purpose then.
  const { past } = inputs
  const next = (now: Tournament) =>
    Object.values(now.matches).find(
      (one) => isNewlyDecidable(t, now, one) && (!past || isNewlyDecidable(past.before, now, one)),
    )
  const events = withForfeits(t, accepted.events, { next, inputs })
  return isRefusal(events) ? events : { ...accepted, events }
}

function bringsResult(event: Event): boolean {
  if (event.type === 'MatchCompleted' || event.type === 'MatchForfeited') return true
  return event.type === 'Restored' && event.kind === 'matches' && hasField(event.record, 'result')
}

function bringsWithdrawal(event: Event): boolean {
  return event.type === 'TeamWithdrawn' || isRestoredWithdrawal(event)
}

function isRestoredWithdrawal(event: Event): boolean {
  return event.type === 'Restored' && event.kind === 'stages' && hasField(event.record, 'withdrawn')
}

function hasField(record: unknown, field: string): boolean {
  return Boolean((record as Record<string, unknown> | null)?.[field])
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
 * Matches whose teams become known, change or leave by this; others a person may have reopened on
 * purpose.
 */
function isNewlyDecidable(before: Tournament, now: Tournament, match: Match): boolean {
  if (match.result) return false
  const teams = teamsOf(now, match)
  const leavers = leaversIn(now, match)
  if (teams.includes(null) || leavers.length === 0) return false
  const was = before.matches[match.id]
  if (!was) return false
  const known = teamsOf(before, was)
  const isSame = teams.every((team, slot) => team === known[slot])
  return !isSame || leaversIn(before, was).length < leavers.length
}

function leaversIn(t: Tournament, match: Match): number[] {
  const withdrawn = t.stages[match.stage]?.withdrawn ?? []
  return teamsOf(t, match).filter((team) => team !== null && withdrawn.includes(team)) as number[]
}

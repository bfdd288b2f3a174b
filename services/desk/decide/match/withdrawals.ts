import { teamsOf } from '../../../../events/bracket/bracket.ts'
import type { CommandOf } from '../../../../events/schema/command.ts'
import type { Event } from '../../../../events/schema/event.ts'
import type { Match } from '../../../../events/state/match.ts'
import { evolve } from '../../../../events/state/tournament.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { isRefusal } from '../decision.ts'
import type { Accepted, Circumstances, Decision, Refusal } from '../decision.ts'
import { forfeitMatch } from './forfeit.ts'

const results = ['MatchCompleted', 'MatchForfeited']

/**
 * Who left a bracket forfeits what comes later too, as soon as a result says against whom (R-RR-5).
 */
export function withWithdrawals(
  t: Tournament,
  done: Accepted,
  circumstances: Circumstances,
): Decision {
  const isLeft = Object.values(t.stages).some((stage) => stage.withdrawn?.length)
  const isLeaving = done.events.some(({ type }) => type === 'TeamWithdrawn')
  if (!isLeft && !isLeaving) return done
  if (!done.events.some(({ type }) => results.includes(type))) return done
  const next = (now: Tournament) => Object.values(now.matches).find((one) => isNews(t, now, one))
  const events = withForfeits(t, done.events, { next, circumstances })
  return isRefusal(events) ? events : { ...done, events }
}

type Forfeits = { next(now: Tournament): Match | undefined; circumstances: Circumstances }

/**
 * These events, and one match after the other forfeited by who left, as long as there is a next.
 */
export function withForfeits(
  t: Tournament,
  first: Event[],
  { next, circumstances }: Forfeits,
): Event[] | Refusal {
  const events = [...first]
  for (let now = events.reduce(evolve, t); ;) {
    const match = next(now)
    if (!match) return events
    // Against one that left before it, nobody wins.
    const teams = leaversIn(now, match)
    const command: CommandOf<'ForfeitMatch'> = { type: 'ForfeitMatch', match: match.id, teams }
    const decision = forfeitMatch(now, command, circumstances)
    if (isRefusal(decision)) return decision
    events.push(...decision.events)
    now = decision.events.reduce(evolve, now)
  }
}

/** What a person has started, or opened again, is theirs. */
function isNews(before: Tournament, now: Tournament, match: Match): boolean {
  const was = before.matches[match.id]
  if (match.result || !was || !teamsOf(before, was).includes(null)) return false
  return !teamsOf(now, match).includes(null) && leaversIn(now, match).length > 0
}

function leaversIn(t: Tournament, match: Match): number[] {
  const left = t.stages[match.stage]?.withdrawn ?? []
  return teamsOf(t, match).filter((team) => team !== null && left.includes(team)) as number[]
}

import { scoreDebt } from '../../../../events/state/match.ts'
import type { MatchId } from '../../../../events/ids.ts'
import type { Match } from '../../../../events/state/match.ts'
import type { Event } from '../../../../events/schema/event.ts'
import { evolve } from '../../../../events/state/tournament.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import type { Accepted } from '../decision.ts'

/**
 * Adjusts scores that the events would leave below 0, as when a game is taken off that an official
 * has already subtracted. Without it the next points of that team would only repay the debt
 * (R-CMD-3).
 */
export function withScoreFloor(t: Tournament, accepted: Accepted): Accepted {
  const matches = new Set(accepted.events.flatMap(rescored))
  if (matches.size === 0) return accepted
  const after = accepted.events.reduce(evolve, t)
  const lifted = [...matches].flatMap((id) => {
    const match = after.matches[id]
    return match ? liftsOf(match) : []
  })
  return lifted.length === 0 ? accepted : { ...accepted, events: [...accepted.events, ...lifted] }
}

/** The match whose score the event may lower. */
function rescored(event: Event): MatchId[] {
  if (event.type === 'Restored') return event.kind === 'matches' ? [Number(event.id)] : []
  return event.type === 'ScoreAdjusted' || event.type === 'GameDetached' ? [event.match] : []
}

function liftsOf(match: Match): Event[] {
  return ([0, 1] as const).flatMap((slot): Event[] => {
    const by = scoreDebt(match, slot)
    return by === 0 ? [] : [{ type: 'ScoreAdjusted', v: 1, match: match.id, slot, by }]
  })
}

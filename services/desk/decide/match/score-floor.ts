import { scoreDebt } from '../../../../events/state/match.ts'
import type { Event } from '../../../../events/schema/event.ts'
import { evolve } from '../../../../events/state/tournament.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import type { Accepted } from '../decision.ts'

const scoring = new Set<Event['type']>(['ScoreAdjusted', 'GameDetached', 'Restored'])

/**
 * Adjusts scores that the events would leave below 0, as when a game is taken off that an official
 * has already subtracted. Without it the next points of that team would only repay the debt
 * (R-CMD-3).
 */
export function withScoreFloor(t: Tournament, accepted: Accepted): Accepted {
  if (!accepted.events.some(({ type }) => scoring.has(type))) return accepted
  const after = accepted.events.reduce(evolve, t)
  const lifted = Object.values(after.matches).flatMap((match): Event[] => {
    if (match === t.matches[match.id]) return []
    return ([0, 1] as const).flatMap((slot): Event[] => {
      const by = scoreDebt(match, slot)
      return by === 0 ? [] : [{ type: 'ScoreAdjusted', v: 1, match: match.id, slot, by }]
    })
  })
  return lifted.length === 0 ? accepted : { ...accepted, events: [...accepted.events, ...lifted] }
}

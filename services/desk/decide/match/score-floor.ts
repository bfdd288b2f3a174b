import { scoreDebt } from '#events/state/match.ts'
import type { MatchId } from '#events/ids.ts'
import type { Match } from '#events/state/match.ts'
import type { Event } from '#events/schema/event.ts'
import type { Tournament } from '#events/state/tournament.ts'

/**
 * Adjusts scores that the events leave below 0, as when a game is taken off that an official has
 * already subtracted. Without it the next points of that team would only repay the debt (R-CMD-3).
 */
export function scoreLifts(events: readonly Event[], after: Tournament): Event[] {
  return [...new Set(events.flatMap(rescoredBy))].flatMap((id) => {
    const match = after.matches[id]
    return match ? liftsOf(match) : []
  })
}

/** The match whose score the event may lower. */
export function rescoredBy(event: Event): MatchId[] {
  if (event.type === 'Restored') return event.kind === 'matches' ? [Number(event.id)] : []
  return event.type === 'ScoreAdjusted' || event.type === 'GameDetached' ? [event.match] : []
}

function liftsOf(match: Match): Event[] {
  return ([0, 1] as const).flatMap((slot): Event[] => {
    const by = scoreDebt(match, slot)
    return by === 0 ? [] : [{ type: 'ScoreAdjusted', v: 1, match: match.id, slot, by }]
  })
}

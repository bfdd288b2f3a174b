import { teamsOf } from '#events/bracket/bracket.ts'
import type { StepReplacement } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import type { SlotIndex } from '#events/schema/parts/shapes.ts'
import { blueSlot, otherSlot } from '#events/state/match.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { isRefusal } from '../decision.ts'
import type { PastStep, Refusal } from '../decision.ts'
import { notInMatch } from '../lookups.ts'
import { notReplaceable, replaceableMatch, scoreSetSinceRefusal } from './replace-common.ts'
import type { ReplacedPlay } from './replace-common.ts'
import type { MatchId } from '#events/ids.ts'

/** Corrects a typed point: other team, other match (same colour), or nobody's (ux 9). */
export function insteadOfPoint(
  t: Tournament,
  past: PastStep,
  by: StepReplacement,
): ReplacedPlay | Refusal {
  const point = past.commit.events.find((event) => event.type === 'ScoreAdjusted')
  const then = past.after.matches[point?.match ?? 0]
  if (!point || !then) return notReplaceable()
  const match = replaceableMatch(t, point.match, then.attempt)
  if (isRefusal(match)) return match
  const laterChange = scoreSetSinceRefusal(past.later, match.id)
  if (laterChange) return laterChange
  const taken = { ...point, by: -point.by }
  if ('team' in by) {
    const slot = otherSlot(point.slot)
    if (teamsOf(t, match)[slot] !== by.team) return notInMatch(t, match, by.team)
    return { matches: [match.id], events: [taken, { ...point, slot }] }
  }
  if ('match' in by) {
    const right = replaceableMatch(t, by.match)
    if (isRefusal(right)) return right
    if (right.id === match.id) return { matches: [match.id], events: [] }
    const slot = sameColour(point.slot, then, right)
    const given: Event = { ...point, match: right.id, slot }
    return { matches: [match.id, right.id], events: [taken, given] }
  }
  if ('swapped' in by) return notReplaceable()
  const events: Event[] = [taken]
  // The game of that point was a warm-up, so the next one is still to come, unless others followed
  // (R-WU-2).
  const isLast = !past.later.some(({ commit }) =>
    commit.events.some((one) => isPoint(one, match.id)),
  )
  if ('warmup' in by && isLast && match.cabinet !== null && !match.isWarmup) {
    events.push({ type: 'WarmupSet', v: 1, match: match.id, on: true })
  }
  return { matches: [match.id], events }
}

const points: readonly string[] = ['ScoreAdjusted', 'GameCounted', 'GameAttached']

function isPoint(event: Event, match: MatchId): boolean {
  return points.includes(event.type) && 'match' in event && event.match === match
}

type Sided = { isFlipped: boolean }

/** The slot of one match that plays the colour of a slot of another. */
export function sameColour(slot: SlotIndex, of: Sided, there: Sided): SlotIndex {
  return blueSlot(of) === blueSlot(there) ? slot : otherSlot(slot)
}

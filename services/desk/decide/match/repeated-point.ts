import { say } from '#events/messages/message.ts'
import type { Argument, Message } from '#events/messages/message.ts'
import { matchLabel } from '#events/bracket/bracket.ts'
import { teamNamed } from '#events/describe/names.ts'
import { sameValue } from '#events/same-value.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { Commit } from '#events/schema/commit.ts'
import type { Event } from '#events/schema/event.ts'
import type { SlotIndex } from '#events/schema/parts/shapes.ts'
import type { Match } from '#events/state/match.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { refuse } from '../decision.ts'
import type { DecisionInputs, Refusal } from '../decision.ts'

/** Two presses of two officials this close together are probably for the same game. */
const repeatedWithinMs = 10_000

/** The time from which on a point may be repeated. */
export function repeatedSince(now: string): string {
  return new Date(Date.parse(now) - repeatedWithinMs).toISOString()
}

type Press = Pick<DecisionInputs, 'now' | 'recent' | 'sender'> & {
  slot: SlotIndex
  command: CommandOf<'AddScore'>
}

/**
 * Asks before a point that the match has just got from another official, or from a counted game:
 * without a game in between it is probably the same one (R-CMD-2).
 */
export function repeatedPointRefusal(
  t: Tournament,
  match: Match,
  { now, recent = [], sender, slot, command }: Press,
): Refusal | null {
  if (command.force || match.result) return null
  for (const commit of recent) {
    if (commit.at < repeatedSince(now)) return null
    const changes = commit.events.filter((event) => isScoring(event, match.id))
    if (changes.length === 0) continue
    const given = changes.find((event) => slotOf(event) === slot)
    if (!given || isOwn(commit, sender)) return null
    const seconds = Math.max(0, Math.round((Date.parse(now) - Date.parse(commit.at)) / 1000))
    const about = { team: teamNamed(t, command.team), match: matchLabel(match), seconds }
    const why = isGame(given) ? say('pointCounted', about) : pointGiven(commit, about)
    return refuse('POINT_REPEATED', why, { version: commit.version })
  }
  return null
}

/** A later change of the score, such as an undo, ends the search: the referee has seen it. */
function isScoring(event: Event, match: number): boolean {
  if (event.type === 'Restored') return event.kind === 'matches' && event.id === `${match}`
  return 'match' in event && event.match === match && scoring.includes(event.type)
}
const scoring: readonly string[] = [
  'ScoreAdjusted',
  'GameCounted',
  'GameAttached',
  'GameDetached',
  'MatchVoided',
  'MatchReopened',
] satisfies Event['type'][]

/** The slot that got a point by this event; null if none did. */
function slotOf(event: Event): SlotIndex | null {
  if (event.type === 'ScoreAdjusted') return event.by > 0 ? event.slot : null
  if (event.type === 'GameCounted') return event.counted ? event.winner : null
  return event.type === 'GameAttached' ? event.winner : null
}

function isGame({ type }: Event): boolean {
  return type === 'GameCounted' || type === 'GameAttached'
}

/** One official may press several times in a row, to enter a score. */
function isOwn({ by, device }: Commit, sender: DecisionInputs['sender']): boolean {
  return sender === undefined || (sameValue(by, sender.by) && device === sender.device)
}

type About = { team: Argument; match: string; seconds: number }

function pointGiven({ device }: Commit, about: About): Message {
  return device ? say('pointRepeatedOn', { ...about, device }) : say('pointRepeated', about)
}

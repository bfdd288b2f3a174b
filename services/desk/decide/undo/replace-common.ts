import { say } from '#events/messages/message.ts'
import { changedParts } from '#events/describe/changed-parts.ts'
import { matchLabel } from '#events/bracket/bracket.ts'
import type { Event } from '#events/schema/event.ts'
import type { Match } from '#events/state/match.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { refuse } from '../decision.ts'
import type { Refusal } from '../decision.ts'
import { findMatch, missingTeamRefusal, noSuchMatch } from '../lookups.ts'
import type { CommitStep } from '../commit-dependencies.ts'
import type { MatchId } from '#events/ids.ts'

/** The corrected play, and the matches it changes. A refusal names the first match. */
export type ReplacedPlay = { matches: [number, ...number[]]; events: Event[] }

export function notReplaceable(): Refusal {
  return refuse('NOT_REPLACEABLE')
}

/** Refuses because of a later step, which has to be undone first. */
export function changedSinceRefusal({ commit: { version } }: CommitStep, why: string): Refusal {
  const detail = `${why}, by step ${version}. Undo that first.`
  return refuse('CHANGED_SINCE', detail, { dependents: [version] })
}

/** A match whose play can still be corrected. */
export function replaceableMatch(t: Tournament, id: MatchId, attempt?: number): Match | Refusal {
  const match = findMatch(t, id)
  if (!match) return noSuchMatch(t, id)
  if (attempt !== undefined && match.attempt !== attempt) {
    return refuse('CHANGED_SINCE', say('startedAgainSince', { match: matchLabel(match) }))
  }
  if (match.result?.forfeit) {
    return refuse('MATCH_COMPLETE', say('forfeitedReopenFirst', { match: matchLabel(match) }))
  }
  return missingTeamRefusal(t, match) ?? match
}

/** Refuses if a later step has set the whole score, which replaced all earlier typed points. */
export function scoreSetSinceRefusal(later: CommitStep[], match: MatchId): Refusal | null {
  const laterChange = later.find((step) => {
    const { command } = step.commit
    if (!changedParts(step).includes(`matches ${match}`)) return false
    if (command.type === 'SetScore') return true
    return command.type === 'ReplaceStep' && ('swapped' in command.by || 'match' in command.by)
  })
  return laterChange ? changedSinceRefusal(laterChange, 'The whole score has been set since') : null
}

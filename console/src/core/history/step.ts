import type { CommitLine } from '#events/view/frames.ts'
import type { Commit } from '#events/schema/commit.ts'
import type { Event } from '#events/schema/event.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { commitLineOf } from '#events/describe/commit-line.ts'

/** The kinds of commit that the scrubber marks. */
export type Mark = 'started' | 'completed' | 'corrected'
/** A commit as the scrubber and the last-action bar show it. */
export type TimelineStep = {
  version: number
  /** ms */
  at: number
  mark: Mark | null
  line: CommitLine
}

export function stepOf(before: Tournament, after: Tournament, commit: Commit): TimelineStep {
  const { version, at } = commit
  return {
    version,
    at: Date.parse(at),
    mark: markOf(before, commit),
    line: commitLineOf({ before, after, commit }),
  }
}

function markOf(before: Tournament, { command, events }: Commit): Mark | null {
  const types = new Set(events.map(({ type }) => type))
  const has = (...some: Event['type'][]) => some.some((type) => types.has(type))
  const corrects = events.some((event) => changesResult(before, event))
  if (command.type === 'Undo' || has('MatchReopened', 'MatchVoided') || corrects) return 'corrected'
  if (has('MatchCompleted', 'MatchForfeited')) return 'completed'
  return has('MatchStarted') ? 'started' : null
}

const resultEvents: readonly Event['type'][] = [
  'ScoreAdjusted',
  'MatchCompleted',
  'MatchForfeited',
  'GameAttached',
  'GameDetached',
  'SlotFilled',
]

/** True if the event changes a match that was complete. */
function changesResult(before: Tournament, event: Event): boolean {
  if (!('match' in event) || !resultEvents.includes(event.type)) return false
  return (before.matches[event.match]?.result ?? null) !== null
}

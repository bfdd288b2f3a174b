import { publicIdOf } from '../../../../events/schema/public-command-id.ts'
import type { CommitLine } from '../../../../events/view/frames.ts'
import { isBookkeeping } from '../../../../events/state/external-bracket.ts'
import type { Commit } from '../../../../events/schema/commit.ts'
import type { Event } from '../../../../events/schema/event.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { commitLine } from '../../../../events/describe/commit-line.ts'

/** What the scrubber marks. */
export type Mark = 'started' | 'completed' | 'corrected'
/** A commit as the scrubber and the last-action bar know it. */
export type Step = {
  version: number
  /** ms */
  at: number
  mark: Mark | null
  line: CommitLine
}

export function stepOf(before: Tournament, after: Tournament, commit: Commit): Step {
  const { version, at } = commit
  return {
    version,
    at: Date.parse(at),
    mark: markOf(before, commit),
    line: lineOf(before, after, commit),
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

const changing: readonly Event['type'][] = [
  'ScoreAdjusted',
  'MatchCompleted',
  'MatchForfeited',
  'GameAttached',
  'GameDetached',
  'SlotFilled',
]

/** Of a match that was over. */
function changesResult(before: Tournament, event: Event): boolean {
  if (!('match' in event) || !changing.includes(event.type)) return false
  return (before.matches[event.match]?.result ?? null) !== null
}

/** As the frame of this commit said it. */
function lineOf(before: Tournament, after: Tournament, commit: Commit): CommitLine {
  const isNote = isBookkeeping(commit.command)
  const matches = isNote ? [] : touched(commit.events)
  const cabinets = matches.flatMap((id) => [
    before.matches[id]?.cabinet ?? [],
    after.matches[id]?.cabinet ?? [],
  ])
  const timed = commit.events.flatMap((event) => ('cabinet' in event ? [event.cabinet] : []))
  return {
    id: publicIdOf(commit.id),
    by: commit.by.kind,
    device: commit.device ?? null,
    text: commitLine(after, commit),
    undoes: commit.command.type === 'Undo' ? commit.command.version : null,
    matches,
    cabinets: isNote ? [] : [...new Set([...cabinets.flat(), ...timed])],
  }
}

function touched(events: Event[]): number[] {
  const ids = events.flatMap((event) => {
    if (event.type === 'Restored') return event.kind === 'matches' ? [Number(event.id)] : []
    return 'match' in event ? [event.match] : []
  })
  return [...new Set(ids)]
}

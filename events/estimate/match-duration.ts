import type { Commit } from '../schema/commit.ts'
import type { Event } from '../schema/event.ts'
import type { CabinetId, MatchId } from '../ids.ts'

/**
 * Durations of games and pauses, measured from the log alone: every time is the time of a commit,
 * by the desk's clock. Only estimates use them; no decision does.
 */
export type MatchDuration = {
  /** seconds of a game, between two games of a match, and between two matches on a cabinet */
  games: Sample[]
  gaps: Sample[]
  changes: Sample[]
  /** the last change of each match in progress, by match */
  last: Record<string, LastChange>
  /** by cabinet: when its last match ended */
  freed: Record<string, string>
}
export type LastChange = { what: 'started' | 'began' | 'ended'; cabinet: CabinetId; at: string }
type Sample = { seconds: number; at: string }

export const noMatchDuration: MatchDuration = {
  games: [],
  gaps: [],
  changes: [],
  last: {},
  freed: {},
}

const maxSamples = 400
/** Seconds. Longer pauses are breaks: nobody waits for the next game or match. */
const maxGap = 10 * 60
const maxChange = 30 * 60

export function withMeasured(
  durations: MatchDuration,
  { at, events }: Pick<Commit, 'at' | 'events'>,
): MatchDuration {
  return events.reduce((next, event) => evolve(next, event, at), durations)
}

function evolve(durations: MatchDuration, event: Event, at: string): MatchDuration {
  switch (event.type) {
    case 'MatchStarted':
      return withChange(durations, event.match, { what: 'started', cabinet: event.cabinet, at })
    case 'GameBegan':
      return gameBegan(durations, event, at)
    case 'GameCounted': {
      const { match, cabinet, seconds, counted } = event
      const ended = withChange(durations, match, { what: 'ended', cabinet, at })
      return counted ? { ...ended, games: addSample(ended.games, seconds, at) } : ended
    }
    case 'GameAttached':
      return { ...durations, games: addSample(durations.games, event.seconds, at) }
    case 'ScoreAdjusted': {
      const last = durations.last[event.match]
      return last && event.by > 0
        ? withChange(durations, event.match, { ...last, what: 'ended', at })
        : durations
    }
    case 'MatchCompleted':
    case 'MatchForfeited':
    case 'MatchStopped':
    case 'MatchVoided':
      return matchLeft(durations, event, at)
    default:
      return durations
  }
}

/** Whether a match began, was scored or ended on the cabinet after that time. */
export function usedSince(
  { last, freed }: MatchDuration,
  cabinet: CabinetId,
  since: string,
): boolean {
  const used = Object.values(last).flatMap((change) =>
    change.cabinet === cabinet ? change.at : [],
  )
  return [...used, freed[cabinet] ?? []].flat().some((at) => Date.parse(at) > Date.parse(since))
}

function withChange(durations: MatchDuration, match: MatchId, last: LastChange): MatchDuration {
  return { ...durations, last: { ...durations.last, [match]: last } }
}

function gameBegan(
  durations: MatchDuration,
  { match, cabinet }: { match: MatchId; cabinet: CabinetId },
  at: string,
) {
  const last = durations.last[match]
  const next = withChange(durations, match, { what: 'began', cabinet, at })
  if (last?.what === 'ended') {
    const seconds = secondsBetween(last.at, at)
    return seconds <= maxGap ? { ...next, gaps: addSample(durations.gaps, seconds, at) } : next
  }
  const freed = durations.freed[cabinet]
  if (last?.what !== 'started' || freed === undefined) return next
  const seconds = secondsBetween(freed, at)
  return seconds <= maxChange
    ? { ...next, changes: addSample(durations.changes, seconds, at) }
    : next
}

function matchLeft(
  durations: MatchDuration,
  event: { type: string; match: MatchId },
  at: string,
): MatchDuration {
  const { [event.match]: change, ...last } = durations.last
  if (!change) return durations
  const isOver = event.type === 'MatchCompleted' || event.type === 'MatchForfeited'
  return {
    ...durations,
    last,
    freed: isOver ? { ...durations.freed, [change.cabinet]: at } : durations.freed,
  }
}

function addSample(samples: Sample[], seconds: number, at: string): Sample[] {
  if (!(seconds > 0)) return samples
  return [...samples.slice(1 - maxSamples), { seconds, at }]
}

function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1000
}

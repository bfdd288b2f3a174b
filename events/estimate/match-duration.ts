import type { Commit } from '../schema/commit.ts'
import type { Event } from '../schema/event.ts'
import type { CabinetId, MatchId } from '../ids.ts'

/**
 * How fast it goes, told from the log alone: every time is that of a commit, by the desk's clock.
 * Only estimates use it, nothing is decided by it.
 */
export type MatchDuration = {
  /** seconds of a game, from the end of one to the next, and from one match to the next */
  games: Sample[]
  gaps: Sample[]
  changes: Sample[]
  /** what happened last in each match that is on */
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
/** longer ones are breaks: nobody waits for the next game or match */
const maxGap = 10 * 60
const maxChange = 30 * 60

export function withMeasured(
  pace: MatchDuration,
  { at, events }: Pick<Commit, 'at' | 'events'>,
): MatchDuration {
  return events.reduce((next, event) => evolve(next, event, at), pace)
}

function evolve(pace: MatchDuration, event: Event, at: string): MatchDuration {
  switch (event.type) {
    case 'MatchStarted':
      return since(pace, event.match, { what: 'started', cabinet: event.cabinet, at })
    case 'GameBegan':
      return began(pace, event, at)
    case 'GameCounted': {
      const { match, cabinet, seconds, counted } = event
      const ended = since(pace, match, { what: 'ended', cabinet, at })
      return counted ? { ...ended, games: more(ended.games, seconds, at) } : ended
    }
    case 'GameAttached':
      return { ...pace, games: more(pace.games, event.seconds, at) }
    case 'ScoreAdjusted': {
      const last = pace.last[event.match]
      return last && event.by > 0 ? since(pace, event.match, { ...last, what: 'ended', at }) : pace
    }
    case 'MatchCompleted':
    case 'MatchForfeited':
    case 'MatchStopped':
    case 'MatchVoided':
      return left(pace, event, at)
    default:
      return pace
  }
}

function since(pace: MatchDuration, match: MatchId, last: LastChange): MatchDuration {
  return { ...pace, last: { ...pace.last, [match]: last } }
}

function began(
  pace: MatchDuration,
  { match, cabinet }: { match: MatchId; cabinet: CabinetId },
  at: string,
) {
  const last = pace.last[match]
  const next = since(pace, match, { what: 'began', cabinet, at })
  if (last?.what === 'ended') {
    const seconds = between(last.at, at)
    return seconds <= maxGap ? { ...next, gaps: more(pace.gaps, seconds, at) } : next
  }
  const freed = pace.freed[cabinet]
  if (last?.what !== 'started' || freed === undefined) return next
  const seconds = between(freed, at)
  return seconds <= maxChange ? { ...next, changes: more(pace.changes, seconds, at) } : next
}

function left(
  pace: MatchDuration,
  event: { type: string; match: MatchId },
  at: string,
): MatchDuration {
  const { [event.match]: was, ...last } = pace.last
  if (!was) return pace
  const isOver = event.type === 'MatchCompleted' || event.type === 'MatchForfeited'
  return { ...pace, last, freed: isOver ? { ...pace.freed, [was.cabinet]: at } : pace.freed }
}

function more(samples: Sample[], seconds: number, at: string): Sample[] {
  if (!(seconds > 0)) return samples
  return [...samples.slice(1 - maxSamples), { seconds, at }]
}

function between(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1000
}

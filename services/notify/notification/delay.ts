import { teamsOf } from '#events/bracket/bracket.ts'
import { minDelayMinutes } from '#events/describe/notification-kinds.ts'
import type { Estimates } from '#events/estimate/publish.ts'
import type { MatchId, TeamId } from '#events/ids.ts'
import type { Match } from '#events/state/match.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { publicOf } from '#events/view/tournament-rows.ts'

/**
 * A match that is late. `start` is its expected start as shown on its page, `was` the start that
 * the device knew before; both are ISO strings in UTC.
 */
export type Delay = {
  kind: 'delayed'
  match: MatchId
  attempt: number
  start: string
  was: string
}
type Start = Pick<Delay, 'match' | 'attempt' | 'start'> & { publishedAt: string }

const minuteMs = 60_000

/** Expected starts of a team's matches that have not been called yet, in order of time. */
export function startsOf(state: Tournament, estimates: Estimates, team: TeamId): Start[] {
  // Before play begins the estimates shift with the current time.
  if (!estimates.begun || !state.isActive) return []
  const t = publicOf(state)
  return estimates.matches
    .flatMap(({ match: id, from: start, publishedAt }) => {
      const match = t.matches[id]
      if (!match || !isUpcoming(match) || !teamsOf(t, match).includes(team)) return []
      return [{ match: id, attempt: match.attempt, start, publishedAt }]
    })
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start) || a.match - b.match)
}

/** Reports only a team's next match, because a late evening delays the later ones as well. */
export function delayOf([next]: Start[], knownOf: (start: Start) => string | undefined) {
  const was = next && knownOf(next)
  if (!next || was === undefined || !isMuchLater(was, next.start)) return null
  const { match, attempt, start, publishedAt } = next
  const content: Delay = { kind: 'delayed', match, attempt, start, was }
  return { key: `delayed ${match} ${attempt} ${publishedAt}`, content }
}

/** Returns why a delay need not be reported any more, or null if it still has to be. */
export function delayOutdated(match: Match, { was }: Delay, estimates: Estimates | null) {
  if (!isUpcoming(match)) return 'it was called'
  const current = estimates?.matches.find((estimate) => estimate.match === match.id)
  return current && isMuchLater(was, current.from) ? null : 'it is no longer that late'
}

export function minutesOf({ was, start }: Pick<Delay, 'was' | 'start'>): number {
  return Math.round((Date.parse(start) - Date.parse(was)) / minuteMs)
}

function isUpcoming({ cabinet, result }: Match): boolean {
  return cabinet === null && result === null
}

function isMuchLater(was: string, start: string): boolean {
  return minutesOf({ was, start }) > minDelayMinutes
}

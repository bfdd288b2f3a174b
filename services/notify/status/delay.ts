import { teamsOf } from '../../../events/bracket/bracket.ts'
import type { Estimates } from '../../../events/estimate/publish.ts'
import type { MatchId, TeamId } from '../../../events/ids.ts'
import type { Match } from '../../../events/state/match.ts'
import type { Tournament } from '../../../events/state/tournament.ts'
import { publicOf } from '../../../events/view/tournament-rows.ts'

/** Expected when, as its page shows it; `was`: as this device was told or shown before. ISO in UTC. */
export type Delay = {
  kind: 'delayed'
  match: MatchId
  attempt: number
  start: string
  was: string
}
type Start = Pick<Delay, 'match' | 'attempt' | 'start'> & { publishedAt: string }

const minuteMs = 60_000
/** What is told is more than this. */
const leastMinutes = 15

/** When the matches of a team are expected that are to be called yet, the next one first. */
export function startsOf(state: Tournament, estimates: Estimates, team: TeamId): Start[] {
  // Before play begins they move with the clock.
  if (!estimates.begun) return []
  const t = publicOf(state)
  return estimates.matches
    .flatMap(({ match: id, from: start, publishedAt }) => {
      const match = t.matches[id]
      if (!match || !isToCome(match) || !teamsOf(t, match).includes(team)) return []
      return [{ match: id, attempt: match.attempt, start, publishedAt }]
    })
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start) || a.match - b.match)
}

/** Told of a team's next match alone: an evening that is late is late for each of the others, too. */
export function delayOf([next]: Start[], knownOf: (start: Start) => string | undefined) {
  const was = next && knownOf(next)
  if (!next || was === undefined || !isFar(was, next.start)) return null
  const { match, attempt, start, publishedAt } = next
  const content: Delay = { kind: 'delayed', match, attempt, start, was }
  return { key: `delayed ${match} ${attempt} ${publishedAt}`, content }
}

/** Whether a match is still as late as is to be told; null: it is. */
export function delayOutdated(match: Match, { was }: Delay, estimates: Estimates | null) {
  if (!isToCome(match)) return 'it was called'
  const now = estimates?.matches.find((one) => one.match === match.id)
  return now && isFar(was, now.from) ? null : 'it is not that late any more'
}

export function minutesOf({ was, start }: Pick<Delay, 'was' | 'start'>): number {
  return Math.round((Date.parse(start) - Date.parse(was)) / minuteMs)
}

function isToCome({ cabinet, result }: Match): boolean {
  return cabinet === null && result === null
}

function isFar(was: string, start: string): boolean {
  return minutesOf({ was, start }) > leastMinutes
}

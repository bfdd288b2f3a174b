import {
  downstream,
  matchLabel,
  matchLabelIn,
  isInBracket,
  wasPlayed,
  teamsOf,
} from '#events/bracket/bracket.ts'
import type { Event } from '#events/schema/event.ts'
import { score } from '#events/state/match.ts'
import type { Match } from '#events/state/match.ts'
import { evolve } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { accept, refuse } from '../decision.ts'
import type { Accepted, Decision, Refusal } from '../decision.ts'
import { matchComplete, ofMatch } from '../lookups.ts'
import { matchSummary } from '../match-summary.ts'
import { idleTiebreaksText, affectedInOtherStages, seedChanges } from '../slot-validity.ts'
import { playedLater } from '../played-after.ts'
import { timerCancelled } from '../queue/timer.ts'
import type { MatchId, QueueId } from '#events/ids.ts'

type CorrectionOptions = { cascade?: boolean; reason?: string; now: string; sameWinner?: boolean }

/**
 * Changes or takes back a result. Matches that were played on it are listed in a refusal first;
 * with `cascade` and a reason they are archived and reopened in the same commit (R-ED-3).
 */
export function correctResult(
  t: Tournament,
  match: Match,
  { events, cascade, reason = '', now, sameWinner }: CorrectionOptions & { events: Event[] },
): Decision {
  const next = sameWinner ? [] : playedDependents(t, match)
  const hit = [...new Set([...next, ...playedElsewhereRefusal(t, events)])]
  if (hit.length === 0) return withUnqueued(t, events)
  const archived = hit.map((next) => archiveMatch(t, next, { reason, now }))
  const done = withUnqueued(t, [...archived.toReversed(), ...events])
  if (!cascade) return resultInUse(t, match, hit, done)
  if (reason === '') return refuse('REASON_MISSING')
  return { ...done, answer: { ...done.answer, archived: hit.map((next) => next.id) } }
}

/** Matches that were played and depend on this result. */
export function playedDependents(t: Tournament, match: Match): Match[] {
  const next = downstream(t.matches, match).filter(
    (one) => isInBracket(t.matches, one) && wasPlayed(one),
  )
  return [...next, ...playedLater(t, match)]
}

/** Played matches of other stages whose teams would change because of changed places (R-PL-4). */
function playedElsewhereRefusal(t: Tournament, events: Event[]): Match[] {
  const hit = new Set<Match>()
  for (;;) {
    const archived = [...hit].map((match) => archiveMatch(t, match, { reason: '', now: '' }))
    const found = affectedInOtherStages(t, [...archived, ...events].reduce(evolve, t))
    const more = found.filter((match) => !hit.has(match))
    if (more.length === 0) return [...hit]
    for (const match of more.flatMap((one) => [one, ...playedDependents(t, one)])) hit.add(match)
  }
}

/** The refusal that lists the matches that would be lost, and the places that would change. */
export function resultInUse(t: Tournament, match: Match, hit: Match[], done = accept()): Refusal {
  const names = hit.map((next) => matchLabelIn(t, next, match.stage)).join(', ')
  const have = hit.length === 1 ? 'has' : 'have'
  const idle = idleTiebreaksText(t, done.events.reduce(evolve, t))
  return refuse(
    'RESULT_IN_USE',
    `${names} ${have} already been played based on this result of ${matchLabel(match)}.${idle}`,
    {
      matches: hit.map((next) => matchSummary(t, next)),
      queues: unqueuedBy(t, done),
      places: seedChanges(t, done.events),
    },
  )
}

/** The matches that would leave each queue. */
function unqueuedBy(t: Tournament, { events }: Accepted): { id: QueueId; matches: MatchId[] }[] {
  return events.flatMap((event) => {
    if (event.type !== 'QueueOrdered') return []
    const before = t.queues[event.queue]?.matches ?? []
    return [{ id: event.queue, matches: before.filter((id) => !event.matches.includes(id)) }]
  })
}

/**
 * Removes matches that lost a team by the events from their queues; the answer has them (R-ED-2).
 */
export function withUnqueued(
  t: Tournament,
  events: Event[],
  isKept = (_: Match) => false,
): Accepted {
  const after = events.reduce(evolve, t)
  const lost = (id: number) => {
    const [was, is] = [t.matches[id], after.matches[id]]
    if (!was || !is || !isInBracket(after.matches, is)) return true
    return !isKept(is) && teamsOf(t, was).every(Boolean) && !teamsOf(after, is).every(Boolean)
  }
  const queues = Object.values(after.queues).filter((queue) => queue.matches.some(lost))
  if (queues.length === 0) return accept(...events)
  const ordered = queues.map((queue): Event => {
    const matches = queue.matches.filter((id) => !lost(id))
    return { type: 'QueueOrdered', v: 1, queue: queue.id, matches }
  })
  const unqueued = queues.flatMap((queue) => queue.matches.filter(lost))
  return { events: [...events, ...ordered], answer: { unqueued } }
}

export function archiveMatch(
  t: Tournament,
  match: Match,
  { reason, now }: { reason: string; now: string },
): Event {
  return {
    type: 'MatchVoided',
    v: 1,
    match: match.id,
    teams: teamsOf(t, match),
    score: match.result?.score ?? score(match),
    reason,
    at: now,
  }
}

export const reopenMatch = ofMatch<'ReopenMatch'>((t, match, command, { now }) => {
  if (!match.result) return accept()
  const reopened: Event = { type: 'MatchReopened', v: 1, match: match.id }
  return correctResult(t, match, { ...command, now, events: [reopened] })
})

/** Archives what was played: it stays readable but no longer counts (R-ST-9). */
export const replayMatch = ofMatch<'ReplayMatch'>((t, match, command, { now }) => {
  if (!wasPlayed(match)) return accept()
  const voided = archiveMatch(t, match, { reason: command.reason ?? '', now })
  return correctResult(t, match, { ...command, now, events: [voided] })
})

/** Notes an error on a match whose result stays (R-ED-6). */
export const annotateMatch = ofMatch<'AnnotateMatch'>((t, match, command) => {
  const note = command.note === '' ? null : command.note
  if (match.note === note) return accept()
  return accept({ type: 'MatchAnnotated', v: 1, match: match.id, note })
})

/** During a review the public sees the state from before it (R-CMD-4). */
export const reviewMatch = ofMatch<'ReviewMatch'>((t, match, command) => {
  if ((match.review !== null) === command.on) return accept()
  const set: Event = { type: 'ReviewSet', v: 1, match: match.id, on: command.on }
  if (!command.on) return accept(set)
  // A review ends the timer that follows the match (R-QT-2).
  const timers = Object.values(t.timers).filter((timer) => timer.after === match.id)
  return accept(
    set,
    ...timers.map(({ cabinet }) => timerCancelled(cabinet, 'its result is under review')),
  )
})

/** Refuses single points for a forfeited match, whose score is not made of games. */
export function matchForfeited(match: Match): Refusal {
  const detail = `${matchLabel(match)} was forfeited. Set its score, or reopen it first.`
  return { ...matchComplete(match), detail }
}

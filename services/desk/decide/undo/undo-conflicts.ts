import { say } from '#events/messages/message.ts'
import { cabinetName, teamName, teamNamed } from '#events/describe/names.ts'
import { matchLabelIn, isInBracket, wasPlayed, teamsOf, matchIn } from '#events/bracket/bracket.ts'
import { matchesOf } from '#events/bracket/match-index.ts'
import { groupProblems } from '#events/bracket/stage-problems.ts'
import { sameValue } from '#events/same-value.ts'
import type { Stage } from '#events/schema/parts/stage-settings.ts'
import type { Match } from '#events/state/match.ts'
import { openProtest } from '#events/state/protest.ts'
import type { Protest } from '#events/state/protest.ts'
import type { Queue } from '#events/state/queue.ts'
import type { Cabinet } from '#events/state/cabinet.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { refuse } from '../decision.ts'
import type { Refusal } from '../decision.ts'
import { matchSummary } from '../match-summary.ts'
import { missingTeamRefusal } from '../lookups.ts'
import { playedLater } from '../played-after.ts'
import { idleTiebreaks, idleTiebreaksText, seedSourceRefusal } from '../slot-validity.ts'
import type { CabinetId, TeamId } from '#events/ids.ts'

/** `past` is the state that the undo brings parts of back. */
type States = { now: Tournament; past: Tournament; after: Tournament }

/** Refuses an undo that would leave the state inconsistent with later steps (R-UN-1). */
export function undoConflict(states: States): Refusal | null {
  const { now, after } = states
  return (
    firstOf(Object.values(after.matches), (match) => lostResult(states, match)) ??
    firstOf(Object.values(now.matches), (match) => lostOutside(states, match)) ??
    lostTiebreak(states) ??
    firstOf(Object.values(after.stages), (stage) => forfeitedSince(states, stage)) ??
    firstOf(Object.values(after.matches), (match) => misplaced(after, match)) ??
    goneTeam(now, after) ??
    firstOf(Object.values(after.stages), (stage) => inTwoGroups(states, stage)) ??
    seedSourceRefusal(now, after) ??
    firstOf(Object.values(after.queues), (queue) => misqueued(after, queue)) ??
    firstOf(Object.values(after.queues), (queue) => unserved(states, queue)) ??
    goneMatch(now, after) ??
    firstOf(Object.values(after.protests), (protest) => disputedTwice(after, protest)) ??
    firstOf(Object.values(after.cabinets), (cabinet) => heldForNothing(after, cabinet))
  )
}

function firstOf<T>(all: T[], check: (one: T) => Refusal | null): Refusal | null {
  for (const one of all) {
    const refusal = check(one)
    if (refusal) return refusal
  }
  return null
}

/** A played match may neither vanish from the bracket nor get other teams, nor come back with them. */
function lostResult({ now, past, after }: States, match: Match): Refusal | null {
  if (!wasPlayed(match)) return null
  // A match that this undo restores is compared with the state it was played in.
  const isKept = match === now.matches[match.id]
  const [before, was] = isKept ? [now, match] : [past, past.matches[match.id]]
  if (!was || !isInBracket(before.matches, was)) return null
  const teams = teamsOf(before, was)
  const kept = teamsOf(after, match).every((team, slot) => team === teams[slot])
  if (kept && isInBracket(after.matches, match)) return null
  return playedRefusal(before, [was])
}

/** A changed winner resets later matches at the external bracket (R-CL-6). */
function lostOutside(states: States, is: Match): Refusal | null {
  const { now, after } = states
  const match = after.matches[is.id]
  if (!is.result || match?.result?.winner === is.result.winner) return null
  const hit = playedLater(now, is).filter((one) => wasPlayedSince(states, one))
  return playedRefusal(now, hit)
}

/** A played tie-break may not stop deciding places, as with any other correction (R-TB-1). */
function lostTiebreak(states: States): Refusal | null {
  const { now, after } = states
  const idle = idleTiebreaks(now, after)
  const hit = Object.values(now.matches).filter(
    (match) => idle.has(match.stage) && wasPlayed(match) && wasPlayedSince(states, match),
  )
  const idleText = idleTiebreaksText(now, after)
  return playedRefusal(
    now,
    hit,
    (match) => `${match} has already been played based on these places.${idleText}`,
  )
}

/** Played after the undone step, and still after the undo; what was played before did not use it. */
function wasPlayedSince({ past, after }: States, { id }: Match): boolean {
  const [was, still] = [past.matches[id], after.matches[id]]
  return still !== undefined && wasPlayed(still) && !(was && wasPlayed(was))
}

/** Null without matches. Without `why` they were played on the result that would be lost. */
function playedRefusal(
  t: Tournament,
  hit: Match[],
  why?: (match: string) => string,
): Refusal | null {
  const [first] = hit
  if (!first) return null
  return refuse(
    'RESULT_IN_USE',
    why?.(matchLabelIn(t, first)) ?? say('playedOnResult', { match: matchIn(t, first) }),
    { matches: hit.map((match) => matchSummary(t, match)) },
  )
}

/** A team that comes back has not lost the matches that it forfeited only because it had left. */
function forfeitedSince({ now, past, after }: States, stage: Stage): Refusal | null {
  const before = now.stages[stage.id]?.withdrawn ?? []
  const back = before.filter((team) => !stage.withdrawn?.includes(team))
  if (back.length === 0) return null
  for (const match of matchesOf(after.matches, stage.id)) {
    const { result } = match
    const isLater = result?.forfeit && !sameValue(result, past.matches[match.id]?.result)
    if (!isLater || match !== now.matches[match.id]) continue
    const losers = teamsOf(after, match).filter((_, slot) => slot !== result.winner)
    const team = losers.find((id) => id !== null && back.includes(id))
    if (!team) continue
    const detail = `${teamName(now, team)} have forfeited ${matchLabelIn(now, match)} since they left. Reopen it first.`
    return refuse('RESULT_IN_USE', detail, { matches: [matchSummary(now, match)] })
  }
  return null
}

/** Conflicts for which a start would be refused (R-ST-1). */
function misplaced(t: Tournament, match: Match): Refusal | null {
  const { cabinet } = match
  if (cabinet === null) return null
  if (!t.cabinets[cabinet]) {
    return refuse(
      'CABINET_NOT_ASSIGNED',
      `${matchLabelIn(t, match)} is on a cabinet that would be removed.`,
    )
  }
  const missing = missingTeamRefusal(t, match)
  if (missing) return missing
  const teams = teamsOf(t, match)
  for (const other of Object.values(t.matches)) {
    if (other.cabinet === null || other.id === match.id) continue
    const both = { one: matchIn(t, other), other: matchIn(t, match) }
    if (other.cabinet === cabinet) {
      const why = say('cannotBothBeOn', { ...both, cabinet: cabinetName(t, cabinet) })
      return refuse('CABINET_BUSY', why)
    }
    const team = teamsOf(t, other).find((id) => teams.includes(id))
    if (!team) continue
    return refuse('TEAM_BUSY', say('cannotPlayAtOnce', { ...both, team: teamNamed(t, team) }))
  }
  return null
}

function goneTeam(before: Tournament, after: Tournament): Refusal | null {
  const name = (team: TeamId) => before.teams[team]?.name ?? 'A team that was removed'
  for (const stage of Object.values(after.stages)) {
    const gone = stage.teams.find((team) => !after.teams[team])
    if (gone) return refuse('TEAM_IN_USE', `${name(gone)} are in ${stage.name}.`)
  }
  for (const match of Object.values(after.matches)) {
    for (const slot of match.slots) {
      if (!('team' in slot) || after.teams[slot.team]) continue
      return refuse('TEAM_IN_USE', `${name(slot.team)} are in ${matchLabelIn(after, match)}.`)
    }
  }
  const left = Object.values(after.rosters).find((team) => !after.teams[team])
  return left ? refuse('TEAM_IN_USE', `${name(left)} have players.`) : null
}

/** A group does not get back matches of a team that plays in another group by now (R-RR-2). */
function inTwoGroups({ now, past, after }: States, stage: Stage): Refusal | null {
  if (!stage.created || stage === now.stages[stage.id]) return null
  const before = past.stages[stage.id]
  const known = new Set(before ? groupProblems(past, before) : [])
  const problem = groupProblems(after, stage).find((text) => !known.has(text))
  return problem === undefined ? null : refuse('TEAM_IN_OTHER_GROUP', problem)
}

/** A queue may only have matches that can be queued, and each match is in at most one (R-QU-1). */
function misqueued(t: Tournament, queue: Queue): Refusal | null {
  for (const id of queue.matches) {
    const match = t.matches[id]
    if (!match || !isInBracket(t.matches, match)) {
      return refuse(
        'MATCH_QUEUED',
        `Queue ${queue.name} contains a match that would no longer exist.`,
      )
    }
    if (match.result || match.cabinet !== null) {
      const now = match.result ? 'complete' : 'on a cabinet'
      return refuse(
        'MATCH_QUEUED',
        `${matchLabelIn(t, match)} cannot be in queue ${queue.name} and ${now}.`,
      )
    }
    const other = Object.values(t.queues).find(
      (other) => other.id !== queue.id && other.matches.includes(id),
    )
    if (!other) continue
    const both = `${queue.name} and ${other.name}`
    return refuse('MATCH_QUEUED', `${matchLabelIn(t, match)} cannot be in both queues, ${both}.`)
  }
  return null
}

/** Queues may only have assigned cabinets; a queue that violates this already is ignored. */
function unserved({ now, after }: States, queue: Queue): Refusal | null {
  const isForeign = (t: Tournament) => (id: CabinetId) => !t.cabinets[id]
  if (!queue.cabinets.some(isForeign(after))) return null
  if (now.queues[queue.id]?.cabinets.some(isForeign(now))) return null
  return refuse(
    'CABINET_NOT_ASSIGNED',
    `Queue ${queue.name} belongs to a cabinet that would be removed.`,
  )
}

/** A match cannot be under two protests, if it was protested again since. */
function disputedTwice(t: Tournament, { id, match, ended }: Protest): Refusal | null {
  if (ended || openProtest(t.protests, match)?.id === id) return null
  const name = t.matches[match] ? matchLabelIn(t, t.matches[match]) : 'Its match'
  return refuse('PROTEST_OPEN', `${name} would be under two protests.`)
}

/** A hold that comes back after its protest has ended would never be released. */
function heldForNothing(t: Tournament, { name, held }: Cabinet): Refusal | null {
  if (held?.protest === undefined) return null
  const protest = t.protests[held.protest]
  if (protest && !protest.ended) return null
  return refuse('PROTEST_ENDED', `${name} would be held for a protest that is over.`)
}

function goneMatch(before: Tournament, after: Tournament): Refusal | null {
  const game = Object.values(after.games).find((one) => !after.matches[one.match])
  if (!game) return null
  const match = before.matches[game.match]
  return refuse(
    'RESULT_IN_USE',
    `A game of ${match ? matchLabelIn(before, match) : 'a match'} has been played.`,
  )
}

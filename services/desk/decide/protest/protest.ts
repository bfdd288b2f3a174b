import { matchLabel, matchLabelIn, wasPlayed, teamsOf } from '#events/bracket/bracket.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import type { Match } from '#events/state/match.ts'
import { openProtest } from '#events/state/protest.ts'
import type { Protest } from '#events/state/protest.ts'
import { evolve } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { accept, idsShort, refuse } from '../decision.ts'
import type { DecisionInputs, Decision, Refusal } from '../decision.ts'
import { ofMatch } from '../lookups.ts'
import { cabinetToHold, protestHoldEvents, holdEvent, lastMatchOn } from '../queue/hold.ts'
import { armTimerEvents, timerCancelled } from '../queue/timer.ts'
import type { ProtestId } from '#events/ids.ts'

/** Puts a match under protest: everybody sees it, and its cabinet is held (R-DI-1). */
export const lodgeProtest = ofMatch<'LodgeProtest'>((t, match, command, inputs) => {
  const { now, ids, person: by = null } = inputs
  const name = matchLabel(match)
  if (!wasPlayed(match)) {
    return refuse('MATCH_NOT_PLAYED', `${name} has not been played: there is nothing to protest.`)
  }
  const open = openProtest(t.protests, match.id)
  if (open) {
    return refuse('PROTEST_OPEN', `${name} is already under protest.`, { protest: open.id })
  }
  const why = overdue(t, match)
  if (why && !command.late) {
    return refuse('PROTEST_LATE', `${why} Only an admin can still mark ${name} as under protest.`)
  }
  const [protest] = ids
  if (protest === undefined) return idsShort(1)
  const { reason } = command
  const isLate = why !== null
  return {
    events: [
      { type: 'ProtestLodged', v: 1, protest, match: match.id, reason, by, isLate, at: now },
      ...held(t, match, { protest, now }),
    ],
    answer: { ids: [protest] },
  }
})

/** Why a protest is too late (a team has begun its next match, R-DI-2); null if it is not. */
function overdue(t: Tournament, match: Match): string | null {
  if (t.protestDeadline === 'none') return null
  const ended = match.result?.at ?? match.startedAt
  if (ended === null) return null
  const teams = teamsOf(t, match).filter((team) => team !== null)
  for (const next of Object.values(t.matches)) {
    const began = next.startedAt ?? next.result?.at ?? null
    if (next.id === match.id || began === null || began <= ended) continue
    // A forfeit without a start does not count as a begun match.
    if (next.startedAt === null && next.result?.forfeit) continue
    const team = teamsOf(t, next).find((id) => id !== null && teams.includes(id))
    if (!team) continue
    return `The time for a protest is over: ${t.teams[team]?.name ?? 'a team'} have started ${matchLabelIn(t, next, match.stage)}.`
  }
  return null
}

/** Holds the cabinet that the match is on, or on which it was the last to end. */
function held(
  t: Tournament,
  match: Match,
  { protest, now }: { protest: ProtestId; now: string },
): Event[] {
  const cabinet = cabinetToHold(t, match)
  if (cabinet === null || t.cabinets[cabinet]?.held) return []
  const reason = `${matchLabel(match)} is under protest`
  return [
    holdEvent(match, cabinet, protest, now),
    ...(t.timers[cabinet] ? [timerCancelled(cabinet, reason)] : []),
  ]
}

export function withdrawProtest(
  t: Tournament,
  command: CommandOf<'WithdrawProtest'>,
  { now }: DecisionInputs,
): Decision {
  const protest = t.protests[command.protest]
  if (!protest) return noSuchProtest(command.protest)
  if (protest.ended?.how === 'withdrawn') return accept()
  if (protest.ended) return alreadyRuled(t, protest)
  const withdrawn: Event = { type: 'ProtestWithdrawn', v: 1, protest: protest.id, at: now }
  return accept(withdrawn, ...releaseEvents(evolve(t, withdrawn), protest, now))
}

/**
 * Releases the cabinets of an ended protest; their timers start as if the last match had ended now.
 * If the match has to be replayed, no timer starts: a person decides what is next. If a later match
 * is under protest too, the cabinet stays held for that.
 */
export function releaseEvents(t: Tournament, protest: Protest, now: string): Event[] {
  const match = t.matches[protest.match]
  const own = Object.values(t.cabinets).filter(({ held }) => held?.protest === protest.id)
  const released = own.flatMap(({ id }): Event[] => {
    const waits = protestHoldEvents(t, id, now)
    return waits.length > 0 ? waits : [{ type: 'CabinetReleased', v: 1, cabinet: id }]
  })
  if (match && match.result === null && match.cabinet === null) return released
  const after = released.reduce(evolve, t)
  const waiting = new Set([...own.map(({ id }) => id), ...(match?.startedOn.slice(-1) ?? [])])
  const armed = [...waiting].flatMap((cabinet) => {
    const last = lastMatchOn(after, cabinet)
    const isIts = own.some(({ id }) => id === cabinet) || last?.id === match?.id
    return last && isIts && !after.timers[cabinet] ? armTimerEvents(after, last, cabinet, now) : []
  })
  return [...released, ...armed]
}

export function noSuchProtest(protest: ProtestId): Refusal {
  return refuse('NO_SUCH_PROTEST', `Protest ${protest} is not in this tournament.`)
}

export function alreadyRuled(t: Tournament, protest: Protest): Refusal {
  const match = t.matches[protest.match]
  const what = match ? `The protest of ${matchLabel(match)}` : 'This protest'
  const how = protest.ended?.how === 'withdrawn' ? 'was withdrawn' : 'has already been ruled on'
  return refuse('PROTEST_ENDED', `${what} ${how}.`)
}

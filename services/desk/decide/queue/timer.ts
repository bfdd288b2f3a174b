import { say } from '#events/messages/message.ts'
import { cabinetName } from '#events/describe/names.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import type { Match } from '#events/state/match.ts'
import { openProtest } from '#events/state/protest.ts'
import { matchLabel } from '#events/bracket/bracket.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { accept, refuse } from '../decision.ts'
import type { DecisionInputs, Decision } from '../decision.ts'
import type { CabinetId } from '#events/ids.ts'

/**
 * Arms the timer of a cabinet, unless the match is disputed, the cabinet held or its queue empty
 * (R-QT-1).
 */
export function armTimerEvents(
  t: Tournament,
  match: Match,
  cabinet: CabinetId,
  now: string,
): Event[] {
  const waiting = Object.values(t.queues).some(
    (queue) => queue.enabled && queue.cabinets.includes(cabinet) && queue.matches.length > 0,
  )
  const isDisputed = match.review !== null || openProtest(t.protests, match.id) !== undefined
  if (!waiting || isDisputed || t.cabinets[cabinet]?.held) return []
  const seconds = t.stages[match.stage]?.queueTimer ?? 0
  return [{ type: 'TimerArmed', v: 1, cabinet, after: match.id, dueAt: secondsAfter(now, seconds) }]
}

export function secondsAfter(now: string, seconds: number): string {
  return new Date(Date.parse(now) + seconds * 1000).toISOString()
}

export function timerCancelled(cabinet: CabinetId, reason: string): Event {
  return { type: 'TimerCancelled', v: 1, cabinet, reason }
}

const reopening = new Set<Event['type']>(['MatchReopened', 'MatchVoided', 'Restored'])

export function mayReopen({ type }: Event): boolean {
  return reopening.has(type)
}

/** Ends the timers that follow a match which is open again (R-QT-1). */
export function cancelTimersOfReopened(before: Tournament, after: Tournament): Event[] {
  return Object.values(after.timers).flatMap(({ cabinet, after: id }): Event[] => {
    const match = after.matches[id]
    const isOpenAgain = match?.result === null && before.matches[id]?.result
    return isOpenAgain ? [timerCancelled(cabinet, `${matchLabel(match)} is open again`)] : []
  })
}

/**
 * Ends the running timer; the next completion arms it again. `HoldTimer` is the name under which
 * logs have it; holding a cabinet is `HoldCabinet`.
 */
export function cancelTimer(t: Tournament, command: CommandOf<'HoldTimer'>): Decision {
  if (!t.timers[command.cabinet]) return accept()
  return accept(timerCancelled(command.cabinet, command.reason))
}

/** Adds time, counted from now if the timer has expired. Two presses add it twice (R-QT-2). */
export function extendTimer(
  t: Tournament,
  command: CommandOf<'ExtendTimer'>,
  { now }: DecisionInputs,
): Decision {
  const { cabinet, seconds } = command
  const timer = t.timers[cabinet]
  if (!timer) return refuse('NO_TIMER', say('noTimer', { cabinet: cabinetName(t, cabinet) }))
  const dueAt = secondsAfter(timer.dueAt > now ? timer.dueAt : now, seconds)
  return accept({ type: 'TimerArmed', v: 1, cabinet, after: timer.after, dueAt })
}

import { say } from '#events/messages/message.ts'
import { cabinetName } from '#events/describe/names.ts'
import type { CommandOf } from '#events/schema/command.ts'
import { queueOrderOf, nextMatch } from '#events/rules/next-match.ts'
import type { Timer } from '#events/state/queue.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { accept, refuse } from '../decision.ts'
import type { DecisionInputs, Decision } from '../decision.ts'
import { matchLabelIn } from '#events/bracket/bracket.ts'
import { findMatch, notAssigned } from '../lookups.ts'
import { takenText } from '../displacement.ts'
import { activeIn, blockRefusal, cabinetOffline, asQueued, startEvents } from './start.ts'
import { timerCancelled } from './timer.ts'
import type { CabinetId } from '#events/ids.ts'

/** Starts the first playable match of the queue; skipped ones stay and are named (R-QU-2). */
export function selectNext(
  t: Tournament,
  command: CommandOf<'SelectNext'>,
  inputs: DecisionInputs,
): Decision {
  const { cabinet } = command
  if (!t.cabinets[cabinet]) return notAssigned(cabinet)
  const busy = Object.values(t.matches).find((match) => match.cabinet === cabinet)
  if (busy) {
    const where = cabinetName(t, cabinet)
    return refuse(
      'MATCH_ACTIVE',
      `${matchLabelIn(t, busy)} is still on ${where}. Complete or stop it first.`,
    )
  }
  if (inputs.offline.includes(cabinet)) return cabinetOffline(t, cabinet)
  const all = Object.values(t.queues).filter((queue) => queue.cabinets.includes(cabinet))
  if (all.length === 0)
    return refuse('NO_QUEUE', say('noQueue', { cabinet: cabinetName(t, cabinet) }))
  if (!all.some((queue) => queue.enabled)) return refuse('QUEUE_DISABLED')
  const { match: next, skipped: blocked } = nextMatch({
    order: queueOrderOf(all, cabinet),
    find: (id) => {
      const match = findMatch(t, id)
      return match && asQueued(t, match)
    },
    active: activeIn(t),
    cabinet,
  })
  const reasons = blocked.map(({ match, block }) => blockRefusal(t, match.match, block))
  const skipped = reasons.map(({ detail }) => detail)
  const skippedMessages = reasons.map(({ message }) => message)
  if (!next) {
    if (skipped.length > 0)
      return refuse('NOTHING_ELIGIBLE', skipped.join(' '), {
        skipped,
        skippedMessages,
      })
    // Matches that wait in a disabled queue: the enabled ones are empty.
    if (all.some((queue) => !queue.enabled && queue.matches.length > 0)) {
      return refuse('QUEUE_DISABLED')
    }
    return refuse('NOTHING_ELIGIBLE', undefined, { skipped, skippedMessages })
  }
  return {
    events: startEvents(t, next.match, { cabinet, now: inputs.now }),
    answer: { match: next.id, skipped, skippedMessages },
  }
}

/** Sent by the referee when a timer is due: starts the next match, or stores why not (R-QT-1). */
export function fireTimer(
  t: Tournament,
  command: CommandOf<'FireTimer'>,
  inputs: DecisionInputs,
): Decision {
  const { cabinet, dueAt } = command
  const timer = t.timers[cabinet]
  if (timer?.dueAt !== dueAt) return accept()
  if (inputs.now < dueAt && !isFromFuture(t, timer, inputs.now)) return refuse('TIMER_NOT_DUE')
  const { held } = t.cabinets[cabinet] ?? {}
  if (held) return accept(timerCancelled(cabinet, held.reason))
  const first = dueBefore(t, timer, inputs.now)
  if (first)
    return refuse('TIMER_NOT_DUE', `${cabinetName(t, first.cabinet)} gets its match first.`)
  const played = inputs.otherActiveMatches?.find((one) => one.cabinet === cabinet)
  if (played) return waiting(t, cabinet, takenText(t, played))
  const next = selectNext(t, { type: 'SelectNext', cabinet }, inputs)
  if (!('refused' in next)) return next
  const skipped = next.more?.['skipped']
  if (!Array.isArray(skipped) || skipped.length === 0)
    return accept(timerCancelled(cabinet, next.detail))
  // Teams are busy or not known yet: the timer stays and tries again (R-QU-2).
  return waiting(t, cabinet, next.detail)
}

const clockToleranceMs = 60_000

/**
 * The match that the timer follows ended later than now: the clock was ahead and has been set back.
 * Nobody should wait until it has caught up (R-QT-1).
 */
function isFromFuture(t: Tournament, timer: Timer, now: string): boolean {
  const endedAt = t.matches[timer.after]?.result?.at
  return endedAt !== undefined && Date.parse(endedAt) - Date.parse(now) > clockToleranceMs
}

function waiting(t: Tournament, cabinet: CabinetId, reason: string): Decision {
  if (t.timers[cabinet]?.waits === reason) return accept()
  return accept({ type: 'TimerWaits', v: 1, cabinet, reason })
}

/** A timer overdue for longer than this was missed, and others no longer wait for it. */
const fairnessMs = 1_000

/** The timer of a cabinet of the same queue that was free first; ties by cabinet order (R-QU-3). */
function dueBefore(t: Tournament, timer: Timer, now: string): Timer | undefined {
  const orderOf = (one: Timer) => t.cabinets[one.cabinet]?.place ?? 0
  return Object.values(t.timers).find((other) => {
    if (other.cabinet === timer.cabinet || other.waits !== null) return false
    if (Date.parse(now) - Date.parse(other.dueAt) > fairnessMs) return false
    const isFirst =
      other.dueAt === timer.dueAt ? orderOf(other) < orderOf(timer) : other.dueAt < timer.dueAt
    return isFirst && shareQueue(t, other.cabinet, timer.cabinet)
  })
}

function shareQueue(t: Tournament, ...cabinets: CabinetId[]): boolean {
  return Object.values(t.queues).some(
    (queue) => queue.enabled && cabinets.every((id) => queue.cabinets.includes(id)),
  )
}

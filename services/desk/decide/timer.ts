import type { CommandOf } from '../../../events/command.ts'
import type { Event } from '../../../events/event.ts'
import type { Match } from '../../../events/match.ts'
import type { Tournament } from '../../../events/tournament.ts'
import { accept } from './decision.ts'
import type { Decision } from './decision.ts'

/** Armed where a match ends on a cabinet whose enabled queue has more to play (R-QT-1). */
export function armTimer(t: Tournament, match: Match, cabinet: number, now: string): Event[] {
  const waiting = Object.values(t.queues).some(
    (queue) => queue.enabled && queue.cabinets.includes(cabinet) && queue.matches.length > 0,
  )
  if (!waiting) return []
  const seconds = t.stages[match.stage]?.queueTimer ?? 0
  return [{ type: 'TimerArmed', v: 1, cabinet, after: match.id, dueAt: later(now, seconds) }]
}

function later(now: string, seconds: number): string {
  return new Date(Date.parse(now) + seconds * 1000).toISOString()
}

export function cancel(cabinet: number, reason: string): Event {
  return { type: 'TimerCancelled', v: 1, cabinet, reason }
}

export function holdTimer(t: Tournament, command: CommandOf<'HoldTimer'>): Decision {
  if (!t.timers[command.cabinet]) return accept()
  return accept(cancel(command.cabinet, command.reason))
}

import { matchLabel } from '#events/bracket/bracket.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import type { Match } from '#events/state/match.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { accept } from '../decision.ts'
import type { DecisionInputs, Decision } from '../decision.ts'
import { notAssigned } from '../lookups.ts'
import { armTimerEvents, timerCancelled } from './timer.ts'
import type { CabinetId, ProtestId } from '#events/ids.ts'

/**
 * Holds a cabinet: nothing starts automatically until it is released; people may still start
 * matches.
 */
export function holdCabinet(
  t: Tournament,
  command: CommandOf<'HoldCabinet'>,
  { now }: DecisionInputs,
): Decision {
  const { cabinet, reason } = command
  const found = t.cabinets[cabinet]
  if (!found) return notAssigned(cabinet)
  // A hold by hand replaces that of a protest, whose end then no longer releases the cabinet.
  if (found.held && found.held.protest === undefined) return accept()
  return accept(
    { type: 'CabinetHeld', v: 1, cabinet, reason, at: now },
    ...(t.timers[cabinet] ? [timerCancelled(cabinet, reason)] : []),
  )
}

/**
 * Releases a cabinet. If no match is on it, its timer starts as if the last match had ended now.
 */
export function releaseCabinet(
  t: Tournament,
  command: CommandOf<'ReleaseCabinet'>,
  { now }: DecisionInputs,
): Decision {
  const { cabinet } = command
  const found = t.cabinets[cabinet]
  if (!found) return notAssigned(cabinet)
  if (!found.held) return accept()
  // After a hold by hand an open protest still holds the cabinet.
  const waits = found.held.protest === undefined ? protestHoldEvents(t, cabinet, now) : []
  if (waits.length > 0) return accept(...waits)
  const { held: _, ...free } = found
  const released = { ...t, cabinets: { ...t.cabinets, [cabinet]: free } }
  const last = lastMatchOn(t, cabinet)
  return accept(
    { type: 'CabinetReleased', v: 1, cabinet },
    ...(last ? armTimerEvents(released, last, cabinet, now) : []),
  )
}

/** The hold by an open protest whose match is on this cabinet, or was the last one to end there. */
export function protestHoldEvents(t: Tournament, cabinet: CabinetId, now: string): Event[] {
  const open = Object.values(t.protests).filter(({ ended }) => ended === null)
  for (const { id, match: of } of open) {
    const match = t.matches[of]
    if (match && cabinetToHold(t, match) === cabinet) return [holdEvent(match, cabinet, id, now)]
  }
  return []
}

/** The cabinet that a match is on, or on which it was the last one played. */
export function cabinetToHold(t: Tournament, match: Match): CabinetId | null {
  const cabinet = match.cabinet ?? match.startedOn.at(-1) ?? null
  if (cabinet === null || !t.cabinets[cabinet]) return null
  return match.cabinet === cabinet || lastMatchOn(t, cabinet)?.id === match.id ? cabinet : null
}

export function holdEvent(match: Match, cabinet: CabinetId, protest: ProtestId, at: string): Event {
  const reason = `${matchLabel(match)} is under protest`
  return { type: 'CabinetHeld', v: 1, cabinet, reason, at, protest }
}

/** The match that ended last on a cabinet where none is being played. */
export function lastMatchOn(t: Tournament, cabinet: CabinetId): Match | undefined {
  const all = Object.values(t.matches)
  if (all.some((match) => match.cabinet === cabinet)) return undefined
  const ended = all.filter((match) => match.result && match.startedOn.at(-1) === cabinet)
  return ended.toSorted((a, b) => (a.result!.at < b.result!.at ? -1 : 1)).at(-1)
}

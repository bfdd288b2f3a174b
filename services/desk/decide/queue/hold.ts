import { label } from '../../../../events/bracket/bracket.ts'
import type { CommandOf } from '../../../../events/schema/command.ts'
import type { Event } from '../../../../events/schema/event.ts'
import type { Match } from '../../../../events/state/match.ts'
import type { Tournament } from '../../../../events/state/tournament.ts'
import { accept } from '../decision.ts'
import type { Circumstances, Decision } from '../decision.ts'
import { notAssigned } from '../lookups.ts'
import { armTimer, cancel } from './timer.ts'
import type { CabinetId, ProtestId } from '../../../../events/ids.ts'

/** Nothing starts on it by itself until it is released; a person may still start what they like. */
export function holdCabinet(
  t: Tournament,
  command: CommandOf<'HoldCabinet'>,
  { now }: Circumstances,
): Decision {
  const { cabinet, reason } = command
  const found = t.cabinets[cabinet]
  if (!found) return notAssigned(cabinet)
  // What a protest holds, a person holds longer: its end then releases nothing.
  if (found.held && found.held.protest === undefined) return accept()
  return accept(
    { type: 'CabinetHeld', v: 1, cabinet, reason, at: now },
    ...(t.timers[cabinet] ? [cancel(cabinet, reason)] : []),
  )
}

/** Where a match has ended and none is on, the timer runs anew, as if it had ended now. */
export function releaseCabinet(
  t: Tournament,
  command: CommandOf<'ReleaseCabinet'>,
  { now }: Circumstances,
): Decision {
  const { cabinet } = command
  const found = t.cabinets[cabinet]
  if (!found) return notAssigned(cabinet)
  if (!found.held) return accept()
  // By hand no more, it still waits where there is a protest; released from that, it goes on.
  const waits = found.held.protest === undefined ? heldByProtest(t, cabinet, now) : []
  if (waits.length > 0) return accept(...waits)
  const { held: _, ...free } = found
  const released = { ...t, cabinets: { ...t.cabinets, [cabinet]: free } }
  const last = lastOn(t, cabinet)
  return accept(
    { type: 'CabinetReleased', v: 1, cabinet },
    ...(last ? armTimer(released, last, cabinet, now) : []),
  )
}

/**
 * Of the protests that are open the one whose match is on this cabinet, or was the last to end
 * there.
 */
export function heldByProtest(t: Tournament, cabinet: CabinetId, now: string): Event[] {
  const open = Object.values(t.protests).filter(({ ended }) => ended === null)
  for (const { id, match: of } of open) {
    const match = t.matches[of]
    if (match && disputedPlace(t, match) === cabinet) return [heldFor(match, cabinet, id, now)]
  }
  return []
}

/** The cabinet a match is on, or where nothing has been played since. */
export function disputedPlace(t: Tournament, match: Match): CabinetId | null {
  const cabinet = match.cabinet ?? match.startedOn.at(-1) ?? null
  if (cabinet === null || !t.cabinets[cabinet]) return null
  return match.cabinet === cabinet || lastOn(t, cabinet)?.id === match.id ? cabinet : null
}

export function heldFor(match: Match, cabinet: CabinetId, protest: ProtestId, at: string): Event {
  const reason = `${label(match)} is under protest`
  return { type: 'CabinetHeld', v: 1, cabinet, reason, at, protest }
}

/** The match that ended last on a cabinet where none is being played. */
export function lastOn(t: Tournament, cabinet: CabinetId): Match | undefined {
  const all = Object.values(t.matches)
  if (all.some((match) => match.cabinet === cabinet)) return undefined
  const ended = all.filter((match) => match.result && match.startedOn.at(-1) === cabinet)
  return ended.toSorted((a, b) => (a.result!.at < b.result!.at ? -1 : 1)).at(-1)
}

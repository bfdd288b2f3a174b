import type { CommandOf } from '../../../events/command.ts'
import type { Match } from '../../../events/match.ts'
import type { Tournament } from '../../../events/tournament.ts'
import { accept } from './decision.ts'
import type { Circumstances, Decision } from './decision.ts'
import { notAssigned } from './find.ts'
import { armTimer, cancel } from './timer.ts'

/** Nothing starts on it by itself until it is released; a person may still start what they like. */
export function holdCabinet(
  t: Tournament,
  command: CommandOf<'HoldCabinet'>,
  { now }: Circumstances,
): Decision {
  const { cabinet, reason } = command
  if (!t.cabinets[cabinet]) return notAssigned(cabinet)
  if (t.cabinets[cabinet].held) return accept()
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
  const { held: _, ...free } = found
  const released = { ...t, cabinets: { ...t.cabinets, [cabinet]: free } }
  const last = lastOn(t, cabinet)
  return accept(
    { type: 'CabinetReleased', v: 1, cabinet },
    ...(last ? armTimer(released, last, cabinet, now) : []),
  )
}

/** The match that ended last on a cabinet where none is being played. */
export function lastOn(t: Tournament, cabinet: number): Match | undefined {
  const all = Object.values(t.matches)
  if (all.some((match) => match.cabinet === cabinet)) return undefined
  const ended = all.filter((match) => match.result && match.startedOn.at(-1) === cabinet)
  return ended.toSorted((a, b) => (a.result!.at < b.result!.at ? -1 : 1)).at(-1)
}

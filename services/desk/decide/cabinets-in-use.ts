import { cabinetName } from '../../../events/describe/names.ts'
import type { Command } from '../../../events/schema/command.ts'
import type { Event } from '../../../events/schema/event.ts'
import type { Match } from '../../../events/state/match.ts'
import type { Tournament } from '../../../events/state/tournament.ts'
import { refuse } from './decision.ts'
import type { Refusal } from './decision.ts'
import type { InUse } from '../../../events/view/frames.ts'
import type { CabinetId, MatchId } from '../../../events/ids.ts'

/**
 * The match that an event puts on a cabinet, or takes off (cabinet null); null for other events.
 */
export function cabinetChangeOf(
  event: Event,
): { match: MatchId; cabinet: CabinetId | null } | null {
  switch (event.type) {
    case 'MatchStarted':
      return { match: event.match, cabinet: event.cabinet }
    case 'MatchStopped':
    case 'MatchCompleted':
    case 'MatchForfeited':
    case 'MatchVoided':
      return { match: event.match, cabinet: null }
    case 'Restored': {
      if (event.kind !== 'matches') return null
      const { cabinet } = (event.record ?? { cabinet: null }) as Pick<Match, 'cabinet'>
      return { match: Number(event.id), cabinet }
    }
    default:
      return null
  }
}

/** The cabinets on which the events put a match that is not there yet. */
export function newlyOccupied(t: Tournament, events: Event[]): number[] {
  const cabinets = events.flatMap((event) => {
    const change = cabinetChangeOf(event)
    if (!change || change.cabinet === null) return []
    return t.matches[change.match]?.cabinet === change.cabinet ? [] : [change.cabinet]
  })
  return [...new Set(cabinets)]
}

/** A cabinet has one match over all tournaments; another one is displaced only by `displace`. */
export function displacementRefusal(
  t: Tournament,
  command: Command,
  { events, elsewhere = [] }: { events: Event[]; elsewhere?: InUse[] | undefined },
): Refusal | null {
  if ('displace' in command && command.displace) return null
  const cabinets = newlyOccupied(t, events)
  const inUse = elsewhere.filter(({ cabinet }) => cabinets.includes(cabinet))
  return inUse.length > 0 ? cabinetTakenRefusal(t, inUse) : null
}

export function cabinetTakenRefusal(t: Tournament, inUse: InUse[]): Refusal {
  return refuse('CABINET_TAKEN', inUse.map((one) => takenText(t, one)).join(' '), { inUse })
}

export function takenText(t: Tournament, one: InUse): string {
  const { cabinet, tournamentName, matchName } = one
  return `${cabinetName(t, cabinet)} is taken: ${matchName} of ${tournamentName} is being played there.`
}

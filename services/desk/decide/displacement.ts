import { cabinetName } from '#events/describe/names.ts'
import type { Command } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import type { Match } from '#events/state/match.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { refuse } from './decision.ts'
import type { Refusal } from './decision.ts'
import type { ActiveMatch } from '#events/view/frames.ts'
import type { CabinetId, MatchId } from '#events/ids.ts'

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
export function newlyTakenCabinets(t: Tournament, events: Event[]): number[] {
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
  {
    events,
    otherActiveMatches = [],
  }: { events: Event[]; otherActiveMatches?: ActiveMatch[] | undefined },
): Refusal | null {
  if ('displace' in command && command.displace) return null
  const cabinets = newlyTakenCabinets(t, events)
  const displaced = otherActiveMatches.filter(({ cabinet }) => cabinets.includes(cabinet))
  return displaced.length > 0 ? cabinetTakenRefusal(t, displaced) : null
}

export function cabinetTakenRefusal(t: Tournament, matches: ActiveMatch[]): Refusal {
  return refuse('CABINET_TAKEN', matches.map((one) => takenText(t, one)).join(' '), {
    inUse: matches,
  })
}

export function takenText(t: Tournament, one: ActiveMatch): string {
  const { cabinet, tournamentName, matchName } = one
  return `${cabinetName(t, cabinet)} is taken: ${matchName} of ${tournamentName} is being played there.`
}

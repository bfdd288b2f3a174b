// State of the venue: attendance of teams, calls for officials, and warnings.
import type { Event, EventOf } from '../schema/event.ts'
import type { Attendance, OfficialCall, Warning } from '../schema/on-site.ts'
import type { Records, TeamId } from '../ids.ts'

export type OnSite = {
  attendances: Records<TeamId, Attendance>
  officialCalls: Record<number, OfficialCall>
  /** only for officials: no row has them */
  warnings: Record<number, Warning>
}
const types = [
  'AttendanceReported',
  'OfficialCalled',
  'OfficialCallTaken',
  'OfficialCallEnded',
  'WarningGiven',
] as const
type OnSiteEvent = EventOf<(typeof types)[number]>

export function isOnSiteEvent(event: Event): event is OnSiteEvent {
  return types.some((type) => type === event.type)
}

export function evolveOnSite(all: OnSite, event: OnSiteEvent): Partial<OnSite> {
  switch (event.type) {
    case 'AttendanceReported': {
      const { team, missing, at } = event
      return { attendances: { ...all.attendances, [team]: { team, missing, at } } }
    }
    case 'WarningGiven': {
      const { type: _, v: __, ...warning } = event
      return { warnings: { ...all.warnings, [warning.num]: warning } }
    }
    default:
      return { officialCalls: evolveCalls(all.officialCalls, event) }
  }
}

function evolveCalls(
  all: OnSite['officialCalls'],
  event: Exclude<OnSiteEvent, EventOf<'AttendanceReported' | 'WarningGiven'>>,
): OnSite['officialCalls'] {
  const { [event.num]: call, ...rest } = all
  switch (event.type) {
    case 'OfficialCalled': {
      const { num, cabinet, team, at } = event
      return { ...rest, [num]: { num, cabinet, team, at, taken: null } }
    }
    case 'OfficialCallTaken': {
      const { at, device, person } = event
      return call ? { ...rest, [event.num]: { ...call, taken: { at, device, person } } } : all
    }
    case 'OfficialCallEnded':
      return rest
  }
}

// State of the venue: attendance of teams, calls for officials, and warnings.
import type { Records, TeamId } from '../ids.ts'
import type { Attendance, OfficialCall, Warning, onSiteSchema } from '../schema/nouns/on-site.ts'
import { without } from './noun.ts'
import type { NounState } from './noun.ts'

type OnSite = {
  attendances: Records<TeamId, Attendance>
  officialCalls: Record<number, OfficialCall>
  /** only for officials: no row has them */
  warnings: Record<number, Warning>
}

export const onSiteState: NounState<typeof onSiteSchema, OnSite> = {
  empty: { attendances: {}, officialCalls: {}, warnings: {} },
  rows: { attendance: 'attendances', officialCall: 'officialCalls' },
  on: {
    AttendanceReported: ({ attendances }, { team, missing, at }) => {
      return { attendances: { ...attendances, [team]: { team, missing, at } } }
    },
    OfficialCalled: ({ officialCalls: all }, { num, cabinet, team, at }) => {
      const call = { num, cabinet, team, at, taken: null }
      return { officialCalls: { ...without(all, num), [num]: call } }
    },
    OfficialCallTaken: ({ officialCalls: all }, { num, at, device, person }) => {
      const call = all[num]
      if (!call) return {}
      const taken = { ...call, taken: { at, device, person } }
      return { officialCalls: { ...without(all, num), [num]: taken } }
    },
    OfficialCallEnded: ({ officialCalls: all }, { num }) => ({ officialCalls: without(all, num) }),
    WarningGiven: ({ warnings }, { type: _, v: __, ...warning }) => {
      return { warnings: { ...warnings, [warning.num]: warning } }
    },
  },
}

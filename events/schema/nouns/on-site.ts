import { z } from 'zod'
import { maxMissingPlayers } from '../../rules/limits.ts'
import { idsOf } from '../parts/ids.ts'
import { command, event } from '../parts/shapes.ts'
import type { NounSchema } from './noun.ts'
import { warningReasons } from '../../rules/warning-reasons.ts'

const { cabinet, person, player, team } = idsOf(z.int().positive())
const num = z.int().positive()
const at = z.string()

/** How many players of a team are missing; 0: the team is complete. */
export const MissingPlayers = z.int().min(0).max(maxMissingPlayers)

export const Attendance = z.object({ team, missing: MissingPlayers, at })
export type Attendance = z.infer<typeof Attendance>

/**
 * `num` is the version of its commit. A call comes from a cabinet, a team's phone or both (R-CO-2).
 */
export const OfficialCall = z.object({
  num,
  cabinet: cabinet.nullable(),
  team: team.nullable(),
  at,
})
const TakenBy = z.object({
  at,
  /** name of the tablet */
  device: z.string().max(100).nullable(),
  /** null: taken by a key */
  person: person.nullable(),
})
export type OfficialCall = z.infer<typeof OfficialCall> & { taken: z.infer<typeof TakenBy> | null }

const WarningReason = z.enum(warningReasons)

/** A warning of a team or of one of its players. */
export const Warning = z.object({
  num,
  team,
  player: player.nullable(),
  reason: WarningReason,
  at,
})
export type Warning = z.infer<typeof Warning>

const { tournament } = idsOf(z.int())

/** Has only the name of a tablet: the person who took the call is shown only to officials (P19). */
const OfficialCallRow = OfficialCall.extend({
  tournament,
  takenAt: z.string().nullable(),
  takenOn: z.string().nullable(),
})

export const onSiteSchema = {
  events: [
    event('AttendanceReported', 1, Attendance.shape),
    event('OfficialCalled', 1, OfficialCall.shape),
    event('OfficialCallTaken', 1, { num, ...TakenBy.shape }),
    event('OfficialCallEnded', 1, { num }),
    event('WarningGiven', 1, Warning.shape),
  ],
  commands: [
    command('ReportAttendance', Attendance.omit({ at: true }).shape),
    command('CallOfficial', OfficialCall.pick({ cabinet: true, team: true }).shape),
    /** `device`: the tablet that takes the call */
    command('TakeOfficialCall', { ...TakenBy.pick({ device: true }).shape, num }),
    command('EndOfficialCall', { num }),
    command('GiveWarning', Warning.omit({ num: true, at: true }).shape),
  ],
  records: {
    attendances: { label: 'Whether the team is there', key: 'team', record: Attendance },
    officialCalls: {
      label: 'The call for an official',
      key: null,
      record: OfficialCall.extend({ taken: TakenBy.nullable() }),
    },
    warnings: { label: 'The warning', key: null, record: Warning },
  },
  rows: { attendance: Attendance.extend({ tournament }), officialCall: OfficialCallRow },
} satisfies NounSchema

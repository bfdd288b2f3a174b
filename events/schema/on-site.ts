import { z } from 'zod'
import { idsOf } from './ids.ts'
import { warningReasons } from '../rules/warning-reasons.ts'

const { cabinet, person, player, team } = idsOf(z.int().positive())
const num = z.int().positive()
const at = z.string()

/** How many of a team are missing; none: it is there. */
export const Missing = z.int().min(0).max(9)

export const Attendance = z.object({ team, missing: Missing, at })
export type Attendance = z.infer<typeof Attendance>

/** Named by the version that made it; from a cabinet, from a team's phone, or both (R-CO-2). */
export const OfficialCall = z.object({
  num,
  cabinet: cabinet.nullable(),
  team: team.nullable(),
  at,
})
export const Taken = z.object({
  at,
  /** of the tablet */
  device: z.string().max(100).nullable(),
  /** null: by a key */
  person: person.nullable(),
})
export type OfficialCall = z.infer<typeof OfficialCall> & { taken: z.infer<typeof Taken> | null }

const WarningReason = z.enum(warningReasons)

/** Of a team, or of one of its players alone. */
export const Warning = z.object({
  num,
  team,
  player: player.nullable(),
  reason: WarningReason,
  at,
})
export type Warning = z.infer<typeof Warning>

const type = <T extends string>(name: T) => ({ type: z.literal(name) })
export const onSiteCommands = [
  Attendance.omit({ at: true }).extend(type('ReportAttendance')),
  OfficialCall.pick({ cabinet: true, team: true }).extend(type('CallOfficial')),
  /** `device`: of the tablet that takes it */
  Taken.pick({ device: true }).extend({ ...type('TakeOfficialCall'), num }),
  z.object({ ...type('EndOfficialCall'), num }),
  Warning.omit({ num: true, at: true }).extend(type('GiveWarning')),
] as const

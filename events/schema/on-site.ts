import { z } from 'zod'
import { maxMissingPlayers } from '../rules/limits.ts'
import { idsOf } from './ids.ts'
import { warningReasons } from '../rules/warning-reasons.ts'

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
export const TakenBy = z.object({
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

const type = <T extends string>(name: T) => ({ type: z.literal(name) })
export const onSiteCommands = [
  Attendance.omit({ at: true }).extend(type('ReportAttendance')),
  OfficialCall.pick({ cabinet: true, team: true }).extend(type('CallOfficial')),
  /** `device`: the tablet that takes the call */
  TakenBy.pick({ device: true }).extend({ ...type('TakeOfficialCall'), num }),
  z.object({ ...type('EndOfficialCall'), num }),
  Warning.omit({ num: true, at: true }).extend(type('GiveWarning')),
] as const

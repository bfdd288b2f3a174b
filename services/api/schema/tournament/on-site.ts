import { z } from 'zod'
import { Attendance, MissingPlayers, OfficialCall, Warning } from '#events/schema/nouns/on-site.ts'
import { Id, toOne, byId } from '../http/common.ts'

const Done = z.object({ success: z.literal(true) })
const Code = z.string().max(100)
/** The code is not needed by a signed-in player of the team. */
const ByTeam = z.object({ code: Code.optional() })
const AtCabinet = z.object({ code: Code })

/** `takenBy` is the name of a person or a tablet. */
const CallBody = OfficialCall.extend({
  takenAt: z.string().nullable(),
  takenBy: z.string().nullable(),
})
/** A call as seen at the cabinet or by the team. `takenOn` names a tablet, never a person. */
const OwnCall = z.object({
  at: z.string(),
  takenAt: z.string().nullable(),
  takenOn: z.string().nullable(),
})
const CodePage = z.object({
  isPlayed: z.boolean(),
  calls: z.array(OwnCall),
  /** the team of the signed-in player */
  team: z.object({ id: z.int(), name: z.string(), missing: z.int().nullable() }).nullable(),
})
const WarningBody = Warning.extend({ name: z.string().nullable() })

const TeamCode = z.object({ code: z.string().nullable() })

export const onSiteApi = {
  'PUT /api/tournament/team/:id/attendance/': toOne(Attendance.pick({ missing: true }), Done),
  'PUT /api/tournament/team/:id/warn/': toOne(Warning.pick({ player: true, reason: true }), Done),
  /** null if the server has no secret to make a code from */
  'GET /api/tournament/team/:id/code/': byId(TeamCode),
  /** makes a new code; the old one is invalid from then on */
  'POST /api/tournament/team/:id/code/': byId(TeamCode),
  'GET /api/tournament/tournament/:id/official-call/': byId(z.array(CallBody)),
  'GET /api/tournament/tournament/:id/warning/': byId(z.array(WarningBody)),
  'PUT /api/tournament/tournament/:id/take-call/': toOne(z.object({ num: Id }), Done),
  'PUT /api/tournament/tournament/:id/end-call/': toOne(z.object({ num: Id }), Done),

  'PUT /api/tournament/team/:id/report/': toOne(ByTeam.extend({ missing: MissingPlayers }), Done),
  'PUT /api/tournament/team/:id/call-official/': toOne(ByTeam, Done),
  'PUT /api/tournament/call-official/': { body: AtCabinet, response: { 200: Done } },
  'GET /api/tournament/call-official/:code/': {
    params: z.object({ code: Code }),
    response: { 200: CodePage },
  },
}

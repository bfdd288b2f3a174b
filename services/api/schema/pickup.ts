import { z } from 'zod'
import { pickupRules, teamSize } from '../../../events/rules/pickup.ts'
import { Done } from './bodies.ts'
import { ById, Id, toOne } from './common.ts'

const Entry = z.object({ id: z.int(), name: z.string(), size: z.int() })
const Settings = z.object({
  rule: z.enum(pickupRules),
  /** wins in a row after which winners step off too; null: they never do */
  maxWins: z.int().min(1).max(9).nullable(),
})
/** The names are what people called themselves; nothing of them is in the log. */
const Line = z.object({
  cabinet: z.object({ id: z.int(), scene: z.int(), displayName: z.string() }),
  /** null: there is none at this cabinet */
  line: Settings.extend({
    /** a tournament is played here: nobody is called until it is over */
    isPaused: z.boolean(),
    isPlaying: z.boolean(),
    blue: z.array(Entry),
    gold: z.array(Entry),
    /** who waits, as the teams that they will make */
    next: z.array(z.array(Entry)),
  }).nullable(),
})

const ByCode = z.object({
  code: z.string().min(1).max(60),
  /** made by the phone, which alone has it: by it it is known again */
  key: z.string().min(20).max(60),
})
const Joining = ByCode.extend({
  name: z.string().trim().min(1, 'What shall we call you?').max(40, 'Too long'),
  size: z.int().min(1).max(teamSize),
})
const Named = z.object({ entry: Id })

export const pickupApi = {
  'GET /api/game/cabinet/:id/pickup/': { params: ById, response: { 200: Line } },
  'PUT /api/game/cabinet/:id/pickup/': toOne(Settings.extend({ isOpen: z.boolean() }), Done),
  'PUT /api/game/cabinet/:id/pickup/remove/': toOne(Named, Done),
  'PUT /api/game/cabinet/:id/pickup/skip/': toOne(Named, Done),
  'POST /api/stats/pickup/': { body: Joining, response: { 200: z.object({ entry: z.int() }) } },
  'POST /api/stats/pickup/leave/': { body: ByCode, response: { 200: Done } },
}

import { z } from 'zod'
import { pickupRules, teamSize } from '#events/rules/pickup.ts'
import { Done } from '../http/bodies.ts'
import { Id, toOne, nameOf, byId } from '../http/common.ts'

const Entry = z.object({ id: z.int(), name: z.string(), size: z.int() })
const Settings = z.object({
  rule: z.enum(pickupRules),
  /** wins in a row after which winners leave too; null for never */
  maxWins: z.int().min(1).max(9).nullable(),
})
/** The line at a cabinet. Names are chosen by the people themselves and are not in the log. */
const Line = z.object({
  cabinet: z.object({ id: z.int(), scene: z.int(), displayName: z.string() }),
  /** null if the cabinet has no line */
  line: Settings.extend({
    /** true while a tournament uses the cabinet; nobody is called until it is over */
    isPaused: z.boolean(),
    isPlaying: z.boolean(),
    blue: z.array(Entry),
    gold: z.array(Entry),
    /** the waiting entries, grouped into their future teams */
    next: z.array(z.array(Entry)),
  }).nullable(),
})

const ByCode = z.object({
  code: z.string().min(1).max(60),
  /** a secret of the phone, by which it is recognized */
  key: z.string().min(20).max(60),
})
const Joining = ByCode.extend({
  name: nameOf(40, 'Enter your name'),
  size: z.int().min(1).max(teamSize),
})
const EntryRef = z.object({ entry: Id })

export const pickupApi = {
  'GET /api/game/cabinet/:id/pickup/': byId(Line),
  'PUT /api/game/cabinet/:id/pickup/': toOne(Settings.extend({ isOpen: z.boolean() }), Done),
  'PUT /api/game/cabinet/:id/pickup/remove/': toOne(EntryRef, Done),
  'PUT /api/game/cabinet/:id/pickup/skip/': toOne(EntryRef, Done),
  'POST /api/stats/pickup/': { body: Joining, response: { 200: z.object({ entry: z.int() }) } },
  'POST /api/stats/pickup/leave/': { body: ByCode, response: { 200: Done } },
}

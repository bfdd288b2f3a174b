import { z } from 'zod'
import { ById, Id, paging, IdText, toOne, listBy } from './common.ts'
import { Removal } from './bodies.ts'

const roleNames = ['queue-board', 'bracket', 'now-playing', 'cabinet', 'overlay'] as const
export const DisplayRole = z.object({
  name: z.enum(roleNames, 'What should it show?'),
  tournament: Id,
  cabinet: Id.nullable().default(null),
  /** null: the stage that is being played */
  stage: Id.nullable().default(null),
})
export type DisplayRole = z.infer<typeof DisplayRole>
const RoleBody = z.object({
  name: z.enum(roleNames),
  tournament: z.int(),
  cabinet: z.int().nullable(),
  stage: z.int().nullable(),
})
const DisplayBody = z.object({
  id: z.int(),
  code: z.string(),
  scene: z.int(),
  name: z.string(),
  role: RoleBody.nullable(),
  version: z.int(),
  lastSeenAt: z.string(),
  /** it has asked what to show within the last half minute */
  isHere: z.boolean(),
})

/** What a display is told: also one that nobody has claimed yet. */
export const DisplayTargetBody = z.object({
  code: z.string(),
  name: z.string(),
  isClaimed: z.boolean(),
  version: z.int(),
  role: RoleBody.nullable(),
})

const DisplayKey = z.string().regex(/^[\w-]{32,100}$/, 'Not a key of a display')

const name = z.string().trim().max(60, 'Too long')
const codeless = 'Type the code that the display shows'
export const Claim = z.object({
  scene: Id,
  code: z.string(codeless).trim().min(1, codeless).max(20, 'Too long'),
  name: name.default(''),
})
const DisplayChange = z.object({
  name: name.min(1, 'What is it called?').optional(),
  /** null: nothing, until it is given another one */
  role: DisplayRole.nullable().optional(),
})
const DisplayFilters = z.object({ ...paging, sceneId: IdText })

const named = z.string().trim().min(1, 'Cannot be empty').max(100, 'Too long')
const Score = z.int().min(0).max(99)
export const Pins = z.object({
  blueName: named.optional(),
  goldName: named.optional(),
  blueScore: Score.optional(),
  goldScore: Score.optional(),
  sides: z.enum(['blue-left', 'gold-left']).optional(),
  map: named.optional(),
})
const PinsBody = z.object({ tournament: z.int(), cabinet: z.int(), pins: Pins })
const PinsOf = z.object({ tournamentId: IdText, cabinetId: IdText })
const PinsChange = z.object({
  cabinet: Id,
  /** null: shown again as the matches say */
  pins: z.object({
    blueName: named.nullable().optional(),
    goldName: named.nullable().optional(),
    blueScore: Score.nullable().optional(),
    goldScore: Score.nullable().optional(),
    sides: z.enum(['blue-left', 'gold-left']).nullable().optional(),
    map: named.nullable().optional(),
  }),
})

export const displayApi = {
  'POST /api/tournament/display/': {
    body: z.object({ key: DisplayKey }),
    response: { 201: DisplayTargetBody },
  },
  'GET /api/tournament/display/wish/': { response: { 200: DisplayTargetBody } },
  'GET /api/tournament/display/': listBy(DisplayFilters, DisplayBody),
  'POST /api/tournament/display/claim/': { body: Claim, response: { 201: DisplayBody } },
  'PATCH /api/tournament/display/:id/': toOne(DisplayChange, DisplayBody),
  'PUT /api/tournament/display/:id/reload/': { params: ById, response: { 200: DisplayBody } },
  'GET /api/tournament/overlay/': { querystring: PinsOf, response: { 200: PinsBody } },
  'PUT /api/tournament/tournament/:id/overlay/': toOne(PinsChange, PinsBody),
  'DELETE /api/tournament/display/:id/': Removal,
}

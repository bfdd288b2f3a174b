import { z } from 'zod'
import { overlayParts, overlayPresses } from '../../../events/view/overlay.ts'
import { ById, Id, paging, IdText, toOne, listBy } from './common.ts'
import { Removal } from './bodies.ts'

const roleNames = ['queue-board', 'bracket', 'now-playing', 'cabinet', 'overlay'] as const
const SingleRole = z.object({
  name: z.enum(roleNames, 'What should it show?'),
  tournament: Id,
  cabinet: Id.nullable().default(null),
  /** null: the stage that is being played */
  stage: Id.nullable().default(null),
  /** how long it is shown before what comes in turn */
  seconds: z.int().min(5).max(600).optional(),
})
const maxOthers = 11
export const DisplayRole = SingleRole.extend({
  /** shown in turn after it, and then it again */
  others: z.array(SingleRole).max(maxOthers, 'At most 12 in turn').optional(),
}).refine(
  ({ name, others = [] }) =>
    others.length === 0 ||
    [name, ...others.map((one) => one.name)].every((one) => one !== 'overlay'),
  'An overlay is shown alone',
)
export type DisplayRole = z.infer<typeof DisplayRole>
const SingleBody = z.object({
  name: z.enum(roleNames),
  tournament: z.int(),
  cabinet: z.int().nullable(),
  stage: z.int().nullable(),
  seconds: z.int().optional(),
})
const RoleBody = SingleBody.extend({ others: z.array(SingleBody).optional() })
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
const PartBody = z.object({
  isOn: z.boolean(),
  /** the match it is held at; null: it follows the cabinet */
  match: z.int().nullable(),
})
const Words = z.object({ title: z.string(), line: z.string() })
export const OverlayBody = z.object({
  tournament: z.int(),
  cabinet: z.int(),
  /** of two states the one with the higher version is newer */
  version: z.number(),
  pins: Pins,
  parts: z.object(
    Object.fromEntries(overlayParts.map((part) => [part, PartBody])) as Record<
      (typeof overlayParts)[number],
      typeof PartBody
    >,
  ),
  /** of the lower third */
  words: Words,
})
const OverlayPageBody = z.object({
  cabinet: z.int(),
  part: z.enum([...overlayParts, 'all']),
  seenAt: z.string(),
  /** for how long nothing was heard of it */
  agoMs: z.number(),
  /** for how long it had heard nothing of the tournament by then; null: it never has */
  silentMs: z.number().nullable(),
  /** of the switches that it shows */
  version: z.number(),
})
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
/** A press is one address, so that a button box needs no body: what is none is not found. */
const PressOf = ById.extend({
  cabinet: z.coerce.number().int().positive(),
  part: z.string().meta({ enum: [...overlayParts] }),
  press: z.string().meta({ enum: [...overlayPresses] }),
})
const said = z.string().trim().max(100, 'Too long')
const Press = z.object({
  /** of `pin`: left out, the match it shows now */
  match: Id.optional(),
  /** of the lower third */
  title: said.optional(),
  line: said.optional(),
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
  'GET /api/tournament/overlay/': { querystring: PinsOf, response: { 200: OverlayBody } },
  'GET /api/tournament/tournament/:id/overlay/': {
    params: ById,
    response: {
      200: z.object({ overlays: z.array(OverlayBody), pages: z.array(OverlayPageBody) }),
    },
  },
  'PUT /api/tournament/tournament/:id/overlay/': toOne(PinsChange, OverlayBody),
  'POST /api/tournament/tournament/:id/overlay/:cabinet/:part/:press/': {
    params: PressOf,
    body: Press,
    response: { 200: OverlayBody },
  },
  'DELETE /api/tournament/display/:id/': Removal,
}

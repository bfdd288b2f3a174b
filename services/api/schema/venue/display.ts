import { z } from 'zod'
import { cleanName } from '#events/text/clean-name.ts'
import { maxDisplayTurns } from '#events/rules/limits.ts'
import { overlayParts, overlayPresses } from '#events/view/overlay.ts'
import { ById, Id, paging, IdText, toOne, listBy, nameOf, byId } from '../http/common.ts'
import { Removal } from '../http/bodies.ts'

const roleNames = ['queue-board', 'bracket', 'now-playing', 'cabinet', 'overlay'] as const
const SingleRole = z.object({
  name: z.enum(roleNames, 'Choose what it should show'),
  tournament: Id,
  cabinet: Id.nullable().default(null),
  /** null for the stage that is being played */
  stage: Id.nullable().default(null),
  /** how long it is shown before the next role */
  seconds: z.int().min(5).max(600).optional(),
})
export const DisplayRole = SingleRole.extend({
  /** further roles, shown in rotation */
  others: z
    .array(SingleRole)
    .max(maxDisplayTurns - 1, `A display can show at most ${maxDisplayTurns} views in turn`)
    .optional(),
}).refine(
  ({ name, others = [] }) =>
    others.length === 0 ||
    [name, ...others.map((one) => one.name)].every((one) => one !== 'overlay'),
  'An overlay cannot be shown in turn with other views',
)
export type DisplayRole = z.infer<typeof DisplayRole>
const SingleBody = z.object({
  name: z.enum(roleNames),
  tournament: z.int(),
  cabinet: z.int().nullable(),
  stage: z.int().nullable(),
  seconds: z.int().optional(),
})
const RoleBody = SingleBody.extend({ others: z.array(SingleBody).optional() }).meta({
  id: 'DisplayRole',
})
const DisplayBody = z
  .object({
    id: z.int(),
    code: z.string(),
    scene: z.int(),
    name: z.string(),
    role: RoleBody.nullable(),
    version: z.int(),
    lastSeenAt: z.string(),
    /** whether it has asked for its target within the last 30 s */
    isHere: z.boolean(),
  })
  .meta({ id: 'Display' })

/** The target of a display, also of one that is not claimed yet. */
export const DisplayTargetBody = z
  .object({
    code: z.string(),
    name: z.string(),
    isClaimed: z.boolean(),
    version: z.int(),
    role: RoleBody.nullable(),
  })
  .meta({ id: 'DisplayTarget' })

const DisplayKey = z.string().regex(/^[\w-]{32,100}$/, 'Not a valid display key')

const name = z.string().overwrite(cleanName).max(60, 'Too long')
const missingCode = 'Enter the code that the display shows'
export const Claim = z.object({
  scene: Id,
  code: z.string(missingCode).trim().min(1, missingCode).max(20, 'Too long'),
  name: name.default(''),
})
const DisplayChange = z.object({
  name: name.min(1, 'Enter a name').optional(),
  /** null shows nothing */
  role: DisplayRole.nullable().optional(),
})
const DisplayFilters = z.object({ ...paging, sceneId: IdText })

const label = nameOf(100, 'Cannot be empty')
const Score = z.int().min(0).max(99)
export const Pins = z.object({
  blueName: label.optional(),
  goldName: label.optional(),
  blueScore: Score.optional(),
  goldScore: Score.optional(),
  sides: z.enum(['blue-left', 'gold-left']).optional(),
  map: label.optional(),
})
const PartBody = z.object({
  isOn: z.boolean(),
  /** the match it is held at; null if it follows the cabinet */
  match: z.int().nullable(),
})
const Words = z.object({ title: z.string(), line: z.string() })
export const OverlayBody = z.object({
  tournament: z.int(),
  cabinet: z.int(),
  /** increases with every change */
  version: z.number(),
  pins: Pins,
  parts: z.object(
    Object.fromEntries(overlayParts.map((part) => [part, PartBody])) as Record<
      (typeof overlayParts)[number],
      typeof PartBody
    >,
  ),
  /** the lower third */
  words: Words,
})
const OverlayPageBody = z.object({
  cabinet: z.int(),
  part: z.enum([...overlayParts, 'all']),
  seenAt: z.string(),
  /** time since its last request */
  agoMs: z.number(),
  /** how long before that it last heard of the tournament; null if never */
  silentMs: z.number().nullable(),
  /** the version of the switches it shows */
  version: z.number(),
})
const PinsOf = z.object({ tournamentId: IdText, cabinetId: IdText })
const PinsChange = z.object({
  cabinet: Id,
  /** null removes a pin, so that the value of the match is shown again */
  pins: z.object({
    blueName: label.nullable().optional(),
    goldName: label.nullable().optional(),
    blueScore: Score.nullable().optional(),
    goldScore: Score.nullable().optional(),
    sides: z.enum(['blue-left', 'gold-left']).nullable().optional(),
    map: label.nullable().optional(),
  }),
})
/**
 * A press is one address, so that a button box needs no body. Unknown parts and presses give 404.
 */
const PressOf = ById.extend({
  cabinet: z.coerce.number().int().positive(),
  part: z.string().meta({ enum: [...overlayParts] }),
  press: z.string().meta({ enum: [...overlayPresses] }),
})
const text = z.string().trim().max(100, 'Too long')
const Press = z.object({
  /** for `pin`; if missing, the match that is shown now */
  match: Id.optional(),
  /** of the lower third */
  title: text.optional(),
  line: text.optional(),
})

export const displayApi = {
  'POST /api/tournament/display/': {
    body: z.object({ key: DisplayKey }),
    response: { 201: DisplayTargetBody },
  },
  'GET /api/tournament/display/wish/': {
    headers: z.looseObject({
      'x-display-key': z.string().optional().describe('the key with which it has registered'),
    }),
    response: { 200: DisplayTargetBody },
  },
  'GET /api/tournament/display/': listBy(DisplayFilters, DisplayBody),
  'POST /api/tournament/display/claim/': { body: Claim, response: { 201: DisplayBody } },
  'PATCH /api/tournament/display/:id/': toOne(DisplayChange, DisplayBody),
  'PUT /api/tournament/display/:id/reload/': byId(DisplayBody),
  'GET /api/tournament/overlay/': {
    querystring: PinsOf,
    headers: z.looseObject({
      'x-overlay-page': z.string().optional().describe('what the page of an overlay reports'),
    }),
    response: { 200: OverlayBody },
  },
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

import { z } from 'zod'
import {
  ById,
  paging,
  Id,
  IdFilter,
  Slug,
  IdText,
  colour,
  toOne,
  listBy,
  nameOf,
  FromDevice,
  byId,
} from '../http/common.ts'
import { similarTeam } from '#events/branding/accents.ts'
import { SignInBody } from './cabinet-sign-in.ts'
import {
  CabinetBody,
  NoContent,
  Done,
  HomeSceneBody,
  SceneBody,
  SceneDefaults,
  IdAndName,
  Removal,
} from '../http/bodies.ts'

const missingName = 'Group name is required'
const GroupFields = z.object({
  name: nameOf(100, missingName),
  cabinets: z.array(Id).max(200),
})
const NewGroup = GroupFields.extend({ scene: Id })
export const GroupChange = GroupFields.partial()
const GroupBody = z
  .object({
    id: z.int(),
    scene: z.int(),
    name: z.string(),
    cabinets: z.array(z.int()),
  })
  .meta({ id: 'CabinetGroup' })
const GroupFilters = z.object({ ...paging, sceneId: IdFilter, scene: IdFilter })

const TimeZone = z.string().max(60).refine(isTimeZone, 'Enter a time zone such as America/Chicago')
export const CabinetSettings = z.object({
  displayName: nameOf(100),
  description: z.string().max(20_000),
  timeZone: TimeZone,
})
const NewCabinet = z.object({
  scene: Id,
  name: Slug,
  displayName: CabinetSettings.shape.displayName,
  description: CabinetSettings.shape.description.default(''),
  timeZone: TimeZone.default('UTC'),
})
const CabinetFilters = z.object({
  ...paging,
  sceneId: IdFilter,
  scene: z.string().max(100).optional(),
  name: z.string().max(100).optional(),
})
const WithToken = CabinetBody.extend({ token: z.string() })
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const QueuedMatch = z.object({
  id: z.int(),
  blueTeam: z.int().nullable(),
  goldTeam: z.int().nullable(),
  blueScore: z.int(),
  goldScore: z.int(),
  roundNum: z.int().nullable(),
  roundName: z.string(),
  isWarmup: z.boolean(),
})
const QueuedMatches = z.object({
  cabinetId: z.int(),
  matches: z.array(QueuedMatch),
  signedIn: z.array(SignInBody),
})

const Ms = z.int().min(0).max(3_600_000)
const DeviceHealth = z.object({
  /** in per cent; null if unknown */
  battery: z.int().min(0).max(100).nullable(),
  /** number of presses that are not saved yet */
  unsent: z.int().min(0).max(100_000),
  /** response times of its last presses, in ms */
  latency: z.object({ p50: Ms, p95: Ms }).nullable(),
})
export const DeviceBody = z
  .object({
    id: z.int(),
    name: z.string(),
    /** the signed-in person, or the one who paired it */
    person: IdAndName,
    /** `cabinet` for a paired device, which may only officiate at that cabinet */
    rights: z.enum(['admin', 'official', 'cabinet']),
    cabinet: z.int().nullable(),
    isReadOnly: z.boolean(),
    lastSeenAt: z.string(),
    lastWriteAt: z.string().nullable(),
    /** the build of the console it runs */
    build: z.string(),
    /** its clock minus the server's */
    clockOffsetMs: z.int().nullable(),
    health: DeviceHealth.nullable(),
    /** whether it is the device of this request */
    isThis: z.boolean(),
  })
  .meta({ id: 'Device' })

const DeviceName = nameOf(60, 'Enter a name')
/** Strict, like a change of a device: an ignored limit would leave it more rights. */
const NewPairing = z.strictObject({ name: DeviceName, cabinet: Id })
const PairingOffer = z.object({ code: z.string(), expiresAt: z.string() })
const PairingResult = z.object({ scene: z.int(), cabinet: z.int(), name: z.string() })
export const DeviceChange = z.strictObject({
  name: DeviceName.optional(),
  /** only for a paired device */
  cabinet: Id.optional(),
  /** whether it may only read in this scene */
  isReadOnly: z.boolean().optional(),
})
const DeviceReport = z.object({
  build: z.string().max(100),
  /** its clock minus the server's */
  clockOffsetMs: z
    .int()
    .min(-(2 ** 31))
    .max(2 ** 31 - 1)
    .nullable(),
  health: DeviceHealth.optional(),
})
const OfDevice = z.object({ id: IdText, device: IdText })

const NewScene = z.object({
  name: Slug,
  displayName: nameOf(100),
  description: z.string().max(20_000).default(''),
  backgroundColor: colour.default('#ffffff'),
})
const accent = colour
  .refine((typed) => similarTeam(typed) !== 'blue', 'Too close to the blue of the blue team')
  .refine((typed) => similarTeam(typed) !== 'gold', 'Too close to the gold of the gold team')
  .transform((typed) => typed.toLowerCase())
  .nullable()
const SceneChange = SceneDefaults.extend({
  description: NewScene.shape.description.unwrap(),
  logo: z.string().max(700_000).nullable(),
  accentColor: accent,
  secondColor: accent,
}).partial()
const SceneFilters = z.object({ ...paging, name: z.string().max(100).optional() })

const PlayingBody = z.object({
  id: z.int(),
  tournament: z.int(),
  cabinet: z.string(),
  roundName: z.string(),
  isWarmup: z.boolean(),
  blueTeam: z.string().nullable(),
  goldTeam: z.string().nullable(),
  blueScore: z.int(),
  goldScore: z.int(),
})
/** The winners of a final stage of a finished tournament. */
const WinnerBody = z.object({ tournament: z.int(), stage: z.string(), teams: z.array(IdAndName) })

export const venueApi = {
  'GET /api/tournament/cabinet-group/': listBy(GroupFilters, GroupBody),
  'GET /api/tournament/cabinet-group/:id/': byId(GroupBody),
  'POST /api/tournament/cabinet-group/': { body: NewGroup, response: { 201: GroupBody } },
  'GET /api/game/cabinet/': listBy(CabinetFilters, CabinetBody),
  'GET /api/game/cabinet/:id/queued-matches/': byId(QueuedMatches),
  'GET /api/game/cabinet/:id/': byId(CabinetBody),
  'POST /api/game/cabinet/': { body: NewCabinet, response: { 201: WithToken } },
  'PATCH /api/game/cabinet/:id/': toOne(CabinetSettings.partial(), CabinetBody),
  'POST /api/game/cabinet/:id/token/': byId(WithToken),
  'GET /api/tournament/scene/:id/device/': {
    params: ById,
    ...listBy(z.object(paging), DeviceBody),
  },
  'POST /api/tournament/scene/:id/device/': {
    params: ById,
    body: NewPairing,
    response: { 201: PairingOffer },
  },
  'POST /api/user/pair/': {
    body: z.object({ code: z.string().max(40) }),
    response: { 200: PairingResult },
  },
  'PATCH /api/tournament/scene/:id/device/:device/': {
    params: OfDevice,
    body: DeviceChange,
    response: { 200: DeviceBody },
  },
  'DELETE /api/tournament/scene/:id/device/:device/': {
    params: OfDevice,
    response: { 204: NoContent },
  },
  'POST /api/user/device/': {
    headers: FromDevice,
    body: DeviceReport,
    response: { 200: Done },
  },
  'POST /api/game/scene/': { body: NewScene, response: { 201: SceneBody } },
  'PATCH /api/game/scene/:id/': toOne(SceneChange, SceneBody),
  'PUT /api/tournament/cabinet-group/:id/': toOne(GroupFields, GroupBody),
  'PATCH /api/tournament/cabinet-group/:id/': toOne(GroupChange, GroupBody),
  'GET /api/game/scene/': listBy(SceneFilters, SceneBody),
  'GET /api/game/scene/:id/': byId(SceneBody),
  'GET /api/tournament/scene/': listBy(SceneFilters, HomeSceneBody),
  'GET /api/tournament/scene/:id/': byId(HomeSceneBody),
  'GET /api/tournament/scene/:id/playing/': byId(z.object({ matches: z.array(PlayingBody) })),
  'GET /api/tournament/scene/:id/winner/': byId(z.object({ winners: z.array(WinnerBody) })),
  'DELETE /api/tournament/cabinet-group/:id/': Removal,
}

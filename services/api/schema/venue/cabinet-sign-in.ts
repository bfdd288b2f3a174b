import { z } from 'zod'
import { ById, IdText, listBy, paging, nameOf, byId } from '../http/common.ts'
import { Done, NoContent, Removal } from '../http/bodies.ts'

export const SignInBody = z
  .object({
    sceneName: z.string(),
    cabinetId: z.int(),
    cabinetName: z.string(),
    playerId: z.int(),
    positionName: z.string(),
    action: z.enum(['sign_in', 'sign_out']),
    userId: z.int(),
    userName: z.string(),
    deviceIds: z.array(z.string()),
  })
  .meta({ id: 'SignIn' })
/** The people who are signed in and allow it to be shown. */
const SignedIn = z.object({ id: z.int(), signedIn: z.array(SignInBody) })
const CardReaderBody = z.object({
  id: z.int(),
  name: z.string(),
  cabinet: z.int(),
  createdAt: z.string(),
  lastSeenAt: z.string().nullable(),
})
const NewDevice = z.object({
  name: nameOf(60, 'Enter a name'),
})
const OfCabinet = z.object({ id: IdText, device: IdText })

const CabinetCode = z.object({ code: z.string().nullable() })
const ByCode = z.object({ code: z.string().min(1).max(60) })
const CodePage = z.object({
  cabinet: z.object({ id: z.int(), displayName: z.string(), sceneName: z.string() }),
  signedIn: z.array(SignInBody),
})
const CodeTap = ByCode.extend({
  action: z.enum(['sign_in', 'sign_out']),
  position: z.int().min(1).max(10),
  /** the name of a guest without an account */
  guest: nameOf(40, 'Enter your name').optional(),
})
const CardBody = z.object({ id: z.int(), createdAt: z.string() })
const Register = ByCode.extend({ reader: z.string().max(60).default('') })

const ProfileBody = z.object({
  id: z.int(),
  name: z.string(),
  /** the scene in which they last played */
  scene: z.string(),
  image: z.string().nullable(),
  pronouns: z.string(),
  isProfilePublic: z.boolean(),
  stats: z.array(z.object({ name: z.string(), label: z.string(), value: z.number() })),
})
const Counted = { games: z.int(), won: z.int() }
const Group = z.object({ name: z.string(), ...Counted })
const TotalsBody = z.object({
  ...Counted,
  stats: z.record(z.string(), z.number()),
  byPosition: z.array(Group),
  byMap: z.array(Group),
  byWinCondition: z.array(Group),
  /** people with a public profile, or teams */
  opponents: z.array(Group.extend({ id: z.int() })),
})
const Profile = byId(ProfileBody)
const Totals = byId(TotalsBody)

export const cabinetSignInApi = {
  'GET /api/game/cabinet/:id/code/': byId(CabinetCode),
  'POST /api/game/cabinet/:id/code/': byId(CabinetCode),
  'GET /api/stats/signin/code/:code/': { params: ByCode, response: { 200: CodePage } },
  'POST /api/stats/signin/code/': { body: CodeTap, response: { 200: Done } },
  'POST /api/stats/signin/register/': { body: Register, response: { 200: Done } },
  'GET /api/user/card/': listBy(z.object(paging), CardBody),
  'DELETE /api/user/card/:id/': Removal,
  'GET /api/user/user/:id/': Profile,
  'GET /api/user/user/:id/public-data/': Profile,
  'GET /api/user/user/:id/totals/': Totals,
  'GET /api/tournament/team/:id/totals/': Totals,
  'GET /api/game/cabinet/:id/signin/': byId(SignedIn),
  'GET /api/game/client-device/:id/': byId(z.object({ id: z.int(), cabinet: z.int() })),
  'GET /api/game/client-device/:id/signin/': byId(SignedIn),
  'GET /api/game/cabinet/:id/device/': {
    params: ById,
    ...listBy(z.object(paging), CardReaderBody),
  },
  'POST /api/game/cabinet/:id/device/': {
    params: ById,
    body: NewDevice,
    response: { 201: CardReaderBody.extend({ token: z.string() }) },
  },
  'DELETE /api/game/cabinet/:id/device/:device/': {
    params: OfCabinet,
    response: { 204: NoContent },
  },
}

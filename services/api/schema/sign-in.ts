import { z } from 'zod'
import { ById, IdText, listBy, paging } from './common.ts'
import { Gone } from './bodies.ts'

const SignInBody = z.object({
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
/** Who is signed in; those alone who let it be shown. */
const SignedIn = z.object({ id: z.int(), signedIn: z.array(SignInBody) })
const DeviceBody = z.object({
  id: z.int(),
  name: z.string(),
  cabinet: z.int(),
  createdAt: z.string(),
  lastSeenAt: z.string().nullable(),
})
const NewDevice = z.object({
  name: z.string().trim().min(1, 'What is it called?').max(60, 'Too long'),
})
const OfCabinet = z.object({ id: IdText, device: IdText })

export const signInApi = {
  'GET /api/game/cabinet/:id/signin/': { params: ById, response: { 200: SignedIn } },
  'GET /api/game/client-device/:id/': {
    params: ById,
    response: { 200: z.object({ id: z.int(), cabinet: z.int() }) },
  },
  'GET /api/game/client-device/:id/signin/': { params: ById, response: { 200: SignedIn } },
  'GET /api/game/cabinet/:id/device/': { params: ById, ...listBy(z.object(paging), DeviceBody) },
  'POST /api/game/cabinet/:id/device/': {
    params: ById,
    body: NewDevice,
    response: { 201: DeviceBody.extend({ token: z.string() }) },
  },
  'DELETE /api/game/cabinet/:id/device/:device/': { params: OfCabinet, response: { 204: Gone } },
}

import { signedInAt } from '../../queries/index.ts'
import type { Store } from '../../store/index.ts'
import { hashOf, newSecret, notFound } from '../../web/index.ts'
import { secretOf } from '../account/one-time-secret.ts'
import type { Context } from '../http/context.ts'
import { idempotentRows } from '../http/idempotency.ts'
import { listRows } from '../http/list.ts'
import { removeRoute, route, publicRead } from '../http/route.ts'
import { readCabinet } from './cabinet-rows.ts'

/** Sign-ins at the positions of a cabinet, and the devices and codes for signing in. */
export function cabinetSignInRoutes(context: Context): void {
  readRoutes(context)
  deviceRoutes(context)
}

function readRoutes({ web, store }: Context): void {
  route(web, 'GET /api/game/cabinet/:id/signin/', publicRead, async ({ params }) => {
    const { id } = await readCabinet(store, params.id)
    return { id, signedIn: await signedInAt(store, id, Date.now()) }
  })

  route(web, 'GET /api/game/client-device/:id/', publicRead, ({ params }) => {
    return readDevice(store, params.id)
  })

  route(web, 'GET /api/game/client-device/:id/signin/', publicRead, async ({ params }) => {
    const { id, cabinet } = await readDevice(store, params.id)
    return { id, signedIn: await signedInAt(store, cabinet, Date.now()) }
  })
}

function deviceRoutes(context: Context): void {
  const { web, store, sceneOf } = context
  const config = { access: 'editSignInDevices', scene: sceneOf.cabinet } as const

  route(web, 'GET /api/game/cabinet/:id/device/', config, (request) =>
    listRows(
      request,
      devices(store).where('cabinet', '=', request.params.id).orderBy('id'),
      (rows) => rows.map(signInDeviceBody),
    ),
  )

  route(web, 'POST /api/game/cabinet/:id/device/', config, async (request, reply) => {
    const { salt, ...device } = await idempotentRows({ store, request, reply }, async (tx) => {
      const salt = newSecret()
      const row = await tx
        .insertInto('kept.signInDevice')
        .values({
          cabinet: request.params.id,
          name: request.body.name,
          tokenHash: hashOf(secretOf(request, salt)),
        })
        .returning(columns)
        .executeTakeFirstOrThrow()
      return { ...signInDeviceBody(row), salt }
    })
    return { ...device, token: secretOf(request, salt) }
  })

  route(web, 'GET /api/game/cabinet/:id/code/', config, async ({ params: { id } }) => {
    const row = await store.db
      .selectFrom('kept.cabinetCode')
      .select('code')
      .where('cabinet', '=', id)
      .executeTakeFirst()
    return { code: row?.code ?? null }
  })

  // A new code invalidates the old one immediately.
  route(web, 'POST /api/game/cabinet/:id/code/', config, async (request, reply) =>
    idempotentRows({ store, request, reply }, async (tx) => {
      const row = { cabinet: request.params.id, code: newSecret().slice(0, codeLength) }
      await tx
        .insertInto('kept.cabinetCode')
        .values(row)
        .onConflict((conflict) => conflict.column('cabinet').doUpdateSet({ code: row.code }))
        .execute()
      return { code: row.code }
    }),
  )

  // The token of a removed device is deleted, so its next tap is refused.
  removeRoute(
    context,
    'DELETE /api/game/cabinet/:id/device/:device/',
    config,
    (tx, { params: { id: cabinet, device } }) =>
      tx
        .deleteFrom('kept.signInDevice')
        .where('id', '=', device)
        .where('cabinet', '=', cabinet)
        .returning('id')
        .executeTakeFirstOrThrow(notFound),
  )
}

/** Long, as nobody types the code: it is in the QR code on the cabinet. */
const codeLength = 16
const columns = ['id', 'name', 'cabinet', 'createdAt', 'lastSeenAt'] as const

function devices({ db }: Store) {
  return db.selectFrom('kept.signInDevice').select(columns)
}

async function readDevice(store: Store, id: number) {
  const device = await devices(store).where('id', '=', id).executeTakeFirstOrThrow(notFound)
  return { id: device.id, cabinet: device.cabinet }
}

function signInDeviceBody<T extends { createdAt: Date; lastSeenAt: Date | null }>(device: T) {
  const { createdAt, lastSeenAt } = device
  return {
    ...device,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  }
}

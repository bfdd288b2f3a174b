import { signedInAt } from '../../queries/sign-ins.ts'
import type { Store } from '../../store/index.ts'
import { hashOf, newSecret, notFound } from '../../web/index.ts'
import { secretOf } from '../account/one-time-secret.ts'
import type { Context } from '../http/context.ts'
import { idempotentRows } from '../http/idempotency.ts'
import { listRows } from '../http/list.ts'
import { route } from '../http/route.ts'
import type { Scopes } from '../http/scope.ts'
import { readCabinet } from './cabinet-rows.ts'

/** Who plays on which stick, and the devices by which they say so. */
export function cabinetSignInRoutes(context: Context, sceneOf: Scopes): void {
  readRoutes(context)
  deviceRoutes(context, sceneOf)
}

function readRoutes({ web, store }: Context): void {
  const config = { access: 'readPublic' } as const

  route(web, 'GET /api/game/cabinet/:id/signin/', config, async ({ params }) => {
    const { id } = await readCabinet(store, params.id)
    return { id, signedIn: await signedInAt(store, id, Date.now()) }
  })

  route(web, 'GET /api/game/client-device/:id/', config, ({ params }) => {
    return readDevice(store, params.id)
  })

  route(web, 'GET /api/game/client-device/:id/signin/', config, async ({ params }) => {
    const { id, cabinet } = await readDevice(store, params.id)
    return { id, signedIn: await signedInAt(store, cabinet, Date.now()) }
  })
}

function deviceRoutes({ web, store }: Context, { cabinet: scene }: Scopes): void {
  const config = { access: 'editSignInDevices', scene } as const

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

  // A new one ends the old one at once.
  route(web, 'POST /api/game/cabinet/:id/code/', config, async (request, reply) =>
    idempotentRows({ store, request, reply }, async (tx) => {
      const own = { cabinet: request.params.id, code: newSecret().slice(0, codeLength) }
      await tx
        .insertInto('kept.cabinetCode')
        .values(own)
        .onConflict((conflict) => conflict.column('cabinet').doUpdateSet({ code: own.code }))
        .execute()
      return { code: own.code }
    }),
  )

  // The next tap of a device that is gone is refused: nothing remembers its token.
  route(web, 'DELETE /api/game/cabinet/:id/device/:device/', config, async (request, reply) => {
    const { id, device } = request.params
    await idempotentRows({ store, request, reply }, async (tx) => {
      const gone = await tx
        .deleteFrom('kept.signInDevice')
        .where('id', '=', device)
        .where('cabinet', '=', id)
        .returning('id')
        .executeTakeFirst()
      if (!gone) throw notFound()
      return {}
    })
    return null
  })
}

/** Typed by nobody: it is in the picture on the cabinet. */
const codeLength = 16
const columns = ['id', 'name', 'cabinet', 'createdAt', 'lastSeenAt'] as const

function devices({ db }: Store) {
  return db.selectFrom('kept.signInDevice').select(columns)
}

async function readDevice(store: Store, id: number) {
  const device = await devices(store).where('id', '=', id).executeTakeFirst()
  if (!device) throw notFound()
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

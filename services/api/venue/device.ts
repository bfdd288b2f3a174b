import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { dropOldest } from '../../../events/drop-oldest.ts'
import { Rejection, hashOf, newSecret, notFound, signIn, wrongFields } from '../../web/index.ts'
import { idempotentRows } from '../http/idempotency.ts'
import { deviceOf } from '../http/command-id.ts'
import type { Context } from '../http/context.ts'
import { devices, deviceBody } from './device-rows.ts'
import type { Device } from './device-rows.ts'
import { codeLength, lettersOf } from './display-rows.ts'
import type { Scopes } from '../http/scope.ts'
import { lockScene } from '../http/row-locks.ts'
import type { Tx } from '../http/route.ts'
import { listRows } from '../http/list.ts'
import { secretOf } from '../account/one-time-secret.ts'
import { refuseElsewhere } from '../account/sign-in.ts'
import type { DeviceChange } from '../schema/venue.ts'
import { refused } from '../http/refused.ts'
import type { CabinetId, SceneId } from '../../../events/ids.ts'
import { enforceLimit } from '../http/rate-limit.ts'
import { route, rowsRoute } from '../http/route.ts'

const minute = 60_000
const codeMs = 15 * minute
// A code is ten letters long; a hall's tablets stand behind one address.
const pairingLength = codeLength * 2
const allowance = { most: 60, windowMs: 15 * minute }
const noteMs = 10_000
const maxNoted = 10_000

/** Devices of officials: their own, and tablets paired with one cabinet (R-PE-4). */
export function deviceRoutes(context: Context, sceneOf: Scopes): void {
  readRoute(context, sceneOf)
  pairRoutes(context, sceneOf)
  changeRoutes(context, sceneOf)
  reportRoutes(context)
}

function readRoute({ web, store }: Context, { scene: ofScene }: Scopes): void {
  route(
    web,
    'GET /api/tournament/scene/:id/device/',
    { access: 'readDevices', scene: ofScene },
    (request) => {
      const found = devices(store.db, request.params.id)
      return listRows(
        request,
        found.orderBy('lastSeenAt', 'desc').orderBy('kept.session.id', 'desc'),
        (rows) => rows.map((row) => deviceBody(row, request.person?.session?.id)),
      )
    },
  )
}

function pairRoutes({ web, store }: Context, { scene: ofScene }: Scopes): void {
  route(
    web,
    'POST /api/tournament/scene/:id/device/',
    { access: 'pairDevices', scene: ofScene },
    async (request, reply) => {
      const { salt, expiresAt } = await idempotentRows({ store, request, reply }, (tx) =>
        offer(tx, request, { scene: request.params.id, ...request.body }),
      )
      return { code: codeOf(request, salt), expiresAt }
    },
  )

  // The tablet has nobody signed in: the code is what it has, once.
  route(web, 'POST /api/user/pair/', { access: 'takePairing' }, async (request, reply) => {
    refuseElsewhere(request)
    const now = Date.now()
    await enforceLimit(store, `pair address ${request.ip}`, allowance)
    const typed = request.body.code.toUpperCase().replace(/[\s-]/g, '')
    const taken = await store.db
      .deleteFrom('kept.pairing')
      .where('codeHash', '=', hashOf(typed))
      .where('expiresAt', '>', new Date(now))
      .returning(['person', 'scene', 'cabinet', 'name'])
      .executeTakeFirst()
    if (!taken) throw noSuchCode()
    const { person, ...paired } = taken
    await signIn(store, person, { request, reply, paired })
    return paired
  })
}

function noSuchCode(): Rejection {
  const detail = 'No such code: mistyped, used already, or older than 15 minutes. Ask for another.'
  return new Rejection(409, { detail, code: 'LINK_USED_UP' })
}

type Pairing = { scene: SceneId; cabinet: CabinetId; name: string }

async function offer(tx: Tx, request: FastifyRequest, pairing: Pairing) {
  const person = request.person?.id ?? null
  if (person === null) {
    throw refused('NOBODY')
  }
  await expectCabinet(tx, pairing.scene, pairing.cabinet)
  const salt = newSecret()
  const expiresAt = new Date(Date.now() + codeMs)
  await tx.deleteFrom('kept.pairing').where('expiresAt', '<=', new Date()).execute()
  await tx
    .insertInto('kept.pairing')
    .values({ ...pairing, person, codeHash: hashOf(codeOf(request, salt)), expiresAt })
    .execute()
  return { salt, expiresAt: expiresAt.toISOString() }
}

function codeOf(request: FastifyRequest, salt: string): string {
  return lettersOf(Buffer.from(secretOf(request, salt), 'base64url'), pairingLength)
}

async function expectCabinet(tx: Tx, scene: SceneId, cabinet: CabinetId): Promise<void> {
  const found = tx.selectFrom('kept.cabinet').select('id').where('scene', '=', scene)
  if (await found.where('id', '=', cabinet).executeTakeFirst()) return
  throw wrongFields({ cabinet: ['No cabinet of this scene'] })
}

function changeRoutes(context: Context, { scene: ofScene }: Scopes): void {
  const { web, store } = context
  rowsRoute(
    context,
    'PATCH /api/tournament/scene/:id/device/:device/',
    { access: 'editDevices', scene: ofScene },
    async (tx, request) => {
      const { id: scene, device } = request.params
      await lockScene(tx, scene)
      const found = await expectDevice(tx, scene, device)
      await change(tx, { scene, found }, request.body)
      return deviceBody(await expectDevice(tx, scene, device), request.person?.session?.id)
    },
  )

  route(
    web,
    'DELETE /api/tournament/scene/:id/device/:device/',
    { access: 'pairDevices', scene: ofScene },
    async (request, reply) => {
      const { id, device } = request.params
      await idempotentRows({ store, request, reply }, async (tx) => {
        // A person's own browser is theirs to sign out.
        const paired = tx.deleteFrom('kept.session').where('scene', '=', id)
        const gone = await paired.where('id', '=', device).returning('id').executeTakeFirst()
        if (!gone) throw notFound()
        return {}
      })
      return null
    },
  )
}

async function expectDevice(tx: Tx, scene: SceneId, device: number): Promise<Device> {
  const found = devices(tx, scene).where('kept.session.id', '=', device)
  const row = await found.executeTakeFirst()
  if (!row) throw notFound()
  return row
}

async function change(
  tx: Tx,
  { scene, found }: { scene: SceneId; found: Device },
  { name, cabinet, isReadOnly }: z.infer<typeof DeviceChange>,
): Promise<void> {
  const { id } = found
  if ((name !== undefined || cabinet !== undefined) && found.cabinet === null) {
    throw wrongFields({ cabinet: ['This device is paired with no cabinet'] })
  }
  if (cabinet !== undefined) await expectCabinet(tx, scene, cabinet)
  const paired = { ...(name !== undefined && { name }), ...(cabinet !== undefined && { cabinet }) }
  if (Object.keys(paired).length > 0) {
    await tx.updateTable('kept.session').set(paired).where('id', '=', id).execute()
  }
  if (isReadOnly === true) {
    await keepAnAdminDevice(tx, scene, id)
    const locked = tx.insertInto('kept.readOnly').values({ session: id, scene })
    await locked.onConflict((conflict) => conflict.doNothing()).execute()
  }
  if (isReadOnly === false) {
    const locked = tx.deleteFrom('kept.readOnly').where('session', '=', id)
    await locked.where('scene', '=', scene).execute()
  }
}

/** The scene is locked: of two that are locked at once, one goes on writing. */
async function keepAnAdminDevice(tx: Tx, scene: SceneId, without: number): Promise<void> {
  const all = await devices(tx, scene).execute()
  const writing = all
    .map((row) => deviceBody(row, undefined))
    .filter(({ rights, isReadOnly }) => rights === 'admin' && !isReadOnly)
  if (writing.length !== 1 || writing[0]?.id !== without) return
  throw refused('LAST_ADMIN_DEVICE')
}

function reportRoutes({ web, store }: Context): void {
  // Said again and again: no answer is kept.
  route(web, 'POST /api/user/device/', { access: 'reportDevice' }, async (request) => {
    const session = request.person?.session
    if (!session) return { success: true as const }
    const own = session.paired ? {} : { name: deviceOf(request) ?? '' }
    const { health, ...body } = request.body
    await store.db
      .updateTable('kept.session')
      .set({
        ...body,
        ...own,
        ...(health && { health: JSON.stringify(health) }),
        lastSeenAt: new Date(),
      })
      .where('id', '=', session.id)
      .execute()
    return { success: true as const }
  })

  /** when a device's last write was noted from here: most presses follow another */
  const noted = new Map<number, number>()
  web.addHook('onResponse', async (request, reply) => {
    const session = request.person?.session
    if (!session || !request.commandId || reply.statusCode >= 400) return
    if (request.routeOptions.config.access === 'reportDevice') return
    const now = Date.now()
    if (now - (noted.get(session.id) ?? -Infinity) < noteMs) return
    noted.set(session.id, now)
    dropOldest(noted, maxNoted)
    await store.db
      .updateTable('kept.session')
      .set({ lastWriteAt: new Date(now) })
      .where('id', '=', session.id)
      .where((eb) =>
        eb.or([eb('lastWriteAt', 'is', null), eb('lastWriteAt', '<', new Date(now - noteMs))]),
      )
      .execute()
      .catch((err: unknown) => request.log.warn({ err }, 'last write of a device'))
  })
}

import { say } from '#events/messages/message.ts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { dropOldest } from '#events/drop-oldest.ts'
import {
  Rejection,
  enforceNetworkLimit,
  hashOf,
  newSecret,
  notFound,
  signIn,
  wrongFields,
  rejectionFor,
  told,
} from '../../web/index.ts'
import type { PairedTablet } from '../../web/index.ts'
import { idempotentRows } from '../http/idempotency.ts'
import { deviceOf } from '../http/command-id.ts'
import type { Context, Tx } from '../http/context.ts'
import { devices, deviceBody } from './device-rows.ts'
import type { Device } from './device-rows.ts'
import { codeLength, codeFrom } from './display-rows.ts'
import { lockScene } from '../http/row-locks.ts'
import { listRows } from '../http/list.ts'
import { secretOf } from '../account/one-time-secret.ts'
import { refuseCrossSite } from '../account/sign-in.ts'
import type { DeviceChange } from '../schema/venue/venue.ts'
import type { CabinetId, SceneId } from '#events/ids.ts'
import { removeRoute, route, rowsRoute } from '../http/route.ts'

const minute = 60_000
const codeMs = 15 * minute
// Codes have ten letters. The limit is high, because the tablets of a venue share one address.
const pairingLength = codeLength * 2
const allowance = { most: 60, windowMs: 15 * minute }
const recordSeenMs = 10_000
const maxRecordedDevices = 10_000

/** Devices of officials: their own, and tablets paired with one cabinet (R-PE-4). */
export function deviceRoutes(context: Context): void {
  readRoute(context)
  pairRoutes(context)
  changeRoutes(context)
  reportRoutes(context)
}

function readRoute({ web, store, sceneOf }: Context): void {
  route(
    web,
    'GET /api/tournament/scene/:id/device/',
    { access: 'readDevices', scene: sceneOf.scene },
    (request) => {
      const query = devices(store.db, request.params.id)
      return listRows(
        request,
        query.orderBy('lastSeenAt', 'desc').orderBy('kept.session.id', 'desc'),
        (rows) => rows.map((row) => deviceBody(row, request.person?.session?.id)),
      )
    },
  )
}

function pairRoutes({ web, store, sceneOf }: Context): void {
  route(
    web,
    'POST /api/tournament/scene/:id/device/',
    { access: 'pairDevices', scene: sceneOf.scene },
    async (request, reply) => {
      const { salt, expiresAt } = await idempotentRows({ store, request, reply }, (tx) =>
        createPairing(tx, request, { scene: request.params.id, ...request.body }),
      )
      return { code: codeOf(request, salt), expiresAt }
    },
  )

  // The tablet has no session yet. The code works once.
  route(
    web,
    'POST /api/user/pair/',
    { access: 'takePairing', isIdempotent: false },
    async (request, reply) => {
      refuseCrossSite(request)
      const now = Date.now()
      await enforceNetworkLimit(store, { of: 'pair', ip: request.ip }, allowance)
      const code = request.body.code.toUpperCase().replace(/[\s-]/g, '')
      const pairing = await store.db
        .deleteFrom('kept.pairing')
        .where('codeHash', '=', hashOf(code))
        .where('expiresAt', '>', new Date(now))
        .returning(['person', 'scene', 'cabinet', 'name'])
        .executeTakeFirst()
      if (!pairing) throw noSuchCode()
      const { person, ...paired } = pairing
      await signIn(store, person, { request, reply, paired })
      return paired
    },
  )
}

function noSuchCode(): Rejection {
  const why = told(say('codeWrong', { minutes: codeMs / minute }))
  return new Rejection(409, { ...why, code: 'LINK_USED_UP' })
}

async function createPairing(tx: Tx, request: FastifyRequest, pairing: PairedTablet) {
  const person = request.person?.id ?? null
  if (person === null) {
    throw rejectionFor('NOBODY')
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
  return codeFrom(Buffer.from(secretOf(request, salt), 'base64url'), pairingLength)
}

async function expectCabinet(tx: Tx, scene: SceneId, cabinet: CabinetId): Promise<void> {
  const query = tx.selectFrom('kept.cabinet').select('id').where('scene', '=', scene)
  if (await query.where('id', '=', cabinet).executeTakeFirst()) return
  throw wrongFields({ cabinet: ['There is no such cabinet in this scene'] })
}

function changeRoutes(context: Context): void {
  rowsRoute(
    context,
    'PATCH /api/tournament/scene/:id/device/:device/',
    { access: 'editDevices', scene: context.sceneOf.scene },
    async (tx, request) => {
      const { id: scene, device } = request.params
      await lockScene(tx, scene)
      const current = await expectDevice(tx, scene, device)
      await changeDevice(tx, { scene, current }, request.body)
      return deviceBody(await expectDevice(tx, scene, device), request.person?.session?.id)
    },
  )

  removeRoute(
    context,
    'DELETE /api/tournament/scene/:id/device/:device/',
    { access: 'pairDevices', scene: context.sceneOf.scene },
    (tx, { params: { id, device } }) => {
      // Only paired devices: people sign out their own browsers themselves.
      const paired = tx.deleteFrom('kept.session').where('scene', '=', id)
      return paired.where('id', '=', device).returning('id').executeTakeFirstOrThrow(notFound)
    },
  )
}

async function expectDevice(tx: Tx, scene: SceneId, device: number): Promise<Device> {
  const query = devices(tx, scene).where('kept.session.id', '=', device)
  return query.executeTakeFirstOrThrow(notFound)
}

async function changeDevice(
  tx: Tx,
  { scene, current }: { scene: SceneId; current: Device },
  { name, cabinet, isReadOnly }: z.infer<typeof DeviceChange>,
): Promise<void> {
  const { id } = current
  if ((name !== undefined || cabinet !== undefined) && current.cabinet === null) {
    throw wrongFields({ cabinet: ['This device is not paired with a cabinet'] })
  }
  if (cabinet !== undefined) await expectCabinet(tx, scene, cabinet)
  const paired = { ...(name !== undefined && { name }), ...(cabinet !== undefined && { cabinet }) }
  if (Object.keys(paired).length > 0) {
    await tx.updateTable('kept.session').set(paired).where('id', '=', id).execute()
  }
  if (isReadOnly === true) {
    await expectAnotherAdminDevice(tx, scene, id)
    const locked = tx.insertInto('kept.readOnly').values({ session: id, scene })
    await locked.onConflict((conflict) => conflict.doNothing()).execute()
  }
  if (isReadOnly === false) {
    const locked = tx.deleteFrom('kept.readOnly').where('session', '=', id)
    await locked.where('scene', '=', scene).execute()
  }
}

/**
 * Refuses to make the last writing device of an admin read-only. Callers lock the scene, so that
 * two requests cannot do it together.
 */
async function expectAnotherAdminDevice(
  tx: Tx,
  scene: SceneId,
  lockedDevice: number,
): Promise<void> {
  const all = await devices(tx, scene).execute()
  const adminDevices = all
    .map((row) => deviceBody(row, undefined))
    .filter(({ rights, isReadOnly }) => rights === 'admin' && !isReadOnly)
  if (adminDevices.length !== 1 || adminDevices[0]?.id !== lockedDevice) return
  throw rejectionFor('LAST_ADMIN_DEVICE')
}

function reportRoutes({ web, store }: Context): void {
  // Reports are frequent and idempotent, so no answer is stored.
  route(
    web,
    'POST /api/user/device/',
    { access: 'reportDevice', isIdempotent: false },
    async (request) => {
      const session = request.person?.session
      if (!session) return { success: true as const }
      const nameChange = session.paired ? {} : { name: deviceOf(request) ?? '' }
      const { health, ...body } = request.body
      await store.db
        .updateTable('kept.session')
        .set({
          ...body,
          ...nameChange,
          ...(health && { health: JSON.stringify(health) }),
          lastSeenAt: new Date(),
        })
        .where('id', '=', session.id)
        .execute()
      return { success: true as const }
    },
  )

  // When this process last stored a session's write. Limits updates, as presses come in bursts.
  const notedAt = new Map<number, number>()
  web.addHook('onResponse', async (request, reply) => {
    const session = request.person?.session
    if (!session || !request.commandId || reply.statusCode >= 400) return
    if (request.routeOptions.config.access === 'reportDevice') return
    const now = Date.now()
    if (now - (notedAt.get(session.id) ?? -Infinity) < recordSeenMs) return
    notedAt.set(session.id, now)
    dropOldest(notedAt, maxRecordedDevices)
    await store.db
      .updateTable('kept.session')
      .set({ lastWriteAt: new Date(now) })
      .where('id', '=', session.id)
      .where((eb) =>
        eb.or([
          eb('lastWriteAt', 'is', null),
          eb('lastWriteAt', '<', new Date(now - recordSeenMs)),
        ]),
      )
      .execute()
      .catch((err: unknown) => request.log.warn({ err }, 'last write of a device'))
  })
}

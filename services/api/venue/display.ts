import type { z } from 'zod'
import { notWithin } from '../../store/index.ts'
import { wrongFields, enforceNetworkLimit, hashOf, notFound } from '../../web/index.ts'
import type { Context, Tx } from '../http/context.ts'
import { displays, expectOfScene, readDisplay, displayBody, newCode } from './display-rows.ts'
import { lockScene } from '../http/row-locks.ts'
import { listRows } from '../http/list.ts'
import type { Claim, DisplayTargetBody } from '../schema/venue/display.ts'
import { removeRoute, route, rowsRoute } from '../http/route.ts'
import { idempotentRows } from '../http/idempotency.ts'
import { sceneOfTournament } from '../http/scope.ts'

/** The displays of a venue: claim by code, change the role, reload and remove. */
export function displayRoutes(context: Context): void {
  displayTargetRoutes(context)
  readRoutes(context)
  claimRoute(context)
  changeRoutes(context)
}

function readRoutes({ web, store: { db }, sceneOf }: Context): void {
  route(
    web,
    'GET /api/tournament/display/',
    { access: 'readDisplays', scene: sceneOf.bySceneInQuery },
    (request) => {
      const rows = displays(db).where('scene', '=', request.query.sceneId)
      return listRows(request, rows.orderBy('name').orderBy('id'), (page) => page.map(displayBody))
    },
  )
}

function claimRoute(context: Context): void {
  rowsRoute(
    context,
    'POST /api/tournament/display/claim/',
    { access: 'runDisplays', scene: context.sceneOf.bySceneInBody },
    (tx, request) => claim(tx, request.body),
  )
}

/**
 * Claims a display; repeating it has no effect. A code that another scene has claimed is unknown.
 */
async function claim(tx: Tx, { scene, code, name }: z.infer<typeof Claim>) {
  await lockScene(tx, scene)
  const normalized = code.toUpperCase().replace(/[\s-]/g, '')
  const row = await tx
    .selectFrom('kept.display')
    .select(['id', 'scene'])
    .where('code', '=', normalized)
    .forUpdate()
    .executeTakeFirst()
  if (!row || (row.scene ?? scene) !== scene) {
    throw wrongFields({ code: ['No display shows this code'] })
  }
  if (row.scene === null) {
    const displayName = name || `Display ${normalized}`
    await tx
      .updateTable('kept.display')
      .set({ scene, name: displayName })
      .where('id', '=', row.id)
      .execute()
  }
  return readDisplay(tx, row.id)
}

function changeRoutes(context: Context): void {
  const config = { access: 'runDisplays', scene: context.sceneOf.display } as const

  rowsRoute(context, 'PATCH /api/tournament/display/:id/', config, async (tx, request) => {
    const { id, scene } = await readDisplay(tx, request.params.id)
    const { name, role } = request.body
    if (role) await expectOfScene(tx, scene, role)
    const change = {
      ...(name !== undefined && { name }),
      ...(role !== undefined && { role: role && JSON.stringify(role) }),
    }
    if (Object.keys(change).length > 0) {
      await tx.updateTable('kept.display').set(change).where('id', '=', id).execute()
    }
    return readDisplay(tx, id)
  })

  rowsRoute(context, 'PUT /api/tournament/display/:id/reload/', config, async (tx, request) => {
    await tx
      .updateTable('kept.display')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', request.params.id)
      .execute()
    return readDisplay(tx, request.params.id)
  })

  removeRoute(context, 'DELETE /api/tournament/display/:id/', config, (tx, { params: { id } }) =>
    tx.deleteFrom('kept.display').where('id', '=', id).execute(),
  )
}

const hour = 60 * 60_000
// High, because the displays of a venue share one address. A browser registers once and keeps its
// key.
const allowance = { most: 120, windowMs: hour }
const unclaimedMs = 24 * hour
const seenUpdateMs = 10_000
const maxAttempts = 20
const config = { access: 'registerDisplay' } as const

/** The requests of a display: it registers once to get a code, and then polls its target. */
function displayTargetRoutes({ web, store }: Context): void {
  route(web, 'POST /api/tournament/display/', config, async (request, reply) => {
    const keyHash = hashOf(request.body.key)
    const existing = await targetOf(store.db, keyHash)
    if (existing) return existing
    const now = Date.now()
    await enforceNetworkLimit(store, { of: 'display', ip: request.ip }, allowance)
    return idempotentRows({ store, request, reply }, (tx) => register(tx, keyHash, now))
  })

  route(web, 'GET /api/tournament/display/wish/', config, async (request) => {
    const key = request.headers['x-display-key']
    const keyHash = typeof key === 'string' ? hashOf(key) : ''
    const target = await targetOf(store.db, keyHash)
    if (!target) throw notFound()
    const lastSeenAt = new Date()
    await store.db
      .updateTable('kept.display')
      .set({ lastSeenAt })
      .where('keyHash', '=', keyHash)
      .where(notWithin('lastSeenAt', lastSeenAt, seenUpdateMs))
      .execute()
    return target
  })
}

/** Registers a display. Displays that nobody has claimed within a day are deleted. */
async function register(
  tx: Tx,
  keyHash: string,
  now: number,
): Promise<z.infer<typeof DisplayTargetBody>> {
  await tx
    .deleteFrom('kept.display')
    .where('scene', 'is', null)
    .where('lastSeenAt', '<', new Date(now - unclaimedMs))
    .execute()
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    await tx
      .insertInto('kept.display')
      .values({ keyHash, code: newCode() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const registered = await targetOf(tx, keyHash)
    if (registered) return registered
  }
  throw new Error('no code is free')
}

/** The target of a display, without roles in deleted tournaments. */
async function targetOf(db: Tx, keyHash: string) {
  const row = await db
    .selectFrom('kept.display')
    .select(['code', 'name', 'scene', 'version', 'role'])
    .where('keyHash', '=', keyHash)
    .executeTakeFirst()
  if (!row) return null
  const { code, name, scene, version } = row
  return { code, name, isClaimed: scene !== null, version, role: await existingRole(db, row.role) }
}

type Role = z.infer<typeof DisplayTargetBody>['role']

/** The parts of a role whose tournaments exist. */
async function existingRole(db: Tx, role: Role): Promise<Role> {
  if (!role) return null
  const { others = [], ...main } = role
  const all = [main, ...others]
  const scenes = await Promise.all(all.map((one) => sceneOfTournament(db, one.tournament)))
  const [first, ...rest] = all.filter((_, index) => scenes[index] !== null)
  return first ? { ...first, ...(rest.length > 0 && { others: rest }) } : null
}

import type { z } from 'zod'
import { hashOf, notFound } from '../../web/index.ts'
import { idempotentRows } from '../http/idempotency.ts'
import type { Context } from '../http/context.ts'
import { newCode } from './display-rows.ts'
import { sceneOfTournament } from '../http/scope.ts'
import type { Tx } from '../http/route.ts'
import type { DisplayTargetBody } from '../schema/display.ts'
import { enforceLimit } from '../http/rate-limit.ts'
import { route } from '../http/route.ts'

const hour = 60 * 60_000
// A hall's displays stand behind one address; a browser asks for a code once and keeps its key.
const allowance = { most: 120, windowMs: hour }
const unclaimedMs = 24 * hour
const noteMs = 10_000
const tries = 20
const config = { access: 'registerDisplay' } as const

/** What a display itself asks: for a code at first, and then again and again what it shows. */
export function displayTargetRoutes({ web, store }: Context): void {
  route(web, 'POST /api/tournament/display/', config, async (request, reply) => {
    const keyHash = hashOf(request.body.key)
    const known = await wishOf(store.db, keyHash)
    if (known) return known
    const now = Date.now()
    await enforceLimit(store, `display address ${request.ip}`, allowance)
    return idempotentRows({ store, request, reply }, (tx) => register(tx, keyHash, now))
  })

  route(web, 'GET /api/tournament/display/wish/', config, async (request) => {
    const key = request.headers['x-display-key']
    const keyHash = typeof key === 'string' ? hashOf(key) : ''
    const wish = await wishOf(store.db, keyHash)
    if (!wish) throw notFound()
    await store.db
      .updateTable('kept.display')
      .set({ lastSeenAt: new Date() })
      .where('keyHash', '=', keyHash)
      .where('lastSeenAt', '<', new Date(Date.now() - noteMs))
      .execute()
    return wish
  })
}

/** Codes that nobody typed within a day are let go. */
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
  for (let turn = 0; turn < tries; turn++) {
    await tx
      .insertInto('kept.display')
      .values({ keyHash, code: newCode() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const made = await wishOf(tx, keyHash)
    if (made) return made
  }
  throw new Error('no code is free')
}

/** A role in a tournament that is gone is none. */
async function wishOf(db: Tx, keyHash: string) {
  const row = await db
    .selectFrom('kept.display')
    .select(['code', 'name', 'scene', 'version', 'role'])
    .where('keyHash', '=', keyHash)
    .executeTakeFirst()
  if (!row) return null
  const { code, name, scene, version } = row
  return { code, name, isClaimed: scene !== null, version, role: await thereOf(db, row.role) }
}

type Role = z.infer<typeof DisplayTargetBody>['role']

/** What of it is of tournaments that are there. */
async function thereOf(db: Tx, role: Role): Promise<Role> {
  if (!role) return null
  const { others = [], ...own } = role
  const all = [own, ...others]
  const scenes = await Promise.all(all.map((one) => sceneOfTournament(db, one.tournament)))
  const [first, ...then] = all.filter((_, index) => scenes[index] !== null)
  return first ? { ...first, ...(then.length > 0 && { others: then }) } : null
}

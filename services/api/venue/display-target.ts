import type { z } from 'zod'
import { enforceNetworkLimit, hashOf, notFound } from '../../web/index.ts'
import { idempotentRows } from '../http/idempotency.ts'
import type { Context, Tx } from '../http/context.ts'
import { newCode } from './display-rows.ts'
import { sceneOfTournament } from '../http/scope.ts'
import type { DisplayTargetBody } from '../schema/venue/display.ts'
import { route } from '../http/route.ts'

const hour = 60 * 60_000
// High, because the displays of a venue share one address. A browser registers once and keeps its
// key.
const allowance = { most: 120, windowMs: hour }
const unclaimedMs = 24 * hour
const seenUpdateMs = 10_000
const maxAttempts = 20
const config = { access: 'registerDisplay' } as const

/** The requests of a display: it registers once to get a code, and then polls its target. */
export function displayTargetRoutes({ web, store }: Context): void {
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
    await store.db
      .updateTable('kept.display')
      .set({ lastSeenAt: new Date() })
      .where('keyHash', '=', keyHash)
      .where('lastSeenAt', '<', new Date(Date.now() - seenUpdateMs))
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

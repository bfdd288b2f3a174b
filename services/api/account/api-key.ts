import type { FastifyRequest } from 'fastify'
import { countOf } from '../../store/index.ts'
import type { KeyRights, Store } from '../../store/index.ts'
import { Rejection, hashOf, newSecret, wrongFields } from '../../web/index.ts'
import { idempotentRows } from '../http/idempotency.ts'
import type { Context } from '../http/context.ts'
import { listRows } from '../http/list.ts'
import { expectScene } from '../http/scope.ts'
import { reauthenticate, sessionOf } from './my-account.ts'
import { removeOwnRoute } from './remove-own-route.ts'
import { secretOf } from './one-time-secret.ts'
import { route } from '../http/route.ts'

const maxKeys = 20
const endsInPast = 'This time is in the past'
/** Marks a leaked key as one of Waggle, for example to a secret scanner. */
const keyPrefix = 'waggle_'
const config = { access: 'editKeys' } as const

/**
 * API keys for a person's scripts. A key has the person's rights, or some of them in one scene, but
 * can never change the account itself.
 */
export function apiKeyRoutes(context: Context): void {
  listRoute(context)
  makeRoute(context)
  removeOwnRoute(context, 'DELETE /api/user/key/:id/', { config, table: 'apiKey' })
}

function listRoute({ web, store: { db } }: Context): void {
  route(web, 'GET /api/user/key/', config, (request) => {
    const query = keys(db).where('kept.apiKey.person', '=', sessionOf(request).id)
    return listRows(request, query.orderBy('kept.apiKey.id'), (rows) => rows.map(keyBody))
  })
}

function makeRoute(context: Context): void {
  const { web, store } = context
  route(web, 'POST /api/user/key/', config, async (request, reply) => {
    const { name, scope = null, current } = request.body
    const endsAt = request.body.endsAt ? new Date(request.body.endsAt) : null
    await refuseScope(store, request, scope)
    if (endsAt && endsAt.getTime() <= Date.now()) throw wrongFields({ endsAt: [endsInPast] })
    const { id: person } = await reauthenticate(context, request, current)
    // The fingerprint that is stored for retries must not depend on the password.
    delete request.body.current
    const { salt, ...body } = await idempotentRows({ store, request, reply }, async (tx) => {
      // Locks the person, so that concurrent requests cannot exceed the limit.
      await tx
        .selectFrom('kept.person')
        .select('id')
        .where('id', '=', person)
        .forNoKeyUpdate()
        .execute()
      const { n } = await countOf(
        tx.selectFrom('kept.apiKey').select('id').where('person', '=', person),
      )
      if (Number(n) >= maxKeys) {
        const detail = `${maxKeys} keys is the maximum. Remove one first.`
        throw new Rejection(409, { detail, code: 'TOO_MANY_KEYS' })
      }
      const salt = newSecret()
      const hash = hashOf(keyPrefix + secretOf(request, salt))
      const { id } = await tx
        .insertInto('kept.apiKey')
        .values({ name, person, hash, endsAt, ...scope })
        .returning('id')
        .executeTakeFirstOrThrow()
      const row = await keys(tx).where('kept.apiKey.id', '=', id).executeTakeFirstOrThrow()
      return { ...keyBody(row), salt }
    })
    return { ...body, key: keyPrefix + secretOf(request, salt) }
  })
}

/** A key is limited to a scene in which its person has a role; elsewhere it would be useless. */
async function refuseScope(
  { db }: Store,
  request: FastifyRequest,
  scope: { scene: number; rights: KeyRights } | null,
): Promise<void> {
  const { isOwner = false, roles } = request.person ?? {}
  if (!scope) return
  if (isOwner) return void (await expectScene(db, scope.scene, 'scope'))
  const role = roles?.get(scope.scene)
  if (!role) throw wrongFields({ scope: ['You have no role in this scene'] })
  if (scope.rights === 'admin' && role !== 'admin') {
    throw wrongFields({ scope: ['You are not an admin of this scene'] })
  }
}

function keys(db: Store['db']) {
  return db
    .selectFrom('kept.apiKey')
    .leftJoin('kept.scene', 'kept.scene.id', 'kept.apiKey.scene')
    .select(['kept.apiKey.id', 'kept.apiKey.name', 'kept.apiKey.scene', 'kept.apiKey.rights'])
    .select(['kept.apiKey.createdAt', 'lastUsedAt', 'endsAt'])
    .select('kept.scene.displayName as sceneName')
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof keys>['executeTakeFirstOrThrow']>>

function keyBody({ id, name, scene, sceneName, rights, ...row }: KeyRow) {
  return {
    id,
    name,
    scope: scene === null || rights === null ? null : { scene, sceneName: sceneName ?? '', rights },
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
  }
}

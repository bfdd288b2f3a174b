import { countOf } from '../../store/index.ts'
import { Rejection, hashOf, newSecret } from '../../web/index.ts'
import { idempotentRows } from '../http/idempotency.ts'
import type { Context } from '../http/context.ts'
import { listRows } from '../http/list.ts'
import { mine, sessionOf } from './my-account.ts'
import { removeOwnRoute } from './own-row.ts'
import { secretOf } from './one-time-secret.ts'
import { route } from '../http/route.ts'

const most = 20
/** By it a key is known for one where it has no business to be. */
const mark = 'waggle_'
const config = { access: 'editKeys' } as const

/** Keys for a person's scripts: each may do what the person may, and nothing to the account itself. */
export function apiKeyRoutes(context: Context): void {
  listRoute(context)
  makeRoute(context)
  removeOwnRoute(context, 'DELETE /api/user/key/:id/', { config, table: 'apiKey' })
}

function listRoute({ web, store: { db } }: Context): void {
  route(web, 'GET /api/user/key/', config, (request) => {
    const found = db
      .selectFrom('kept.apiKey')
      .select(['id', 'name', 'createdAt', 'lastUsedAt'])
      .where('person', '=', sessionOf(request).id)
    return listRows(request, found.orderBy('id'), (rows) => rows.map(keyBody))
  })
}

function makeRoute(context: Context): void {
  const { web, store } = context
  route(web, 'POST /api/user/key/', config, async (request, reply) => {
    const { name, current } = request.body
    const { id: person } = await mine(context, request, current)
    // What is kept of the request for a repeat says nothing of the password.
    delete request.body.current
    const { salt, ...made } = await idempotentRows({ store, request, reply }, async (tx) => {
      // Of several at once each waits for the one before it: nobody has one more.
      await tx
        .selectFrom('kept.person')
        .select('id')
        .where('id', '=', person)
        .forNoKeyUpdate()
        .execute()
      const { n } = await countOf(
        tx.selectFrom('kept.apiKey').select('id').where('person', '=', person),
      )
      if (Number(n) >= most) {
        const detail = `${most} keys are the most. Remove one first.`
        throw new Rejection(409, { detail, code: 'TOO_MANY_KEYS' })
      }
      const salt = newSecret()
      const hash = hashOf(mark + secretOf(request, salt))
      const row = await tx
        .insertInto('kept.apiKey')
        .values({ name, person, hash })
        .returning(['id', 'name', 'createdAt', 'lastUsedAt'])
        .executeTakeFirstOrThrow()
      return { ...keyBody(row), salt }
    })
    return { ...made, key: mark + secretOf(request, salt) }
  })
}

function keyBody(row: { id: number; name: string; createdAt: Date; lastUsedAt: Date | null }) {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }
}

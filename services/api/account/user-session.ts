import { endSessions, sessionsOf, signOut } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { listRows } from '../http/list.ts'
import { sessionOf } from './my-account.ts'
import { route } from '../http/route.ts'

const config = { access: 'changeMe', isIdempotent: false } as const

/** The sessions of a person. Ending one is idempotent by itself, so no answer is stored. */
export function userSessionRoutes({ web, store }: Context): void {
  route(web, 'GET /api/user/session/', config, (request) => {
    const { id, session } = sessionOf(request)
    const sessions = sessionsOf(store, id)
    return listRows(request, sessions, (rows) =>
      rows.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        lastSeenAt: row.lastSeenAt.toISOString(),
        isThis: row.id === session,
      })),
    )
  })

  route(web, 'DELETE /api/user/session/:id/', config, async (request) => {
    await store.db
      .deleteFrom('kept.session')
      .where('id', '=', request.params.id)
      .where('person', '=', sessionOf(request).id)
      .execute()
    return null
  })

  route(web, 'POST /api/user/sign-out-everywhere/', config, async (request, reply) => {
    await endSessions(store, sessionOf(request).id)
    await signOut(store, { request, reply })
    return { success: true as const }
  })
}

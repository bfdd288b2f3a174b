import { countOf } from '../../store/index.ts'
import { endSessions, sessionsOf, signOut } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { list } from '../http/list.ts'
import { sessionOf } from './my-account.ts'
import { on } from '../schema/on.ts'
import { accountApi } from '../schema/account.ts'

const config = { access: 'changeMe' } as const

/** Where a person is signed in. What is ended twice is ended: no answer is kept. */
export function userSessionRoutes({ web, store }: Context): void {
  web.route({
    ...on(accountApi, 'GET /api/user/session/'),
    config,
    handler: (request) => {
      const { id, session } = sessionOf(request)
      const found = sessionsOf(store, id)
      return list(request, {
        count: () => countOf(found.clearOrderBy()),
        rows: async (limit, offset) => {
          const rows = await found.limit(limit).offset(offset).execute()
          return rows.map((row) => ({
            ...row,
            createdAt: row.createdAt.toISOString(),
            lastSeenAt: row.lastSeenAt.toISOString(),
            isThis: row.id === session,
          }))
        },
      })
    },
  })

  web.route({
    ...on(accountApi, 'DELETE /api/user/session/:id/'),
    config,
    handler: async (request, reply) => {
      await store.db
        .deleteFrom('kept.session')
        .where('id', '=', request.params.id)
        .where('person', '=', sessionOf(request).id)
        .execute()
      reply.code(204)
      return null
    },
  })

  web.route({
    ...on(accountApi, 'POST /api/user/sign-out-everywhere/'),
    config,
    handler: async (request, reply) => {
      await endSessions(store, sessionOf(request).id)
      await signOut(store, { request, reply })
      return { success: true as const }
    },
  })
}

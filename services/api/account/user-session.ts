import { z } from 'zod'
import { countOf } from '../../store/index.ts'
import { endSessions, sessionsOf, signOut } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { ById } from '../http/ids.ts'
import { list, listOf, paging } from '../http/list.ts'
import { sessionOf } from './my-account.ts'
import { Done, Gone } from '../http/bodies.ts'

const Body = z.object({
  id: z.int(),
  /** what the browser calls itself */
  device: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** the one that asks */
  isThis: z.boolean(),
})
const config = { access: 'changeMe' } as const

/** Where a person is signed in. What is ended twice is ended: no answer is kept. */
export function userSessionRoutes({ web, store }: Context): void {
  web.get(
    '/api/user/session/',
    { config, schema: { querystring: z.object(paging), response: { 200: listOf(Body) } } },
    (request) => {
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
  )

  web.delete(
    '/api/user/session/:id/',
    { config, schema: { params: ById, response: { 204: Gone } } },
    async (request, reply) => {
      await store.db
        .deleteFrom('kept.session')
        .where('id', '=', request.params.id)
        .where('person', '=', sessionOf(request).id)
        .execute()
      reply.code(204)
      return null
    },
  )

  web.post(
    '/api/user/sign-out-everywhere/',
    { config, schema: { response: { 200: Done } } },
    async (request, reply) => {
      await endSessions(store, sessionOf(request).id)
      await signOut(store, { request, reply })
      return { success: true as const }
    },
  )
}

import { z } from 'zod'
import { answerOffer, offersFor } from '../../account/index.ts'
import { notFound, signIn } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { ById } from '../http/ids.ts'
import { sessionOf } from './my-account.ts'
import { Gone, SceneBrief } from '../http/bodies.ts'

const Role = z.enum(['admin', 'tournament'])
const Taken = z.object({ scene: SceneBrief, role: Role })
const Waiting = z.object({
  invitations: z.array(z.object({ id: z.int(), scene: SceneBrief, role: Role })),
  /** reset links that others made for this account; null: by somebody who is gone, or by a key */
  resetLinks: z.array(z.object({ id: z.int(), madeBy: z.string().nullable(), madeAt: z.string() })),
})

/** What waits for a person's own answer: roles they are offered, and what was done to their account. */
export function myNoticeRoutes(context: Context): void {
  readRoute(context)
  invitationRoutes(context)
  seenRoute(context)
}

function readRoute({ web, store: { db } }: Context): void {
  web.get(
    '/api/user/notice/',
    { config: { access: 'changeMe' }, schema: { response: { 200: Waiting } } },
    async (request) => {
      const { id } = sessionOf(request)
      const offers = await offersFor(db, id).execute()
      const made = await db
        .selectFrom('kept.resetNotice')
        .leftJoin('kept.person', 'kept.person.id', 'kept.resetNotice.madeBy')
        .select(['kept.resetNotice.id', 'kept.person.name', 'madeAt'])
        .where('kept.resetNotice.person', '=', id)
        .orderBy('kept.resetNotice.id')
        .execute()
      return {
        invitations: offers.map(({ id: offer, scene, sceneName, displayName, role }) => ({
          id: offer,
          scene: { id: scene, name: sceneName, displayName },
          role,
        })),
        resetLinks: made.map(({ id: notice, name, madeAt }) => ({
          id: notice,
          madeBy: name,
          madeAt: madeAt.toISOString(),
        })),
      }
    },
  )
}

function invitationRoutes({ web, store }: Context): void {
  const { db } = store
  // With more rights comes a new token.
  web.post(
    '/api/user/invitation/:id/',
    { config: { access: 'takeRole' }, schema: { params: ById, response: { 200: Taken } } },
    async (request, reply) => {
      const { id: person } = sessionOf(request)
      const taken = await answerOffer(db, { person, id: request.params.id, accept: true })
      if (!taken) throw notFound()
      await signIn(store, person, { request, reply })
      const scene = await db
        .selectFrom('kept.scene')
        .select(['id', 'name', 'displayName'])
        .where('id', '=', taken.scene)
        .executeTakeFirstOrThrow()
      return { scene, role: taken.role }
    },
  )

  // What is declined or seen twice is gone: no answer is kept.
  web.delete(
    '/api/user/invitation/:id/',
    { config: { access: 'changeMe' }, schema: { params: ById, response: { 204: Gone } } },
    async (request, reply) => {
      const { id: person } = sessionOf(request)
      await answerOffer(db, { person, id: request.params.id, accept: false })
      reply.code(204)
      return null
    },
  )
}

function seenRoute({ web, store: { db } }: Context): void {
  web.delete(
    '/api/user/notice/:id/',
    { config: { access: 'changeMe' }, schema: { params: ById, response: { 204: Gone } } },
    async (request, reply) => {
      await db
        .deleteFrom('kept.resetNotice')
        .where('id', '=', request.params.id)
        .where('person', '=', sessionOf(request).id)
        .execute()
      reply.code(204)
      return null
    },
  )
}

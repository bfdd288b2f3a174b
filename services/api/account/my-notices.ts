import { answerInvitation, invitationsFor } from '../../account/index.ts'
import { notFound, signIn } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { sessionOf } from './my-account.ts'
import { route } from '../http/route.ts'

/** Roles offered to a person, and notices of reset links that were made for their account. */
export function myNoticeRoutes(context: Context): void {
  readRoute(context)
  invitationRoutes(context)
  noticeRoute(context)
}

function readRoute({ web, store: { db } }: Context): void {
  route(web, 'GET /api/user/notice/', { access: 'changeMe' }, async (request) => {
    const { id } = sessionOf(request)
    const offers = await invitationsFor(db, id).execute()
    const notices = await db
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
      resetLinks: notices.map(({ id: notice, name, madeAt }) => ({
        id: notice,
        madeBy: name,
        madeAt: madeAt.toISOString(),
      })),
    }
  })
}

function invitationRoutes({ web, store }: Context): void {
  const { db } = store
  // More rights need a new session token.
  route(
    web,
    'POST /api/user/invitation/:id/',
    { access: 'takeRole', isIdempotent: false },
    async (request, reply) => {
      const { id: person } = sessionOf(request)
      const accepted = await answerInvitation(db, { person, id: request.params.id, accept: true })
      if (!accepted) throw notFound()
      await signIn(store, person, { request, reply })
      const scene = await db
        .selectFrom('kept.scene')
        .select(['id', 'name', 'displayName'])
        .where('id', '=', accepted.scene)
        .executeTakeFirstOrThrow()
      return { scene, role: accepted.role }
    },
  )

  // Declining and dismissing are idempotent by themselves, so no answer is stored.
  route(
    web,
    'DELETE /api/user/invitation/:id/',
    { access: 'changeMe', isIdempotent: false },
    async (request) => {
      const { id: person } = sessionOf(request)
      await answerInvitation(db, { person, id: request.params.id, accept: false })
      return null
    },
  )
}

function noticeRoute({ web, store: { db } }: Context): void {
  route(
    web,
    'DELETE /api/user/notice/:id/',
    { access: 'changeMe', isIdempotent: false },
    async (request) => {
      await db
        .deleteFrom('kept.resetNotice')
        .where('id', '=', request.params.id)
        .where('person', '=', sessionOf(request).id)
        .execute()
      return null
    },
  )
}

import { say } from '#events/messages/message.ts'
import { linkValidMs } from '#events/text/link-validity.ts'
import { mailsFor } from '../../account/mail-words.ts'
import type { Mails } from '../../account/mail-words.ts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { Rejection, hashOf, newSecret, notFound, wrongFields, told } from '../../web/index.ts'
import { idempotentRows } from '../http/idempotency.ts'
import type { Context, Tx } from '../http/context.ts'
import { lockScene } from '../http/row-locks.ts'
import { listRows } from '../http/list.ts'
import { secretOf } from './one-time-secret.ts'
import type { RoleRequest, Role } from '../schema/player/account.ts'
import type { SceneId } from '#events/ids.ts'
import { removeRoute, route } from '../http/route.ts'

/** Roles in a scene, and invitations to them. */
export function roleRoutes(context: Context): void {
  readRoutes(context)
  grantRoute(context)
  removeRoutes(context)
}

function readRoutes({ web, store, sceneOf }: Context): void {
  const { db } = store
  const config = { access: 'readRoles', scene: sceneOf.scene } as const
  route(web, 'GET /api/tournament/scene/:id/role/', config, (request) => {
    const query = db
      .selectFrom('kept.role')
      .innerJoin('kept.person', 'kept.person.id', 'kept.role.person')
      .select(['kept.person.id', 'name', 'role'])
      .where('scene', '=', request.params.id)
    return listRows(
      request,
      query.orderBy('role').orderBy('name').orderBy('kept.person.id'),
      (rows) => rows.map(({ id, name, role }) => ({ person: { id, name }, role })),
    )
  })

  route(web, 'GET /api/tournament/scene/:id/invitation/', config, (request) => {
    const query = db
      .selectFrom('kept.invitation')
      .select(['id', 'email', 'role', 'expiresAt'])
      .where('scene', '=', request.params.id)
    return listRows(request, query.orderBy('email'), (rows) => rows.map(offerBody))
  })
}

function grantRoute(context: Context): void {
  const { web, store, accounts, sceneOf } = context
  route(
    web,
    'PUT /api/tournament/scene/:id/role/',
    { access: 'editRoles', scene: sceneOf.scene },
    async (request, reply) => {
      const scene = request.params.id
      let isNew = false
      const { salt, person, role, offered } = await idempotentRows(
        { store, request, reply },
        async (tx) => {
          isNew = true
          await lockScene(tx, scene)
          return grantRole(tx, request, { scene, ...request.body })
        },
      )
      if (!offered) return { role, person, invitation: null }
      const link = accounts.linkTo('invitation', secretOf(request, salt))
      if (isNew)
        await mailOffer(context, mailsFor(request), { scene, link, email: offered.email, role })
      const invitation = { ...offered, link, mailed: accounts.sendsMail }
      return { role, person: null, invitation }
    },
  )
}

type RoleGrant = RoleRequest & { scene: SceneId }

/** The answer to an e-mail is the same whether it has an account or not. */
async function grantRole(tx: Tx, request: FastifyRequest, { scene, role, ...to }: RoleGrant) {
  const salt = newSecret()
  const person = to.person === undefined ? null : await personFor(tx, request, to.person, scene)
  if (person) {
    if (role !== 'admin') await expectAnotherAdmin(tx, scene, person.id)
    await tx
      .insertInto('kept.role')
      .values({ scene, role, person: person.id })
      .onConflict((conflict) => conflict.columns(['person', 'scene']).doUpdateSet({ role }))
      .execute()
    return { salt, role, person, offered: null }
  }
  if (to.email === undefined) throw wrongFields({ person: [noRoleHere] })
  const offer = {
    role,
    codeHash: hashOf(secretOf(request, salt)),
    expiresAt: new Date(Date.now() + linkValidMs.invitation),
  }
  const row = await tx
    .insertInto('kept.invitation')
    .values({ scene, email: to.email, ...offer })
    .onConflict((conflict) => conflict.columns(['scene', 'email']).doUpdateSet(offer))
    .returning(['id', 'email', 'role', 'expiresAt'])
    .executeTakeFirstOrThrow()
  return { salt, role, person: null, offered: offerBody(row) }
}

const noRoleHere = 'This person has no role in this scene. Invite them by e-mail address.'

/** Gives the same answer for an unknown id, so that trying ids reveals no name. */
async function personFor(
  tx: Tx,
  { person: requester }: FastifyRequest,
  id: number,
  scene: SceneId,
) {
  const query = tx.selectFrom('kept.person').select(['id', 'name']).where('id', '=', id)
  if (requester?.isOwner) return query.executeTakeFirst()
  return query
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('kept.role')
          .select('kept.role.person')
          .whereRef('kept.role.person', '=', 'kept.person.id')
          .where('kept.role.scene', '=', scene),
      ),
    )
    .executeTakeFirst()
}

async function mailOffer(
  { store, accounts }: Context,
  mails: Mails,
  offer: { scene: SceneId; email: string; role: z.infer<typeof Role>; link: string },
): Promise<void> {
  const { email, role, link } = offer
  if (!accounts.sendsMail || (await accounts.throttle.account('invitation', email)) > 0) return
  const { displayName } = await store.db
    .selectFrom('kept.scene')
    .select('displayName')
    .where('id', '=', offer.scene)
    .executeTakeFirstOrThrow()
  accounts.send({ to: email, ...mails.invitation(displayName, role, link) })
}

function removeRoutes(context: Context): void {
  const config = { access: 'editRoles', scene: context.sceneOf.scene } as const
  removeRoute(
    context,
    'DELETE /api/tournament/scene/:id/role/:person/',
    config,
    async (tx, { params: { id: scene, person } }) => {
      await lockScene(tx, scene)
      await expectAnotherAdmin(tx, scene, person)
      const role = tx.deleteFrom('kept.role').where('scene', '=', scene)
      await role.where('person', '=', person).returning('role').executeTakeFirstOrThrow(notFound)
    },
  )

  removeRoute(
    context,
    'DELETE /api/tournament/scene/:id/invitation/:invitation/',
    config,
    (tx, { params: { id: scene, invitation } }) => {
      const offer = tx.deleteFrom('kept.invitation').where('scene', '=', scene)
      return offer.where('id', '=', invitation).returning('id').executeTakeFirstOrThrow(notFound)
    },
  )
}

/** Refuses to remove the last admin. Callers lock the scene, so two admins cannot leave at once. */
export async function expectAnotherAdmin(tx: Tx, scene: SceneId, leaving: number): Promise<void> {
  const admins = await tx
    .selectFrom('kept.role')
    .select('person')
    .where('scene', '=', scene)
    .where('role', '=', 'admin')
    .execute()
  if (admins.length !== 1 || admins[0]?.person !== leaving) return
  const { displayName } = await tx
    .selectFrom('kept.scene')
    .select('displayName')
    .where('id', '=', scene)
    .executeTakeFirstOrThrow()
  // A person who deletes their account may be an admin of several scenes.
  const why = told(say('lastAdmin', { scene: displayName }))
  throw new Rejection(409, { ...why, code: 'LAST_ADMIN', scene })
}

function offerBody<T extends { expiresAt: Date }>(offer: T) {
  return { ...offer, expiresAt: offer.expiresAt.toISOString() }
}

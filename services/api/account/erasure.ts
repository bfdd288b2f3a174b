import { closeCheckoutsOf } from '../../money/index.ts'
import { forgetPlayer } from '../../store/index.ts'
import { notFound, signOut, wrongFields, rejectionFor } from '../../web/index.ts'
import type { Context, Tx } from '../http/context.ts'
import { withPaymentErrors } from '../http/payment-errors.ts'
import { lockScene } from '../http/row-locks.ts'
import { reauthenticate } from './my-account.ts'
import { expectAnotherAdmin } from './role.ts'
import type { SceneId } from '#events/ids.ts'
import { route } from '../http/route.ts'

/**
 * Erases a person completely (P20): account, sessions, roles, registrations, pictures, and answers
 * stored for retries. The log and the ledger contain only ids, so brackets, results and sums stay.
 * No answer of the erasure itself may be stored either, so a retry gets 404.
 */
export function erasureRoutes(context: Context): void {
  const { web, store } = context
  route(
    web,
    'DELETE /api/user/me/',
    { access: 'eraseMe', isIdempotent: false },
    async (request, reply) => {
      const { current, handTo } = request.body
      const { id } = await reauthenticate(context, request, current)
      await erase(context, id, { handTo, byOwner: request.person?.isOwner === true })
      await signOut(store, { request, reply })
      return null
    },
  )

  route(
    web,
    'DELETE /api/user/:id/',
    { access: 'erasePerson', isIdempotent: false },
    async (request) => {
      await erase(context, request.params.id, { handTo: request.body.handTo, byOwner: true })
      return null
    },
  )
}

/**
 * The owner of the site may choose any person as successor, others only somebody who already has a
 * role in the scene.
 */
type Handover = { handTo: number | undefined; byOwner: boolean }

async function erase(context: Context, id: number, handover: Handover): Promise<void> {
  const { store } = context
  const { handTo, byOwner } = handover
  await closeCheckouts(context, id)
  await store.db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('kept.person')
      .select(['email', 'emailVerified', 'isOwner'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(notFound)
    if (handTo !== undefined && byOwner) await expectPerson(tx, id, handTo)
    if (person.isOwner) await handOwnership(tx, id, handTo)
    await handScenes(tx, id, handover)
    for (const player of await registrationsOf(tx, id, person)) {
      await forgetPlayer({ db: tx }, player)
    }
    await tx.deleteFrom('kept.person').where('id', '=', id).execute()
  })
}

/** Before the transaction, because Stripe has to be asked. */
async function closeCheckouts(context: Context, id: number): Promise<void> {
  const { db } = context.store
  const person = await db
    .selectFrom('kept.person')
    .select(['email', 'emailVerified'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  await withPaymentErrors(closeCheckoutsOf(context, await registrationsOf(db, id, person)))
}

async function expectPerson(tx: Tx, id: number, handTo: number): Promise<void> {
  const successor = await tx
    .selectFrom('kept.person')
    .select('id')
    .where('id', '=', handTo)
    .where('id', '!=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!successor) throw wrongFields({ handTo: ['There is no such person'] })
}

/** On a site without an owner, the next stranger who signs up would become its owner. */
async function handOwnership(tx: Tx, id: number, handTo: number | undefined): Promise<void> {
  const owners = await tx
    .selectFrom('kept.person')
    .select('id')
    .where('isOwner', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (owners.some((owner) => owner.id !== id)) return
  if (handTo === undefined) {
    throw rejectionFor('LAST_OWNER')
  }
  await tx.updateTable('kept.person').set({ isOwner: true }).where('id', '=', handTo).execute()
}

async function handScenes(tx: Tx, id: number, { handTo, byOwner }: Handover): Promise<void> {
  const scenes = await tx
    .selectFrom('kept.role')
    .select('scene')
    .where('person', '=', id)
    .where('role', '=', 'admin')
    .orderBy('scene')
    .execute()
  for (const { scene } of scenes) {
    await lockScene(tx, scene)
    if (handTo !== undefined && (await isLastAdmin(tx, scene, id))) {
      if (!byOwner) await expectRoleInScene(tx, { scene, id, handTo })
      const role = { person: handTo, scene, role: 'admin' } as const
      await tx
        .insertInto('kept.role')
        .values(role)
        .onConflict((conflict) => conflict.columns(['person', 'scene']).doUpdateSet(role))
        .execute()
    }
    await expectAnotherAdmin(tx, scene, id)
  }
}

/** Gives the same answer for an unknown id, so that ids cannot be probed. */
async function expectRoleInScene(
  tx: Tx,
  { scene, id, handTo }: { scene: SceneId; id: number; handTo: number },
): Promise<void> {
  const holders = tx.selectFrom('kept.role').select('person').where('scene', '=', scene)
  const successor = holders.where('person', '=', handTo).where('person', '!=', id)
  if (await successor.executeTakeFirst()) return
  throw wrongFields({ handTo: ['This person has no role in your scene'] })
}

async function isLastAdmin(tx: Tx, scene: SceneId, id: number): Promise<boolean> {
  const other = await tx
    .selectFrom('kept.role')
    .select('person')
    .where('scene', '=', scene)
    .where('role', '=', 'admin')
    .where('person', '!=', id)
    .executeTakeFirst()
  return other === undefined
}

type EmailState = { email: string | null; emailVerified: boolean }

/** The person's own registrations, and those an organiser typed in with their confirmed e-mail. */
async function registrationsOf(tx: Tx, id: number, { email, emailVerified }: EmailState) {
  const rows = await tx
    .selectFrom('kept.player')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('user', '=', id),
        ...(email !== null && emailVerified
          ? [
              eb.and([
                eb('user', 'is', null),
                eb(eb.fn<string>('lower', ['kept.player.email']), '=', email),
              ]),
            ]
          : []),
      ]),
    )
    .execute()
  return rows.map((row) => row.id)
}

import { forgetPlayer } from '../../store/index.ts'
import { notFound, signOut, wrongFields } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { lockScene } from '../http/row-locks.ts'
import type { Tx } from '../http/route.ts'
import { mine } from './my-account.ts'
import { keepAnAdmin } from './role.ts'
import { refused } from '../http/refused.ts'
import type { SceneId } from '../../../events/ids.ts'
import { route } from '../http/route.ts'

/**
 * A person leaves no byte (P20): account, sessions, roles, registrations, pictures, and answers kept
 * for repeats. The log and the ledger know ids alone, so brackets, results and sums stand. Nothing of
 * who is gone can be kept to answer a repeat with: it finds nobody.
 */
export function erasureRoutes(context: Context): void {
  const { web, store } = context
  route(web, 'DELETE /api/user/me/', { access: 'eraseMe' }, async (request, reply) => {
    const { current, handTo } = request.body
    const { id } = await mine(context, request, current)
    await erase(context, id, { handTo, byOwner: request.person?.isOwner === true })
    await signOut(store, { request, reply })
    return null
  })

  route(web, 'DELETE /api/user/:id/', { access: 'erasePerson' }, async (request) => {
    await erase(context, request.params.id, { handTo: request.body.handTo, byOwner: true })
    return null
  })
}

/** Only the owner of the site hands on to anybody; others to who has a role in the scene already. */
type Handover = { handTo: number | undefined; byOwner: boolean }

async function erase({ store }: Context, id: number, handing: Handover): Promise<void> {
  const { handTo, byOwner } = handing
  await store.db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('kept.person')
      .select(['email', 'emailVerified', 'isOwner'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!person) throw notFound()
    if (handTo !== undefined && byOwner) await expectHeir(tx, id, handTo)
    if (person.isOwner) await handOwnership(tx, id, handTo)
    await handScenes(tx, id, handing)
    for (const player of await registrationsOf(tx, id, person)) {
      await forgetPlayer({ db: tx }, player)
    }
    await tx.deleteFrom('kept.person').where('id', '=', id).execute()
  })
}

async function expectHeir(tx: Tx, id: number, handTo: number): Promise<void> {
  const heir = await tx
    .selectFrom('kept.person')
    .select('id')
    .where('id', '=', handTo)
    .where('id', '!=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!heir) throw wrongFields({ handTo: ['There is no such person'] })
}

/** Without an owner the site would be the next stranger's who signs up. */
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
    throw refused('LAST_OWNER')
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
      if (!byOwner) await expectInScene(tx, { scene, id, handTo })
      const role = { person: handTo, scene, role: 'admin' } as const
      await tx
        .insertInto('kept.role')
        .values(role)
        .onConflict((conflict) => conflict.columns(['person', 'scene']).doUpdateSet(role))
        .execute()
    }
    await keepAnAdmin(tx, scene, id)
  }
}

/** The same answer for an id that is nobody's. */
async function expectInScene(
  tx: Tx,
  { scene, id, handTo }: { scene: SceneId; id: number; handTo: number },
): Promise<void> {
  const found = tx.selectFrom('kept.role').select('person').where('scene', '=', scene)
  const heir = found.where('person', '=', handTo).where('person', '!=', id)
  if (await heir.executeTakeFirst()) return
  throw wrongFields({ handTo: ['Nobody with a role in your scene'] })
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

/** Their own, and those an organiser typed in with the e-mail that is shown to be theirs. */
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

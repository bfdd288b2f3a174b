import type { Store } from '../store/index.ts'

type Db = Store['db']
type Role = 'admin' | 'tournament'
type OfferedRole = { scene: number; role: Role }

/** The roles offered to a person's verified e-mail address. */
export function invitationsFor(db: Db, person: number) {
  return db
    .selectFrom('kept.invitation')
    .innerJoin('kept.person', 'kept.person.email', 'kept.invitation.email')
    .innerJoin('kept.scene', 'kept.scene.id', 'kept.invitation.scene')
    .select([
      'kept.invitation.id',
      'kept.invitation.scene',
      'kept.scene.name as sceneName',
      'kept.scene.displayName',
      'kept.invitation.role',
    ])
    .where('kept.person.id', '=', person)
    .where('kept.person.emailVerified', '=', true)
    .where('kept.invitation.expiresAt', '>', new Date())
    .orderBy('kept.invitation.id')
}

/** Accepts or declines an offer to the person; null if there is no such offer. */
export async function answerInvitation(
  db: Db,
  { person, id, accept }: { person: number; id: number; accept: boolean },
): Promise<OfferedRole | null> {
  return db.transaction().execute(async (tx) => {
    const offered = await tx
      .deleteFrom('kept.invitation')
      .using('kept.person')
      .where('kept.invitation.id', '=', id)
      .where('kept.person.id', '=', person)
      .where('kept.person.emailVerified', '=', true)
      .whereRef('kept.person.email', '=', 'kept.invitation.email')
      .where('kept.invitation.expiresAt', '>', new Date())
      .returning(['kept.invitation.scene', 'kept.invitation.role'])
      .executeTakeFirst()
    if (!offered) return null
    if (accept) await giveRole(tx, person, offered)
    return offered
  })
}

/**
 * Gives the role of a one-time link to the signed-in person. `unknown`: the link is not valid;
 * `other`: it is for another e-mail address, whose owner can still use it.
 */
export async function acceptInvitation(
  db: Db,
  person: number,
  codeHash: string,
): Promise<OfferedRole | 'unknown' | 'other'> {
  return db.transaction().execute(async (tx) => {
    const offered = await tx
      .selectFrom('kept.invitation as i')
      .innerJoin('kept.person as p', (join) => join.on('p.id', '=', person))
      .select(['i.id', 'i.scene', 'i.role'])
      .select((eb) => eb('p.email', '=', eb.ref('i.email')).as('isOwn'))
      .where('i.codeHash', '=', codeHash)
      .where('i.expiresAt', '>', new Date())
      .forUpdate('i')
      .executeTakeFirst()
    if (!offered) return 'unknown'
    const { id, scene, role, isOwn } = offered
    if (isOwn !== true) return 'other'
    await tx.deleteFrom('kept.invitation').where('id', '=', id).execute()
    await giveRole(tx, person, { scene, role })
    return { scene, role }
  })
}

/** The scene of an invitation link, for signing up with it; null if the link is not valid. */
export async function sceneOfInvitation(db: Db, codeHash: string): Promise<number | null> {
  const offered = await db
    .selectFrom('kept.invitation')
    .select('scene')
    .where('codeHash', '=', codeHash)
    .where('expiresAt', '>', new Date())
    .executeTakeFirst()
  return offered?.scene ?? null
}

/** An invitation never lowers a role, so that the last admin stays one. */
async function giveRole(db: Db, person: number, { scene, role }: OfferedRole): Promise<void> {
  await db
    .insertInto('kept.role')
    .values({ person, scene, role })
    .onConflict((conflict) => {
      const upsert = conflict.columns(['person', 'scene'])
      return role === 'admin' ? upsert.doUpdateSet({ role }) : upsert.doNothing()
    })
    .execute()
}

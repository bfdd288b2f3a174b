import { createHash } from 'node:crypto'
import type { Store } from '../store/index.ts'

type Db = Store['db']
type Role = 'admin' | 'tournament'
type Offered = { scene: number; role: Role }

/** The roles that wait for an address, for the person it was shown to belong to. */
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

/** An offer that the person it waits for accepts or declines; null: there is none. */
export async function answerInvitation(
  db: Db,
  { person, id, accept }: { person: number; id: number; accept: boolean },
): Promise<Offered | null> {
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

/** The role that a one-time link offers, to whoever opens it signed in; null: the link is used up. */
export async function acceptInvitation(
  db: Db,
  person: number,
  code: string,
): Promise<Offered | null> {
  return db.transaction().execute(async (tx) => {
    const offered = await tx
      .deleteFrom('kept.invitation')
      .where('codeHash', '=', hashOf(code))
      .where('expiresAt', '>', new Date())
      .returning(['scene', 'role'])
      .executeTakeFirst()
    if (!offered) return null
    await giveRole(tx, person, offered)
    return offered
  })
}

/** The scene that a link is of, for somebody who signs up with it; null: the link opens nothing. */
export async function sceneOfInvitation(db: Db, code: string): Promise<number | null> {
  const offered = await db
    .selectFrom('kept.invitation')
    .select('scene')
    .where('codeHash', '=', hashOf(code))
    .where('expiresAt', '>', new Date())
    .executeTakeFirst()
  return offered?.scene ?? null
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}

/** An invitation raises, it never lowers: the last admin stays one. */
async function giveRole(db: Db, person: number, { scene, role }: Offered): Promise<void> {
  await db
    .insertInto('kept.role')
    .values({ person, scene, role })
    .onConflict((conflict) => {
      const rival = conflict.columns(['person', 'scene'])
      return role === 'admin' ? rival.doUpdateSet({ role }) : rival.doNothing()
    })
    .execute()
}

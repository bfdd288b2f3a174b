import { createHash } from 'node:crypto'
import type { Store } from '../store/index.ts'

type Db = Store['db']
type Role = 'admin' | 'tournament'
export type Offered = { scene: number; role: Role }

/** The roles that wait for an address, to the person it was shown to belong to. */
export async function takeOffered(db: Db, person: number): Promise<Offered[]> {
  return db.transaction().execute(async (tx) => {
    const offered = await tx
      .deleteFrom('kept.invitation')
      .using('kept.person')
      .where('kept.person.id', '=', person)
      .where('kept.person.emailVerified', '=', true)
      .whereRef('kept.person.email', '=', 'kept.invitation.email')
      .where('kept.invitation.expiresAt', '>', new Date())
      .returning(['kept.invitation.scene', 'kept.invitation.role'])
      .execute()
    for (const each of offered) await giveRole(tx, person, each)
    return offered
  })
}

/** The role that a one-time link offers, to whoever opens it signed in; null: the link is used up. */
export async function takeByCode(db: Db, person: number, code: string): Promise<Offered | null> {
  return db.transaction().execute(async (tx) => {
    const offered = await tx
      .deleteFrom('kept.invitation')
      .where('codeHash', '=', createHash('sha256').update(code).digest('hex'))
      .where('expiresAt', '>', new Date())
      .returning(['scene', 'role'])
      .executeTakeFirst()
    if (!offered) return null
    await giveRole(tx, person, offered)
    return offered
  })
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

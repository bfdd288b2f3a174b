import { forgetPlayer } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import { Rejection, notFound } from '../../web/index.ts'
import type { Context, WriteContext } from '../http/context.ts'
import { send } from '../http/command/send.ts'

/** Out of the log's views first, then all that is kept for it. */
export async function removeTournament(
  context: Context,
  target: WriteContext,
  { force }: { force: boolean },
): Promise<void> {
  const { store } = context
  const teams = await store.db
    .selectFrom('view.team')
    .select('id')
    .where('tournament', '=', target.tournament)
    .execute()
  await send(context, target, { type: 'DeleteTournament', force })
  for (const { id } of teams) await store.db.deleteFrom('kept.team').where('id', '=', id).execute()
  await forgetDeleted(store)
}

/**
 * What is kept for tournaments that the log says are deleted, also where a deletion was cut short:
 * players first, then the rest with its tournament (P20).
 */
export async function forgetDeleted(store: Store): Promise<void> {
  const { db } = store
  // One that has versions and no row was there and is gone.
  const gone = db
    .selectFrom('view.tournamentVersion')
    .select('tournament')
    .where('tournament', 'not in', db.selectFrom('view.tournament').select('id'))
  const players = await db
    .selectFrom('kept.player')
    .select('id')
    .where('tournament', 'in', gone)
    .execute()
  for (const { id } of players) await forgetPlayer(store, id)
  await db.deleteFrom('kept.snapshot').where('tournament', 'in', gone).execute()
  await db.deleteFrom('kept.estimate').where('tournament', 'in', gone).execute()
  await db.deleteFrom('kept.linkToken').where('tournament', 'in', gone).execute()
  await db.deleteFrom('kept.tournament').where('id', 'in', gone).execute()
}

/** Why there is no such tournament. */
export async function noTournament(db: Store['db'], id: number): Promise<Rejection> {
  const was = await db
    .selectFrom('view.tournamentVersion')
    .select('version')
    .where('tournament', '=', id)
    .executeTakeFirst()
  return was ? new Rejection(404, { detail: 'This tournament has been deleted.' }) : notFound()
}

export async function expectTournament(db: Store['db'], id: number): Promise<void> {
  const row = await db
    .selectFrom('view.tournament')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw await noTournament(db, id)
}

import { forgetPlayer } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import { Rejection, notFound } from '../../web/index.ts'
import type { Context, WriteContext } from '../http/context.ts'
import { settleBeforeRemoval } from '../http/payment-errors.ts'
import { send, wasSent } from '../http/command/send.ts'

/** Sends the command first, then deletes all rows that are kept for the tournament. */
export async function removeTournament(
  context: Context,
  target: WriteContext,
  { force }: { force: boolean },
): Promise<void> {
  const { store } = context
  const { tournament } = target
  if (!(await wasSent(context, target))) {
    const rows = await store.db
      .selectFrom('kept.player')
      .select('id')
      .where('tournament', '=', tournament)
      .execute()
    await settleBeforeRemoval(context, { tournament }, { players: rows.map(({ id }) => id), force })
  }
  const teams = await store.db
    .selectFrom('view.team')
    .select('id')
    .where('tournament', '=', tournament)
    .execute()
  await send(context, target, { type: 'DeleteTournament', force })
  for (const { id } of teams) await store.db.deleteFrom('kept.team').where('id', '=', id).execute()
  await forgetDeleted(store)
}

/**
 * Deletes the rows kept for tournaments that are deleted in the log, including deletions that were
 * interrupted. Players go first, then the tournament with the rest (P20).
 */
export async function forgetDeleted(store: Store): Promise<void> {
  const { db } = store
  const deleted = deletedTournaments(db)
  const players = await db
    .selectFrom('kept.player')
    .select('id')
    .where('tournament', 'in', deleted)
    .execute()
  for (const { id } of players) await forgetPlayer(store, id)
  await db.deleteFrom('kept.snapshot').where('tournament', 'in', deleted).execute()
  await db.deleteFrom('kept.estimate').where('tournament', 'in', deleted).execute()
  await db.deleteFrom('kept.linkToken').where('tournament', 'in', deleted).execute()
  await db.deleteFrom('kept.tournament').where('id', 'in', deleted).execute()
}

/** A tournament that has versions but no row is deleted. */
export function deletedTournaments(db: Store['db']) {
  return db
    .selectFrom('view.tournamentVersion')
    .select('tournament')
    .where('tournament', 'not in', db.selectFrom('view.tournament').select('id'))
}

/** 404 that tells whether the tournament is deleted or has never existed. */
export async function noTournament(db: Store['db'], id: number): Promise<Rejection> {
  const version = await db
    .selectFrom('view.tournamentVersion')
    .select('version')
    .where('tournament', '=', id)
    .executeTakeFirst()
  return version ? new Rejection(404, { detail: 'This tournament has been deleted.' }) : notFound()
}

export async function expectTournament(db: Store['db'], id: number): Promise<void> {
  const row = await db
    .selectFrom('view.tournament')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw await noTournament(db, id)
}

import { notFound } from '../../web/index.ts'
import type { SceneId, TournamentId } from '#events/ids.ts'
import type { Tx } from './context.ts'

/** Serializes changes to rows of a tournament that are counted or ordered together. */
export function lockTournament(tx: Tx, tournament: TournamentId): Promise<void> {
  return lock(tx, 'tournament', tournament)
}

/**
 * A shared lock: many transactions may depend on a tournament's rows, and changes wait for them.
 */
export async function shareTournament(tx: Tx, tournament: TournamentId): Promise<void> {
  const query = tx.selectFrom('kept.tournament').select('id').where('id', '=', tournament)
  if (!(await query.forShare().executeTakeFirst())) throw notFound()
}

/** Serializes changes to rows of a scene, such as choosing a unique name. */
export function lockScene(tx: Tx, scene: SceneId): Promise<void> {
  return lock(tx, 'scene', scene)
}

async function lock(tx: Tx, table: 'tournament' | 'scene', id: number): Promise<void> {
  await tx
    .selectFrom(`kept.${table}`)
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
}

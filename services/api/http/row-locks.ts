import { notFound } from '../../web/index.ts'
import type { SceneId, TournamentId } from '../../../events/ids.ts'
import type { Tx } from './route.ts'

/** Changes to rows that are counted or ordered together are made one after another. */
export function lockTournament(tx: Tx, tournament: TournamentId): Promise<void> {
  return lock(tx, 'tournament', tournament)
}

/** Many may do at once what rests on a tournament's rows; who changes those waits for them. */
export async function holdTournament(tx: Tx, tournament: TournamentId): Promise<void> {
  const found = tx.selectFrom('kept.tournament').select('id').where('id', '=', tournament)
  if (!(await found.forShare().executeTakeFirst())) throw notFound()
}

/** So do those who choose a name that has to be the only one in a scene. */
export function lockScene(tx: Tx, scene: SceneId): Promise<void> {
  return lock(tx, 'scene', scene)
}

async function lock(tx: Tx, table: 'tournament' | 'scene', id: number): Promise<void> {
  const row = await tx
    .selectFrom(`kept.${table}`)
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
}

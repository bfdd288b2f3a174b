import type { Store } from './index.ts'
import type { TournamentId } from '../../events/ids.ts'

/** No byte of a player is left: the answers kept for repeated commands go with the row (P20). */
export async function forgetPlayer({ db }: Pick<Store, 'db'>, id: number): Promise<void> {
  await db.deleteFrom('kept.player').where('id', '=', id).execute()
}

/** The questions that players of a tournament answered, removed ones too. */
export async function answeredBy({ pool }: Pick<Store, 'pool'>, tournament: TournamentId) {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct jsonb_object_keys(answers) as name from kept.player where tournament = $1`,
    [tournament],
  )
  return rows.map(({ name }) => name)
}

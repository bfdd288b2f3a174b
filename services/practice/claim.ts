import type { CabinetId, TournamentId } from '#events/ids.ts'
import { isFromFuture } from '../store/index.ts'
import type { Store } from '../store/index.ts'

export type Practice = { tournament: TournamentId; cabinet: CabinetId; scene: string; name: string }

/** After this time without renewal another process takes over. */
const leaseSeconds = 10

/**
 * Claims practices for this process and deletes those that have ended. All times are from the
 * database's clock.
 */
export async function claim({ pool }: Store, runner: string): Promise<Practice[]> {
  await pool.query(
    `delete from kept.practice p where ends_at <= now()
     or exists (select from view.tournament_version v where v.tournament = p.tournament)
       and not exists (select from view.tournament t where t.id = p.tournament and t.is_active)`,
  )
  const { rows } = await pool.query<Practice>(
    `update kept.practice p set runner = $1, run_until = now() + make_interval(secs => $2)
     from kept.cabinet c join kept.scene s on s.id = c.scene
     where c.id = p.cabinet and (p.runner = $1 or p.run_until is null or p.run_until < now()
       or ${isFromFuture('p.run_until', { most: 'make_interval(secs => $2)' })})
     returning p.tournament, p.cabinet, s.name as scene, c.name`,
    [runner, leaseSeconds],
  )
  return rows
}

/** Releases the claims, so that another process can take over immediately. */
export async function release({ db }: Store, runner: string): Promise<void> {
  const update = db.updateTable('kept.practice').set({ runner: null, runUntil: null })
  await update.where('runner', '=', runner).execute()
}

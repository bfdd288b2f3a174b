import type pg from 'pg'

/** `names`: as the setting lists them; `waiting`: writes that have waited for more than 3 s */
type Standby = { names: string; isAway: boolean; waiting: number }

/**
 * The synchronous standby, for which writes wait without a limit; null if none is set. A user
 * without the rights to see the state of standbys sees only whether there is one. One that hangs
 * stays listed for a while, but the writes that wait for it show.
 */
export async function synchronousStandby(pool: Pick<pg.Pool, 'query'>): Promise<Standby | null> {
  const { rows } = await pool.query<Standby>(
    `select current_setting('synchronous_standby_names') as names,
       not exists (select from pg_stat_replication
         where sync_state is null or sync_state in ('sync', 'quorum')) as "isAway",
       (select count(*)::int from pg_stat_activity
         where wait_event = 'SyncRep' and query_start < now() - interval '3 s') as waiting`,
  )
  const [found] = rows
  return found && found.names !== '' ? found : null
}

/** What a start writes waits for the standby too, and would otherwise wait silently. */
export async function warnOfStandby(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const { names = '', isAway = false } = (await synchronousStandby(pool)) ?? {}
  if (!isAway) return
  console.warn(`The standby of the database (${names}) is away: what is written waits for it.`)
}

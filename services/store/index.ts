import { setTimeout as sleep } from 'node:timers/promises'
import { CamelCasePlugin, PostgresDialect, sql } from 'kysely'
import type { Kysely, SelectQueryBuilder as Found } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import * as migrations from '#migrations/index.ts'
import { locks } from './advisory-lock.ts'
import { Pool } from './pool.ts'
import { databaseUrls, untilReached } from './primary.ts'
import type { Tables } from './tables/tables.ts'
import { MarkedKysely } from './transaction-guard.ts'
import type { Store } from './store.ts'
import { refuseUnfinished } from './unfinished-restore.ts'
import { watchStandbyWaits } from './standby.ts'
import { createView } from './view.ts'
import { openRunTogether } from './run-together.ts'

export { TooMuchAtOnce, limitConcurrency } from './concurrency-limit.ts'
export { inTransaction, isFromFuture, locks, notWithin, withAdvisoryLock } from './advisory-lock.ts'
export {
  countAttempt,
  forgetAttempts,
  forgetOldAttempts,
  consume,
  networkOf,
} from './rate-limits.ts'
export type { Allowance } from './rate-limits.ts'
export type { KeyRights } from './tables/account-tables.ts'
export type { IdSequence, Store } from './store.ts'
export { claimOwner, hasOwner } from './owner.ts'
export { onMatchGame, onPlayedGame } from './played-game.ts'
export { excludePractice, excludePracticeSql, limitedTo, ofScene } from './practice.ts'

// The only room that opens Postgres. Counts and sequence numbers fit a double, so INT8 is a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export { besideTransaction, expectNoTransaction } from './transaction-guard.ts'
export { synchronousStandby } from './primary.ts'
export { checkView, createView, rowFormat } from './view.ts'
export { isUnfinished, markUnfinished, unmarkUnfinished } from './unfinished-restore.ts'
export { openEncryption } from './encryption.ts'
export type { Encryption } from './encryption.ts'
export { changeSecret, countUnreadable, endSubscription, purposes } from './sealed.ts'
export type { SealedCounts } from './sealed.ts'
export type { DeliveryState } from './tables/notify-tables.ts'
export {
  dropLinkToken,
  keepLinkToken,
  readLinkToken,
  renewLinkToken,
  withLinkToken,
} from './external-tokens.ts'
import type { TournamentId } from '#events/ids.ts'
export type { LinkToken } from './external-tokens.ts'

export type { PoolClient } from 'pg'

const retryMs = 500

type StoreOptions = { url: string; max?: number | undefined; connectionTimeoutMs?: number }

export async function openStore(options: StoreOptions): Promise<Store> {
  const urls = databaseUrls(options.url)
  const { max = 10, ...times } = options
  const pool = new Pool(urls, max, times)
  const waits = watchStandbyWaits(pool)
  await untilReached(pool)
  const db = new MarkedKysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return {
    db,
    pool,
    async nextIds(kind, n) {
      const { rows } = await pool.query<{ id: number }>(
        `select nextval('kept.${kind}_id')::int as id from generate_series(1, $1)`,
        [n],
      )
      return rows.map((row) => row.id)
    },
    runTogether: openRunTogether(pool),
    awaitsStandby: waits.areMany,
    async close() {
      waits.stop()
      await db.destroy()
      // Kysely does not end a pool that it has not used.
      if (!pool.ending) await pool.end()
    },
  }
}

/** Looks up the scene of a cabinet; null if there is no such cabinet. */
export function sceneOfCabinet({ pool }: Pick<Store, 'pool'>) {
  return async (cabinet: number): Promise<number | null> => {
    const text = 'select scene from kept.cabinet where id = $1'
    const { rows } = await pool.query<{ scene: number }>(text, [cabinet])
    return rows[0]?.scene ?? null
  }
}

/**
 * Migrates both schemas; the view schema is recreated empty if its tables have changed. Only a
 * restore may continue where another one was interrupted.
 */
export async function migrate(
  store: Store,
  { restoring = false } = {},
): Promise<{ viewIsNew: boolean }> {
  if (!restoring) await refuseUnfinished(store.pool)
  await withMigrator(store, async (migrator, db) =>
    (await isMigrated(db)) ? {} : migrator.migrateToLatest(),
  )
  return { viewIsNew: await createView(store, 'view', { keepRowFormat: true }) }
}

/**
 * A quick check, because usually nothing is to be done and the migrator reads the whole catalogue.
 */
async function isMigrated(db: Kysely<unknown>): Promise<boolean> {
  const table = 'kept_migrations.kysely_migration'
  const { rows: existing } = await sql<{ there: boolean }>`
    select to_regclass(${table}) is not null as there`.execute(db)
  if (!existing[0]?.there) return false
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)} order by timestamp, name collate "C"`.execute(db)
  const names = Object.keys(migrations).toSorted()
  const unknown = rows.find(({ name }) => !names.includes(name))
  if (unknown) {
    throw new Error(
      `The database belongs to a newer version of Waggle (it has the migration ${unknown.name}): ` +
        'start that version, or restore a backup of this one onto empty servers.',
    )
  }
  return names.length === rows.length && names.every((name, at) => rows[at]?.name === name)
}

/** Waits until a projector has created the tables, and migrated them at least to this version. */
export async function untilMigrated({ pool }: Pick<Store, 'pool'>): Promise<void> {
  const own = Object.keys(migrations)
  const isDone = async () => {
    const { rows } = await pool.query<{ isThere: boolean }>(
      `select to_regclass('kept_migrations.kysely_migration') is not null
         and to_regclass('view.checkpoint') is not null as "isThere"`,
    )
    if (!rows[0]?.isThere) return false
    const text = 'select name from kept_migrations.kysely_migration where name = any($1)'
    return (await pool.query(text, [own])).rows.length === own.length
  }
  for (let isLogged = false; !(await isDone()); isLogged = true) {
    if (!isLogged) console.warn('Waiting for a projector, which creates and migrates the tables')
    await sleep(retryMs)
  }
}

/** Deletes all rows and recreates the tables of `kept` as of the migration `last`. */
export async function recreateAt(store: Store, last: string): Promise<void> {
  await withMigrator(store, async (migrator, db) => {
    await sql`drop schema if exists view, kept, kept_migrations cascade`.execute(db)
    return migrator.migrateTo(last)
  })
}

/** Runs `work` in one process at a time. */
async function withMigrator(
  store: Store,
  work: (migrator: Migrator, db: Kysely<unknown>) => Promise<{ error?: unknown }>,
): Promise<void> {
  await store.db.connection().execute(async (connection) => {
    const db = connection as Kysely<unknown>
    await sql`select pg_advisory_lock(${locks.migrations})`.execute(db)
    try {
      const provider = { getMigrations: async () => migrations }
      const migrator = new Migrator({ db, provider, migrationTableSchema: 'kept_migrations' })
      const { error } = await work(migrator, db)
      if (error) throw error
    } finally {
      await sql`select pg_advisory_unlock(${locks.migrations})`.execute(db)
    }
  })
}

/** Select this in a statement, so that its transaction commits without waiting for the flush. */
export const withoutFlush = `set_config('synchronous_commit', 'off', true)`

export type { Found }

/** Counts the rows that a query finds. */
export function countOf<DB, Tables extends keyof DB, Row>(
  query: Found<DB, Tables, Row>,
): Promise<{ n: string | number | bigint }> {
  const counted = query
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll().as('n'))
  return counted.executeTakeFirstOrThrow() as Promise<{ n: string | number | bigint }>
}

const uniqueViolation = '23505'

/** True if a row with the same unique value exists already. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown }).code === uniqueViolation
}

/** Deletes a player; stored command responses about them are deleted by a trigger (P20). */
export async function forgetPlayer({ db }: Pick<Store, 'db'>, id: number): Promise<void> {
  await db.deleteFrom('kept.player').where('id', '=', id).execute()
}

/** The questions that players of a tournament have answered, including deleted questions. */
export async function answeredQuestionNames(
  { pool }: Pick<Store, 'pool'>,
  tournament: TournamentId,
) {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct jsonb_object_keys(answers) as name from kept.player where tournament = $1`,
    [tournament],
  )
  return rows.map(({ name }) => name)
}

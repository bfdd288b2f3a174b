// Postgres with a synchronous standby on this machine. A fail-over kills the primary, promotes the
// standby and creates a new standby.
import { execFile } from 'node:child_process'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { startPostgres } from '../servers/index.ts'
import type { Postgres } from '../servers/index.ts'
import { freePort } from '../servers/port.ts'
import { limitMs } from '#test/support/limits.ts'

export type PostgresPair = {
  /** addresses of both servers, in the format of DATABASE_URL */
  url: string
  /** kill -9, promote, and create a new standby */
  failOver(): Promise<void>
  stop(): Promise<void>
}
type Member = { dir: string; port: number; server: Postgres | null }

const settings = { wal_keep_size: '512MB', max_wal_senders: '8', hot_standby: 'on' }
/** Files and folders of the primary that a standby must not have a copy of. */
const own = ['postmaster.pid', 'postmaster.opts', 'postgresql.auto.conf']
const emptied = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_stat_tmp', 'pg_subtrans']

export async function startPair(dir: string): Promise<PostgresPair> {
  const members: Member[] = []
  for (const name of ['pg1', 'pg2'])
    members.push({ dir: join(dir, name), port: await freePort(), server: null })
  let [primary, standby] = members as [Member, Member]
  await mkdir(primary.dir, { recursive: true })
  primary.server = await startPostgres({ dir: primary.dir, port: primary.port, settings })
  const { url } = primary.server
  let making = makeStandby(primary, standby)
  await making
  return {
    url: url.replace(/@[^/]*/, `@${members.map(({ port }) => `127.0.0.1:${port}`).join(',')}`),
    async failOver() {
      // The previous fail-over must be complete, otherwise there is no standby to promote.
      await making
      await primary.server!.kill()
      await query(standby.server!.url, 'select pg_promote()')
      // Writes must not wait for a standby that does not exist yet.
      await setSynchronous(standby.server!.url, '')
      ;[primary, standby] = [standby, primary]
      making = makeStandby(primary, standby)
      making.catch(() => {})
    },
    async stop() {
      await making.catch(() => {})
      for (const { server } of members) await server?.stop()
    },
  }
}

/**
 * Replaces `pg_basebackup`, which the embedded Postgres lacks; resolves when replication is
 * synchronous.
 */
async function makeStandby(from: Member, to: Member): Promise<void> {
  const { url } = from.server!
  await to.server?.stop()
  await rm(to.dir, { recursive: true, force: true })
  await mkdir(to.dir, { recursive: true })
  await copyData(url, join(from.dir, 'data'), join(to.dir, 'data'))
  for (const file of ['password', 'initialised'])
    await writeFile(join(to.dir, file), await readFile(join(from.dir, file)), { mode: 0o600 })
  const { username, password } = new URL(url)
  const conninfo = `host=127.0.0.1 port=${from.port} user=${username} password=${password}`
  const own = { ...settings, primary_conninfo: `${conninfo} application_name=standby` }
  to.server = await startPostgres({ dir: to.dir, port: to.port, settings: own })
  await setSynchronous(url, 'standby')
  const until = Date.now() + limitMs.wait
  const text = `select from pg_stat_replication where sync_state = 'sync'`
  while ((await query(url, text)).rowCount === 0) {
    if (Date.now() > until) throw new Error('the standby does not follow')
    await sleep(50)
  }
}

async function copyData(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  // Files that disappear during the copy are not needed in the backup.
  await promisify(execFile)('cp', ['-a', from, to]).catch(() => {})
  const { rows } = await client.query<{ labelfile: string }>('select * from pg_backup_stop(false)')
  await client.end()
  for (const file of own) await rm(join(to, file), { force: true })
  for (const folder of emptied) {
    for (const name of await readdir(join(to, folder)))
      await rm(join(to, folder, name), { recursive: true, force: true })
  }
  await mkdir(join(to, 'pg_wal', 'archive_status'), { recursive: true })
  await writeFile(join(to, 'backup_label'), rows[0]!.labelfile, { mode: 0o600 })
  await writeFile(join(to, 'standby.signal'), '')
}

async function setSynchronous(url: string, names: string): Promise<void> {
  await query(url, `alter system set synchronous_standby_names = '${names}'`)
  await query(url, 'select pg_reload_conf()')
}

async function query(connectionString: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

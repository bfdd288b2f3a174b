// A data folder of which a file is missing or damaged: a start says which, or repairs it, and never
// begins with an empty database.
import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startPostgres, startServers } from '#scripts/servers/index.ts'
import { whyNotStarted } from '#scripts/servers/damage.ts'
import { ownPasswords } from '#scripts/servers/nats.ts'
import { openLog } from '#services/log/index.ts'

let dir: string
let whole: string
let damaged: string
const start = () => startPostgres({ dir: join(damaged, 'postgres'), fsync: false })

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-damaged-'))
  whole = join(dir, 'whole')
  damaged = join(dir, 'damaged')
  const servers = await startServers({ dir: whole, fsync: false })
  await query(servers.databaseUrl, 'create table person (name text)')
  await (await openLog({ url: servers.natsUrl })).close()
  await servers.stop()
})
afterAll(() => rm(dir, { recursive: true, force: true }))
beforeEach(async () => {
  await rm(damaged, { recursive: true, force: true })
  await cp(whole, damaged, { recursive: true })
})

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}
const at = (file: string) => join(damaged, 'postgres', file)

const named = [
  ['data/postgresql.conf', 'postgresql.conf'],
  ['data/pg_hba.conf', 'pg_hba.conf'],
  ['data/global/pg_control', 'pg_control'],
  ['data/PG_VERSION', 'not a valid data directory'],
  ['data/pg_wal', 'pg_wal'],
  ['data', 'data is missing'],
  ['password', 'password is missing or empty'],
] as const

test.each(named)('without %s a start names it and says what to do', async (file, text) => {
  await rm(at(file), { recursive: true })
  const started = start()
  await expect(started).rejects.toThrow(text)
  await expect(started).rejects.toThrow('restore a backup')
})

test('a wrong password of the database is named', async () => {
  await writeFile(at('password'), 'another')
  await expect(start()).rejects.toThrow('password is not the password of the database')
})

test.each(['initialised', 'data/postmaster.pid'])(
  'if %s is missing or unreadable, the database is the same as before',
  async (file) => {
    if (file === 'initialised') await rm(at(file))
    else await writeFile(at(file), 'no number')
    const postgres = await start()
    expect(await query(postgres.url, 'select * from person')).toEqual([])
    await postgres.stop()
  },
)

test.each(['postgres', 'postgres/data'])(
  'without the folder %s no empty database is made beside the log',
  async (folder) => {
    await rm(join(damaged, folder), { recursive: true })
    await expect(startServers({ dir: damaged, fsync: false })).rejects.toThrow(
      /postgres is missing/,
    )
  },
)

test('passwords of NATS that cannot be read are made anew', async () => {
  const file = join(damaged, 'nats', 'users.json')
  const before = ownPasswords(file)
  expect(ownPasswords(file)).toEqual(before)
  await truncate(file, 60)
  const after = ownPasswords(file)
  expect(after.desk).not.toBe(before.desk)
  const { fanout: _, ...others } = after
  await writeFile(file, JSON.stringify(others))
  expect(ownPasswords(file).fanout).toEqual(expect.any(String))
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(ownPasswords(file))
})

test('a full disk and a port in use are not taken for damage', async () => {
  const log = join(dir, 'postgres.log')
  await writeFile(log, 'FATAL:  could not write to file "pg_wal/x": No space left on device\n')
  expect(whyNotStarted('/data', log)).toMatch(/^the disk is full\. Make space/)
  await writeFile(log, 'LOG:  could not bind IPv4 address "127.0.0.1": Address already in use\n')
  expect(whyNotStarted('/data', log)).not.toContain('restore')
})

// An evening as version 0.1.0 stored it, on servers of its own, opened by the code of today.
// `rows.json` beside the backup has the hash of each table's rows as 0.1.0 computed it, and the
// columns they had. Two tables are left out because they are other since, on purpose: `standing`
// (the table of an elimination is ranked by place), and `change`, whose frames carry those rows
// and name commands by public ids.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Migrator } from 'kysely/migration'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { checkFile } from '../../scripts/backup/files.ts'
import { keptHashes, keptTables } from '../../scripts/backup/kept.ts'
import { readManifest } from '../../scripts/backup/manifest.ts'
import type { Manifest } from '../../scripts/backup/manifest.ts'
import { inChain } from '../../scripts/backup/messages.ts'
import type { Heads } from '../../scripts/backup/messages.ts'
import { writeLog, writeRows } from '../../scripts/backup/put-back.ts'
import { apiOf } from '../../scripts/support/rest-client.ts'
import { migrations } from '../../migrations/index.ts'
import { startWaggle } from '../../services/index.ts'
import { openArchive, openLog } from '../../services/log/index.ts'
import type { Archive, Log } from '../../services/log/index.ts'
import { fill, verify } from '../../services/projector/index.ts'
import { migrate, openStore } from '../../services/store/index.ts'
import type { Store } from '../../services/store/index.ts'
import { emptyDatabase } from '../support/app.ts'

const folder = join(import.meta.dirname, '../fixtures/backup-0.1.0')
const name = `e${randomBytes(6).toString('hex')}`
const streams = `${name}_`
let databaseUrl: string
let store: Store
let log: Log
let archive: Archive
let manifest: Manifest
/** of the rows in the schema `kept`, before today's migrations ran on them */
let stored: Record<string, string>

beforeAll(async () => {
  const natsUrl = inject('natsUrl')
  databaseUrl = await emptyDatabase(name)
  store = await openStore({ url: databaseUrl, max: 4 })
  archive = await openArchive({ url: natsUrl, streams })
  manifest = await readManifest(folder)
  for (const file of manifest.files) await checkFile(folder, file)
  stored = await asItWasStored()
  await migrate(store)
  log = await openLog({ url: natsUrl, streams })
  await fill({ log, store, schema: 'view', upTo: manifest.positions })
})

afterAll(async () => {
  await log?.close()
  await archive?.close()
  await store?.close()
})

/** Tables of that version with its rows in them, and its log; the hashes of the rows. */
async function asItWasStored(): Promise<Record<string, string>> {
  const migrator = new Migrator({
    db: store.db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: 'kept_migrations',
  })
  const { error } = await migrator.migrateTo(manifest.migrations.at(-1)!)
  if (error) throw error
  const client = await store.pool.connect()
  try {
    await writeRows(client, folder, manifest)
    await writeLog({ archive, log, store, folder })
    return await keptHashes(client, await keptTables(client))
  } finally {
    client.release()
  }
}

test('P22: rows of the schema kept come back as 0.1.0 wrote them, and migrate', async () => {
  const { sign_in: _, verification: __, pairing: ___, ...expected } = manifest.kept
  expect(stored).toEqual(expected)
  expect(manifest.migrations.length).toBeLessThan(Object.keys(migrations).length)
  const { rows } = await store.pool.query('select name, is_owner from kept.person order by id')
  expect(rows).toEqual([
    { name: 'Admin', is_owner: true },
    { name: 'Official', is_owner: false },
    { name: 'Player', is_owner: false },
  ])
})

test('P7: every commit of 0.1.0 can be read, and the chain holds to its end', async () => {
  const heads: Heads = new Map()
  let commits = 0
  for await (const _ of inChain(archive.commits.read(manifest.positions.tournament), heads)) {
    commits++
  }
  expect(commits).toBe(manifest.positions.tournament)
  const expected = Object.entries(manifest.tournaments).map(([id, { version, chain }]) => {
    return [Number(id), { version, chain }]
  })
  expect([...heads]).toEqual(expected)
})

test('P6: the log of 0.1.0 gives the rows that 0.1.0 made from it', async () => {
  const frozen = JSON.parse(await readFile(join(folder, 'rows.json'), 'utf8')) as Frozen
  const found: Record<string, string> = {}
  for (const [table, { columns }] of Object.entries(frozen)) {
    found[table] = await hashOf(table, columns)
  }
  expect(found).toEqual(
    Object.fromEntries(Object.entries(frozen).map(([table, { rows }]) => [table, rows])),
  )
  expect(Object.keys(frozen)).toEqual(
    expect.arrayContaining(['tournament', 'match', 'queue', 'game']),
  )
})

test('P6: verify finds no difference, and Waggle starts on it', async () => {
  expect(await verify(log, store)).toEqual({
    problems: [],
    commits: manifest.positions.tournament,
    facts: manifest.positions.facts,
  })
  const adminKey = randomBytes(24).toString('base64url')
  const natsUrl = inject('natsUrl')
  const waggle = await startWaggle({
    databaseUrl,
    natsUrl,
    streams,
    adminKey,
    port: 0,
    quiet: true,
  })
  try {
    const api = apiOf(waggle.url, adminKey)
    const { results } = await api.get<{ results: { name: string }[] }>(
      '/api/tournament/tournament/',
    )
    expect(results.map((tournament) => tournament.name)).toEqual(['Friday Night Brackets'])
  } finally {
    await waggle.stop()
  }
})

type Frozen = Record<string, { columns: string[]; rows: string }>

/** As `hashes` computes them, over the columns that there were. */
async function hashOf(table: string, columns: string[]): Promise<string> {
  const chosen = columns.map((column) => `"${column}"`).join(', ')
  const { rows } = await store.pool.query<{ hash: string }>(
    `select count(*) || ':' || coalesce(md5(string_agg(md5(t::text), ''
      order by md5(t::text) collate "C")), '') as hash
     from (select ${chosen} from view.${table}) t`,
  )
  return rows[0]?.hash ?? ''
}

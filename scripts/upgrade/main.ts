// `npm run try-upgrade -- <commits>` opens that many commits in the format of the previous release,
// on its own servers. With `--side-by-side` it replaces the services of that release one by one
// under load. Exit code 1 if a row differs or something was lost.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNats, startPostgres } from '../servers/index.ts'
import { argumentsOf, numberOf } from '../support/arguments.ts'
import { endWithParent } from '../support/parent.ts'
import { previousCode, previousRelease, previousBackup } from './previous-release.ts'
import { rollingUpdate } from './rolling-update.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRawLog, openLog } from '#services/log/index.ts'
import { positions, hashBySorting, hashBySum } from '#services/projector/index.ts'
import { migrate, openStore } from '#services/store/index.ts'
import type { Store } from '#services/store/index.ts'
import type { Manifest } from '../backup/manifest.ts'
import { restoreLogAndRows } from '../backup/restore-backup.ts'
import { startChild } from '../bench/children/child.ts'
import type { Product } from '../bench/children/product.ts'
import { apiOf } from '../support/rest-client.ts'
import { writeEvenings, rowsInEvening } from './many-evenings.ts'
import type { Row } from './many-evenings.ts'
import { keptTables } from '../backup/kept.ts'

// Compares current rows with those of the previous release, over the columns that existed then.

/** Tables that services update as soon as they start; the first is the former name of the second. */
const written = ['courier', 'checkpoint', 'estimate']

const countIn = (hash: string): number => Number(hash.split(':')[0])

// Opens data of the previous release with this one: measures the downtime, and checks that every
// row is the same as in the previous release.
export const frozenRows = join(previousBackup, 'rows.json')

type Servers = { natsUrl: string; databaseUrl: string }

const usage = 'npm run try-upgrade [-- <commits> | --side-by-side]'
const { words, flags } = argumentsOf(usage, { flags: ['side-by-side'], words: [0, 1] })
const isSideBySide = flags.has('side-by-side')
const commits = numberOf('The number of commits', words[0], usage) ?? 100_000
endWithParent()
const dir = mkdtempSync(join(tmpdir(), 'waggle-upgrade-'))
// The previous release cannot authenticate to NATS.
const nats = await startNats({ dir: join(dir, 'nats'), users: !isSideBySide })
const postgres = await startPostgres({ dir: join(dir, 'postgres') })
try {
  const servers = { natsUrl: nats.url, databaseUrl: postgres.url }
  const problems = isSideBySide
    ? await replaceServices(servers)
    : await openCommits(servers, commits)
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await Promise.all([nats.stop(), postgres.stop()])
  rmSync(dir, { recursive: true, force: true })
}

async function openCommits(servers: Servers, atLeast: number): Promise<string[]> {
  const found = await tryUpgrade({ ...servers, streams: '' }, atLeast)
  const { commits, evenings, release, differences } = found
  console.log(`${number(commits)} commits in ${number(evenings)} tournaments of ${release}.`)
  console.log(
    `It answers after ${seconds(found.answersMs)}, with all rows after ${seconds(found.completeMs)}.`,
  )
  if (differences.length === 0) console.log(`${number(found.rows)} rows are those of ${release}.`)
  return differences
}

async function replaceServices(servers: Servers): Promise<string[]> {
  const code = await previousCode(dir)
  if ('failure' in code) return [code.failure]
  const found = await rollingUpdate({ ...servers, previous: code.folder, presses: 30 })
  const { commands, commits, events, awayMs, problems } = found
  const all = `${number(commands)} commands in ${number(commits)} commits, ${number(events)} cabinet events`
  console.log(`Services of ${previousRelease.version} replaced by those of this version: ${all}.`)
  console.log(
    `No press was answered for ${seconds(awayMs.projector)} while the projector was replaced, for ${seconds(awayMs.others)} while the others were.`,
  )
  if (problems.length === 0) console.log('All that was acknowledged is there once.')
  return problems
}

function number(n: number): string {
  return n.toLocaleString('en')
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}

/** An empty database, and a prefix for streams that do not exist yet. */
type Where = { natsUrl: string; databaseUrl: string; streams: string }

export type UpgradeResult = {
  release: string
  commits: number
  evenings: number
  /** from the start of the process until it responds, and until all rows are there */
  answersMs: number
  completeMs: number
  /** number of compared rows */
  rows: number
  differences: string[]
}

export async function tryUpgrade(where: Where, atLeast: number): Promise<UpgradeResult> {
  const folder = await mkdtemp(join(tmpdir(), 'waggle-upgrade-'))
  const store = await openStore({ url: where.databaseUrl, max: 4 })
  const product = { end: async () => {} }
  try {
    const { evenings, manifest } = await writeEvenings(previousBackup, folder, atLeast)
    await putInPlace(where, store, folder)
    await oldView(store, manifest)
    const kept = await keptRows(store)
    const startedAt = performance.now()
    const child = startChild<Product>('product.ts')
    product.end = () => child.end()
    const adminKey = randomBytes(24).toString('base64url')
    const url = await child.ask('open', { ...where, adminKey })
    const answersMs = performance.now() - startedAt
    await projected(store, manifest.positions.tournament)
    const completeMs = performance.now() - startedAt
    const found = [await compareKept(store, kept), await compareView(store, frozenRows, evenings)]
    const last = Math.max(...Object.keys(manifest.tournaments).map(Number))
    const { id } = await apiOf(url, adminKey).post<{ id: number }>('/api/tournament/team/', {
      tournament: last,
      name: 'The Latecomers',
    })
    const isNew = id > (manifest.sequences['team_id'] ?? 0)
    return {
      release: manifest.versions.waggle,
      commits: manifest.positions.tournament,
      evenings,
      answersMs,
      completeMs,
      rows: found.reduce((sum, { rows }) => sum + rows, 0),
      differences: [
        ...found.flatMap(({ differences }) => differences),
        ...(isNew ? [] : [`A new team has the id ${id}, which may be another's.`]),
      ],
    }
  } finally {
    await product.end()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function putInPlace(
  { natsUrl, streams }: Where,
  store: Store,
  folder: string,
): Promise<void> {
  await migrate(store)
  const log = await openLog({ url: natsUrl, streams })
  const rawLog = await openRawLog({ url: natsUrl, streams })
  const client = await store.pool.connect()
  try {
    await restoreLogAndRows({ log, rawLog, store, folder }, client)
  } finally {
    client.release()
    await rawLog.close()
    await log.close()
  }
}

/**
 * Read models in the old format, with checkpoints at the end of the log, as an upgrade finds them.
 */
async function oldView({ pool }: Store, { view, positions: at }: Manifest): Promise<void> {
  await pool.query(`create schema view; comment on schema view is '${view.form}'`)
  await pool.query('create table view.checkpoint (name text primary key, seq bigint not null)')
  await pool.query(`insert into view.checkpoint values ('tournament', $1), ('facts', $2)`, [
    at.tournament,
    at.facts,
  ])
}

async function projected({ pool }: Store, commits: number): Promise<void> {
  while ((await positions(pool)).tournament < commits) await sleep(20)
}

type Compared = { rows: number; differences: string[] }
type KeptRows = { name: string; columns: string; hash: string }[]

/**
 * By table: its columns, and the hash of the rows of one evening, as the previous release wrote
 * them.
 */
type Frozen = Record<string, { columns: string[]; rows: string }>

/** Hashes of all tables of the schema `kept` that have rows. */
async function keptRows(store: Store): Promise<KeptRows> {
  const found: KeptRows = []
  for (const { name, columns } of await keptTables(store.pool)) {
    const table = { name, columns: columns.join(', ') }
    const hash = await hashOf(store, `select ${table.columns} from kept.${name}`, hashBySum)
    if (countIn(hash) > 0 && !written.includes(name)) found.push({ ...table, hash })
  }
  return found
}

async function compareKept(store: Store, before: KeptRows): Promise<Compared> {
  const differences: string[] = []
  for (const { name, columns, hash } of before) {
    const now = await hashOf(store, `select ${columns} from kept.${name}`, hashBySum)
    if (now !== hash) differences.push(`kept.${name}: the rows are not those that were stored.`)
  }
  return { rows: before.reduce((sum, { hash }) => sum + countIn(hash), 0), differences }
}

/** Compares the first evening with the frozen hashes, and all others with the first. */
export async function compareView(store: Store, frozen: string, evenings: number) {
  const tables = Object.entries(JSON.parse(await readFile(frozen, 'utf8')) as Frozen)
  const found: Compared = { rows: 0, differences: [] }
  for (const [table, { columns, rows }] of tables) {
    const id = table === 'tournament' ? 'id' : 'tournament'
    if (!columns.includes(id)) continue
    const all = `select ${columns.map((name) => `"${name}"`).join(', ')} from view.${table}`
    const isFirst = (await hashOf(store, `${all} where ${id} = 1`, hashBySorting)) === rows
    const byId = `select ${id} as evening, row_to_json(t) as row from (${all}) t`
    const others = await differing(store, byId, evenings)
    found.rows += evenings * countIn(rows)
    const other = [...(isFirst ? [] : [0]), ...others]
    if (other.length === 0) continue
    const some = other.slice(0, 3).join(', ')
    found.differences.push(
      `view.${table}: rows of ${other.length} evenings differ, such as ${some}.`,
    )
  }
  return found
}

/** The evenings whose rows, apart from ids, differ from those of the first. */
async function differing(store: Store, query: string, evenings: number): Promise<number[]> {
  const { rows } = await store.pool.query<{ evening: number; row: Row }>(query)
  const byEvening = Map.groupBy(rows, ({ evening }) => evening)
  const first = (byEvening.get(1) ?? []).map(({ row }) => row)
  const text = (all: Row[]) => JSON.stringify(all.map((row) => JSON.stringify(row)).toSorted())
  const isOther = (n: number) => {
    const [{ id } = { id: 1 }] = rowsInEvening(n, [{ id: 1 }]) as { id: number }[]
    const own = (byEvening.get(id) ?? []).map(({ row }) => row)
    return text(own) !== text(rowsInEvening(n, first))
  }
  return Array.from({ length: evenings }, (_, n) => n).filter(isOther)
}

async function hashOf(store: Store, query: string, hash: typeof hashBySum): Promise<string> {
  const { rows } = await store.pool.query<{ hash: string }>(
    `select count(*) || ':' || coalesce(${hash('t::text')}, '') as hash from (${query}) t`,
  )
  return rows[0]?.hash ?? ''
}

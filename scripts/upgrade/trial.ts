// Opens data of the previous release with this one: measures the downtime, and checks that every
// row is the same as in the previous release.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRawLog, openLog } from '#services/log/index.ts'
import { positions } from '#services/projector/index.ts'
import { migrate, openStore } from '#services/store/index.ts'
import type { Store } from '#services/store/index.ts'
import type { Manifest } from '../backup/manifest.ts'
import { restoreLogAndRows } from '../backup/restore-backup.ts'
import { startChild } from '../bench/children/child.ts'
import type { Product } from '../bench/children/product.ts'
import { apiOf } from '../support/rest-client.ts'
import { compareKept, compareView, keptRows } from './compare-rows.ts'
import { writeEvenings } from './many-evenings.ts'
import { previousBackup } from './previous-release.ts'

export const frozenRows = join(previousBackup, 'rows.json')

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

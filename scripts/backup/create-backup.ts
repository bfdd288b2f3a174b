import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../servers/make-folder.ts'
import type { RawLog, Log } from '#services/log/index.ts'
import {
  checkpointName,
  tailPositions,
  tableHashes,
  startProjector,
  tournamentHashes,
  logDifferences,
} from '#services/projector/index.ts'
import type { Positions } from '#services/projector/index.ts'
import type { Store } from '#services/store/index.ts'
import { writeLines } from './files.ts'
import type { File } from './files.ts'
import {
  isLeftOut,
  fileOf,
  keptHashes,
  keptTables,
  lastIds,
  migrationsRun,
  rowsOf,
} from './kept.ts'
import type { Client } from './kept.ts'
import { inChain, lineOf } from './messages.ts'
import type { Heads } from './messages.ts'
import { writeManifest } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { isRunning, openConsistentPoint } from './consistent-point.ts'
import type { ConsistentPoint } from './consistent-point.ts'

export type Locations = {
  log: Log
  /** opens the log again after its streams were recreated */
  reopen?: () => Promise<Log>
  rawLog: RawLog
  store: Store
  folder: string
}

/** The backup cannot be made; the message says why. */
export class NoBackup extends Error {}

/**
 * Backs up everything as of one moment, while Waggle runs (P22). Notes are read first, because a
 * note must not be ahead of the restored log. Then one transaction fixes the rows and the log
 * positions that match them; the log only grows, so it can be read last.
 */
export async function backup(locations: Locations): Promise<Manifest> {
  const { log, rawLog, store, folder } = locations
  const [broken] = await logDifferences(log, store)
  if (broken) throw new NoBackup(broken)
  makeFolder(folder, 0o700)
  if ((await readdir(folder)).length > 0) throw new NoBackup(`${folder} is not empty.`)
  await mkdir(join(folder, 'kept'), { mode: 0o700 })
  const notes = await writeLines(folder, 'notes.jsonl', notesOf(rawLog))
  const point = await consistentPointOf(locations)
  try {
    return await takeAt(locations, point, notes)
  } finally {
    await point.end()
  }
}

async function consistentPointOf({ log, store }: Locations): Promise<ConsistentPoint> {
  const minimum = await tailPositions(log)
  // If no projector is running, bring the rows up to date here.
  const projector = (await isRunning(log)) ? null : await startProjector({ log, store })
  try {
    const found = await openConsistentPoint(store, log, minimum)
    if (found) return found
  } finally {
    await projector?.stop()
  }
  throw new NoBackup('The rows in the database do not come up to the end of the log.')
}

async function takeAt(
  { rawLog, folder }: Locations,
  { client, at }: ConsistentPoint,
  notes: File,
): Promise<Manifest> {
  const tables = await keptTables(client)
  const files = [notes]
  for (const table of tables.filter(({ name }) => !isLeftOut(name))) {
    files.push(await writeLines(folder, fileOf(table), rowsOf(client, table)))
  }
  const heads: Heads = new Map()
  const commits = lines(inChain(messages(rawLog, 'commits', at), heads))
  files.push(await writeLines(folder, 'commits.jsonl', commits))
  files.push(await writeLines(folder, 'facts.jsonl', lines(messages(rawLog, 'facts', at))))
  const rowHashes = await tournamentHashes({ pool: client }, 'view')
  const tournaments = [...heads].map(([id, head]) => {
    return [id, { ...head, rows: rowHashes.get(id) ?? '' }] as const
  })
  const manifest: Manifest = {
    format: 2,
    takenAt: new Date().toISOString(),
    versions: await versionsOf(rawLog, client),
    migrations: await migrationsRun(client),
    positions: at,
    files,
    sequences: await lastIds(client),
    kept: await keptHashes(client, tables),
    view: { form: await rowFormat(client), tables: await tableHashes({ pool: client }, 'view') },
    tournaments: Object.fromEntries(tournaments),
  }
  await writeManifest(folder, manifest)
  return manifest
}

/** Reads one pair of streams after the other, which keeps the messages of a tournament in order. */
async function* messages(rawLog: RawLog, kind: 'commits' | 'facts', at: Positions) {
  for (const [pair, streams] of rawLog.pairs().entries()) {
    const name = checkpointName(kind === 'commits' ? 'tournament' : 'facts', pair)
    yield* streams[kind].read(at[name] ?? 0)
  }
}

async function* lines(all: AsyncIterable<Parameters<typeof lineOf>[0]>) {
  for await (const message of all) yield lineOf(message)
}

async function* notesOf({ notes }: RawLog): AsyncGenerator<string> {
  for (const key of (await notes.keys('')).toSorted()) {
    yield JSON.stringify({ key, note: await notes.get(key) })
  }
}

async function versionsOf(rawLog: RawLog, client: Client) {
  const { default: own } = await import('../../package.json', { with: { type: 'json' } })
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  const { node } = process.versions
  return { waggle: own.version, node, nats: rawLog.server, postgres: rows[0]?.version ?? '' }
}

export async function rowFormat(client: Client): Promise<string> {
  const { rows } = await client.query<{ form: string | null }>(
    `select obj_description('view'::regnamespace, 'pg_namespace') as form`,
  )
  return rows[0]?.form ?? ''
}

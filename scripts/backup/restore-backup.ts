import { firstOf, pairAt } from '#services/log/index.ts'
import type { Log, StoredMessage } from '#services/log/index.ts'
import {
  checkpointName,
  tailPositions,
  fill,
  tableHashes,
  hashBySorting,
  countMessages,
  hashBySum,
  tournamentHashes,
  verify,
} from '#services/projector/index.ts'
import type { RowsHash } from '#services/projector/index.ts'
import {
  isUnfinished,
  markUnfinished,
  migrate,
  recreateAt,
  unmarkUnfinished,
} from '#services/store/index.ts'
import { BadBackup, checkFile, readLines } from './files.ts'
import {
  fileOf,
  isEmpty,
  isLeftOut,
  keptHashes,
  keptTables,
  load,
  migrationsRun,
  setLastIds,
} from './kept.ts'
import type { Client } from './kept.ts'
import { inChain, lettersIn } from './messages.ts'
import type { Heads } from './messages.ts'
import { readManifest } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { isRunning } from './consistent-point.ts'
import { rowFormat } from './create-backup.ts'
import type { Locations } from './create-backup.ts'

/** The backup was not restored; the message says why. */
export class NotRestored extends Error {}

type Restored = { manifest: Manifest; differences: string[] }

/**
 * Restores a backup onto empty servers (P22): first the whole backup is checked, then the log is
 * written, each message at its original position, then the rows in one transaction. Finally the
 * read models are rebuilt from the log and compared with the hashes in the backup.
 */
export async function restore(locations: Locations & { force?: boolean }): Promise<Restored> {
  const { log, store } = locations
  const client = await store.pool.connect()
  try {
    const { manifest, isOlder } = await restoreLogAndRows(locations, client)
    // Compared before migrating, because a migration may change rows.
    const kept = await keptDifferences(client, manifest)
    if (isOlder) await migrate(store)
    const isSame = log.pairs.length === pairsOf(manifest.positions)
    const restoredLog = isSame ? log : await reopened(locations)
    try {
      await fill({ log: restoredLog, store, schema: 'view', upTo: manifest.positions })
      const view = await viewDifferences({ log: restoredLog, store }, client, manifest)
      return { manifest, differences: [...kept, ...view] }
    } finally {
      if (restoredLog !== log) await restoredLog.close()
    }
  } finally {
    client.release()
  }
}

async function reopened({ reopen }: Locations): Promise<Log> {
  if (reopen) return reopen()
  throw new NotRestored('The streams were recreated; the log has to be opened again.')
}

/** Writes log and rows as stored; `isOlder`: the tables are those of an earlier version. */
export async function restoreLogAndRows(
  locations: Locations & { force?: boolean },
  client: Client,
): Promise<{ manifest: Manifest; isOlder: boolean }> {
  const { log, store, folder } = locations
  const manifest = await readManifest(folder)
  for (const file of manifest.files) await checkFile(folder, file)
  await checkChains(folder, manifest)
  if (await isRunning(log)) throw new NotRestored('Waggle is running here: stop it first.')
  const isOlder = await prepare(locations, client, manifest)
  if (isOlder) await recreateAt(store, manifest.migrations.at(-1)!)
  await writeLog(locations, pairsOf(manifest.positions))
  await writeRows(client, folder, manifest)
  return { manifest, isOlder }
}

async function checkChains(folder: string, { tournaments, positions }: Manifest): Promise<void> {
  const heads: Heads = new Map()
  const last = new Map<number, number>()
  for await (const { seq } of inChain(lettersIn(folder, 'commits.jsonl'), heads)) {
    const pair = pairAt(seq)
    const next = (last.get(pair) ?? firstOf(pair) - 1) + 1
    if (seq !== next) throw new BadBackup(`commits.jsonl lacks ${next}.`)
    last.set(pair, seq)
  }
  for (let pair = 0; pair < pairsOf(positions); pair++) {
    const end = positions[checkpointName('tournament', pair)] ?? 0
    if (end === (last.get(pair) ?? firstOf(pair) - 1)) continue
    if (end > 0) throw new BadBackup('commits.jsonl ends too early.')
  }
  for (const [id, { chain }] of Object.entries(tournaments)) {
    if (heads.get(Number(id))?.chain === chain) continue
    throw new BadBackup(
      `commits.jsonl has a different log of tournament ${id} from the one that was written.`,
    )
  }
}

/** Returns whether the rows need the tables of an earlier version. */
async function prepare(
  { log, rawLog, force = false }: Locations & { force?: boolean },
  client: Client,
  manifest: Manifest,
): Promise<boolean> {
  const applied = await migrationsRun(client)
  const unknown = manifest.migrations.find((name) => !applied.includes(name))
  if (unknown) {
    const why = `The backup was taken with the migration ${unknown}, which this version lacks`
    throw new NotRestored(`${why}: put it back with version ${manifest.versions.waggle} or later.`)
  }
  const tables = await keptTables(client)
  const { commits, facts } = countMessages(await tailPositions(log))
  const isNew = commits + facts === 0 && (await isEmpty(client, tables))
  if (!isNew && !force && !(await isUnfinished(client))) {
    throw new NotRestored('There is already a Waggle here. --force deletes it first.')
  }
  // From here until all rows are written, nothing may start on what is there.
  await markUnfinished(client)
  // Messages stored before the log was spread can only be written to a log that is not spread.
  if (!isNew || rawLog.pairs().length > 1) await rawLog.clear()
  return manifest.migrations.length < applied.length
}

async function writeLog({ rawLog, folder }: Locations, pairs: number): Promise<void> {
  for (let pair = 0; pair < pairs; pair++) {
    // Spread in the same steps as the original log, so that each stream gets the messages it had.
    if ([1, 2, 4].includes(pair)) await rawLog.spread(pair * 2)
    const { commits, facts } = rawLog.pairs()[pair]!
    await commits.write(ofPair(pair, lettersIn(folder, 'commits.jsonl')))
    await facts.write(ofPair(pair, lettersIn(folder, 'facts.jsonl')))
  }
  for await (const line of readLines(folder, 'notes.jsonl')) {
    const { key, note } = JSON.parse(line) as { key: string; note: unknown }
    await rawLog.notes.put(key, note)
  }
}

async function* ofPair(pair: number, messages: AsyncIterable<StoredMessage>) {
  for await (const message of messages) if (pairAt(message.seq) === pair) yield message
}

/** The number of pairs of streams of the log. */
function pairsOf(positions: Manifest['positions']): number {
  return Object.keys(positions).filter((name) => name.split('.')[0] === 'tournament').length
}

async function writeRows(client: Client, folder: string, manifest: Manifest): Promise<void> {
  const tables = await keptTables(client)
  const all = tables.map(({ name }) => `kept.${name}`)
  await client.query('begin')
  try {
    await client.query(`truncate ${all.join(', ')}`)
    // Triggers stay off, because their effects are already in the backup.
    for (const name of all) await client.query(`alter table ${name} disable trigger user`)
    for (const table of tables) {
      const isThere = manifest.files.some(({ name }) => name === fileOf(table))
      if (isThere && !isLeftOut(table.name)) await load(client, folder, table)
    }
    for (const name of all) await client.query(`alter table ${name} enable trigger user`)
    await setLastIds(client, manifest.sequences)
    await unmarkUnfinished(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const rowsHash = ({ format }: Manifest): RowsHash => (format === 1 ? hashBySorting : hashBySum)

async function keptDifferences(client: Client, manifest: Manifest): Promise<string[]> {
  const kept = await keptHashes(client, await keptTables(client), rowsHash(manifest))
  return differing('kept', manifest.kept, kept)
}

async function viewDifferences(
  { log, store }: Pick<Locations, 'log' | 'store'>,
  client: Client,
  manifest: Manifest,
): Promise<string[]> {
  const { problems } = await verify(log, store)
  if ((await rowFormat(client)) !== manifest.view.form) return problems
  const hash = rowsHash(manifest)
  const found = await tableHashes({ pool: client }, 'view', hash)
  const rows = await tournamentHashes({ pool: client }, 'view', hash)
  const tournaments = Object.entries(manifest.tournaments)
    .filter(([id, tournament]) => (rows.get(Number(id)) ?? '') !== tournament.rows)
    .map(([id]) => `The rows of tournament ${id} differ from those of the backup.`)
  return [...problems, ...differing('view', manifest.view.tables, found), ...tournaments]
}

type Hashes = Record<string, string>

function differing(schema: string, expected: Hashes, found: Hashes): string[] {
  return Object.keys(expected)
    .filter((table) => !isLeftOut(table) && expected[table] !== found[table])
    .map((table) => `${schema}.${table}: the rows differ from those of the backup.`)
}

// Describes the content of a backup and the hashes that a restore must reproduce.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { canonicalJson } from '#events/canonical-json.ts'
import { BadBackup, File } from './files.ts'

const Manifest = z.object({
  /** determines how rows are hashed */
  format: z.union([z.literal(1), z.literal(2)]),
  takenAt: z.string(),
  versions: z.object({
    waggle: z.string(),
    node: z.string(),
    nats: z.string(),
    postgres: z.string(),
  }),
  /** all migrations of the schema `kept` that had run */
  migrations: z.array(z.string()),
  /**
   * position of the last message of each stream; `tournament.1` is for the second pair of streams
   */
  positions: z.object({ tournament: z.int(), facts: z.int() }).catchall(z.int()),
  files: z.array(File),
  /** last allocated ids; null if none yet */
  sequences: z.record(z.string(), z.int().nullable()),
  /** a hash of every table's rows in `kept` */
  kept: z.record(z.string(), z.string()),
  /** the row format of the read models, and a hash of every table's rows */
  view: z.object({ form: z.string(), tables: z.record(z.string(), z.string()) }),
  /** by id: its last commit, and a hash of its rows in the read models */
  tournaments: z.record(
    z.string(),
    z.object({ version: z.int(), chain: z.string(), rows: z.string() }),
  ),
})
export type Manifest = z.infer<typeof Manifest>

const fileName = 'manifest.json'

/** Written last: a folder without it is not a complete backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const sealed = { ...manifest, sha256: hashOf(manifest) }
  const text = `${JSON.stringify(sealed, null, 2)}\n`
  await writeFile(join(folder, fileName), text, { mode: 0o600, flag: 'wx', flush: true })
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, fileName), 'utf8').catch(() => {
    throw new BadBackup(`${fileName} is missing: this folder contains no finished backup.`)
  })
  const { sha256, ...manifest } = parsed(text)
  if (sha256 !== hashOf(manifest)) {
    throw new BadBackup(`${fileName} is damaged: its content is not what was written.`)
  }
  const known = Manifest.safeParse(manifest)
  if (known.success) return known.data
  throw new BadBackup(`${fileName} has a format that this version of Waggle does not know.`)
}

function parsed(text: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    throw new BadBackup(`${fileName} is damaged: it cannot be read.`)
  }
}

function hashOf(manifest: object): string {
  return createHash('sha256').update(canonicalJson(manifest)).digest('hex')
}

// Repeats an evening that the previous release stored under other ids, to get any number of commits
// in the format of that release.
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Commit } from '#events/schema/commit.ts'
import { chainOf, firstChain } from '#services/log/index.ts'
import type { StoredMessage } from '#services/log/index.ts'
import { readLines, writeLines } from '../backup/files.ts'
import { readManifest, writeManifest } from '../backup/manifest.ts'
import type { Manifest } from '../backup/manifest.ts'

/** Offset between the ids of one evening and the next. */
const idOffset = 1_000
type Fields = ReadonlySet<string>
const inBoth = 'id tournament team teams match matches queue cabinet cabinets'
/** Fields whose numbers are ids. */
const commitFields: Fields = new Set(`${inBoth} ids stage winnerOf loserOf`.split(' '))
const rowFields: Fields = new Set(
  `${inBoth} bracket seeds assigned_cabinets held_cabinets active_cabinet blue_team gold_team winner
  winner_to_match loser_to_match`.split(/\s+/),
)
const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

type Line = Omit<StoredMessage, 'text'> & { message: Commit }
export type Row = Record<string, unknown>

/** The rows of evening `n`, derived from the rows of the stored evening. */
export const rowsInEvening = (n: number, rows: Row[]): Row[] => inEvening(n, rows, rowFields)

function inEvening<T>(n: number, value: T, ids: Fields): T {
  return n === 0 ? value : (changed(n, value, ids, '') as T)
}

function changed(n: number, value: unknown, ids: Fields, field: string): unknown {
  if (Array.isArray(value)) return value.map((each) => changed(n, each, ids, field))
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value)
    return Object.fromEntries(fields.map(([name, of]) => [name, changed(n, of, ids, name)]))
  }
  if (typeof value === 'number') return ids.has(field) ? value + n * idOffset : value
  if (typeof value !== 'string') return value
  if (field === 'slug') return `${value}-${n}`
  return isUuid.test(value) ? `${n}`.padStart(8, '0') + value.slice(8) : value
}

/** Writes a backup with at least `atLeast` commits, made from the backup of one evening. */
export async function writeEvenings(
  one: string,
  folder: string,
  atLeast: number,
): Promise<{ evenings: number; manifest: Manifest }> {
  const stored = await readManifest(one)
  const first = await parsed<Line>(one, 'commits.jsonl')
  const evenings = Math.ceil(atLeast / first.length)
  const last = first.at(-1)!
  const tournaments: Manifest['tournaments'] = {}
  await mkdir(join(folder, 'kept'))
  const written: Record<string, (n: number) => unknown[]> = {
    'commits.jsonl': (n) => {
      const lines = eveningOf(first, n)
      const { tournament, version, chain } = lines.at(-1)!.message
      tournaments[tournament] = { version, chain, rows: '' }
      return lines
    },
    'kept/witness.jsonl': (n) => eveningOf(first, n).map(witnessOf),
    // Services process facts as soon as they start; test/log/earlier-version.test.ts compares them.
    'facts.jsonl': () => [],
    'notes.jsonl': () => [],
    ...(await repeated(one, 'kept/tournament.jsonl')),
    ...(await repeated(one, 'kept/cabinet.jsonl')),
  }
  const files: Manifest['files'] = []
  for (const file of stored.files) {
    const lines = written[file.name]
    if (lines) files.push(await writeLines(folder, file.name, all(evenings, lines)))
    else {
      await copyFile(join(one, file.name), join(folder, file.name))
      files.push(file)
    }
  }
  const sequences = Object.fromEntries(
    Object.entries(stored.sequences).map(([name, id]) => [name, id && id + evenings * idOffset]),
  )
  const positions = { tournament: evenings * last.seq, facts: 0 }
  await writeManifest(folder, { ...stored, files, positions, sequences, tournaments })
  return { evenings, manifest: await readManifest(folder) }
}

async function* all(evenings: number, lines: (n: number) => unknown[]): AsyncGenerator<string> {
  for (let n = 0; n < evenings; n++) yield* lines(n).map((line) => JSON.stringify(line))
}

function eveningOf(first: Line[], n: number): Line[] {
  let chain = firstChain
  return first.map(({ seq, time, message }) => {
    const commit = inEvening(n, message, commitFields)
    chain = chainOf(chain, commit)
    const key = `${commit.tournament}`
    return { seq: n * first.length + seq, key, time, message: { ...commit, chain } }
  })
}

function witnessOf({ seq, message }: Line): Row {
  const { tournament, version, chain } = message
  return { seq, tournament, version, chain, commit: message }
}

/** Rows with other ids. Cabinets also get other names, which must be unique in a scene. */
async function repeated(folder: string, name: string) {
  const rows = await parsed<Row>(folder, name)
  const named = (n: number) => (row: Row) =>
    n > 0 && 'token_hash' in row ? { ...row, name: `${String(row['name'])}-${n}` } : row
  return { [name]: (n: number) => rowsInEvening(n, rows.map(named(n))) }
}

async function parsed<T>(folder: string, name: string): Promise<T[]> {
  const found: T[] = []
  for await (const line of readLines(folder, name)) found.push(JSON.parse(line) as T)
  return found
}

import { TournamentHalted } from '../log/index.ts'
import type { Log, StoredCommit } from '../log/index.ts'
import { emptyFolded, recordCommand, withCommit } from './folded-state.ts'
import { inSlices } from './in-slices.ts'
import { unpack } from './snapshots.ts'
import type { Packed, Snapshots, Unpacked } from './snapshots.ts'

/** A tournament in the cache, folded from a prefix of its log. */
export type Entry = Unpacked & {
  /** the version of its last snapshot */
  saved: number
  /** its size as JSON text, and the version it was measured at */
  measured: { version: number; bytes: number }
}
export type PackedEntry = Packed & { saved: number }

/** Commits folded before yielding to other work. */
const sliceSize = 25
const bytesOf = { entry: 2_000, command: 16, perCharacter: 2 }

type Sources = { log: Log; snapshots: Snapshots }

/**
 * Loads a tournament up to a position of the log (exclusive): from its snapshot, if that is from
 * this log and not too new, and the commits since.
 */
export async function load(
  { log, snapshots }: Sources,
  tournament: number,
  before: number,
): Promise<Entry> {
  const packed = await snapshots.read(tournament)
  if (packed && packed.seq < before) {
    const [last, ...since] = await log.load(tournament, packed.seq - 1)
    if (last?.seq === packed.seq && last.commit.chain === packed.chain) {
      return withAll(entryOf({ ...packed, saved: packed.version }), since, before)
    }
    snapshots.discard(tournament, packed)
  }
  return withAll(emptyEntry(tournament), await log.load(tournament), before)
}

export function emptyEntry(tournament: number): Entry {
  const unpacked = { folded: emptyFolded(tournament), commands: { ids: [], seqs: [] } }
  return { ...unpacked, saved: 0, measured: { version: 0, bytes: 0 } }
}

async function withAll(entry: Entry, stored: StoredCommit[], before: number): Promise<Entry> {
  const earlier = stored.filter(({ seq }) => seq < before)
  try {
    await inSlices(earlier, sliceSize, (commit) => advance(entry, commit))
  } catch (error) {
    // The commits before the damage are a valid prefix; a caller that needs more gets the error.
    if (!(error instanceof TournamentHalted)) throw error
  }
  return entry
}

export function advance(entry: Entry, stored: StoredCommit): void {
  entry.folded = withCommit(entry.folded, stored)
  recordCommand(entry.commands, stored)
}

export function entryOf(packed: PackedEntry): Entry {
  const { version, saved, body } = packed
  return { ...unpack(packed), saved, measured: { version, bytes: body.length } }
}

/**
 * The size in bytes. It is measured only occasionally, because that costs as much as several
 * commits.
 */
export function sizeOf(entry: Entry): number {
  const { folded, commands, measured } = entry
  const { version } = folded.state
  if (version > measured.version + 20 + measured.version / 8) {
    entry.measured = { version, bytes: JSON.stringify(folded.state).length }
  }
  const state = entry.measured.bytes * bytesOf.perCharacter
  return bytesOf.entry + state + commands.ids.length * bytesOf.command
}

export function packedSizeOf({ body }: Packed): number {
  return bytesOf.entry + body.length
}

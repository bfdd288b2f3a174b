import { TournamentHalted } from '../log/index.ts'
import type { Log, Stored } from '../log/index.ts'
import { emptyFolded, noteCommand, withCommit } from './folded-state.ts'
import { inSlices } from './in-slices.ts'
import { unpack } from './snapshots.ts'
import type { Packed, Snapshots, Unpacked } from './snapshots.ts'

/** A tournament in the cache: always a beginning of its log, perhaps not all of it. */
export type Entry = Unpacked & {
  /** the version of which a snapshot is known */
  saved: number
  /** how large it was as text, and at which version */
  measured: { version: number; bytes: number }
}
export type PackedEntry = Packed & { saved: number }

/** Commits folded before other work has a turn. */
const atOnce = 25
const bytesOf = { entry: 2_000, command: 16, perCharacter: 2 }

type Sources = { log: Log; snapshots: Snapshots }

/**
 * What the log has of a tournament before a position: from the snapshot, where that is of this log
 * and not too new, and from the commits since.
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

async function withAll(entry: Entry, stored: Stored[], before: number): Promise<Entry> {
  const wanted = stored.filter(({ seq }) => seq < before)
  try {
    await inSlices(wanted, atOnce, (one) => advance(entry, one))
  } catch (error) {
    // What stands before the damage is a beginning too; who wants more is told.
    if (!(error instanceof TournamentHalted)) throw error
  }
  return entry
}

export function advance(entry: Entry, stored: Stored): void {
  entry.folded = withCommit(entry.folded, stored)
  noteCommand(entry.commands, stored)
}

export function entryOf(packed: PackedEntry): Entry {
  const { version, saved, body } = packed
  return { ...unpack(packed), saved, measured: { version, bytes: body.length } }
}

/** Measured as text now and then, because that takes as long as some commits do. */
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

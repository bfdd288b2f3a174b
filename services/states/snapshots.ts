import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { emptyTournament } from '#events/state/tournament.ts'
import { Unavailable } from '../log/index.ts'
import { withoutFlush } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import type { CommandPositions, FoldedTournament } from './folded-state.ts'

/**
 * To be raised when the same log folds to a different state. A test compares it with the state of a
 * frozen log.
 */
export const foldRevision = 4
/** Snapshots of another format are ignored: of another fold, or of a state with other fields. */
const snapshotFormat = formatOf(Object.keys(emptyTournament(0)))

/** As a positive `integer` of Postgres. */
export function formatOf(fields: string[]): number {
  return parseInt(hash('sha256', `${foldRevision} ${fields.toSorted().join(' ')}`).slice(0, 7), 16)
}

/** A folded state as JSON text, with the position and chain of its last commit. */
export type Packed = { version: number; seq: number; chain: string; body: Buffer }
export type Unpacked = { folded: FoldedTournament; commands: CommandPositions }

export function pack({ folded, commands }: Unpacked): Packed {
  const { state, matchDuration, seq, chain } = folded
  const body = Buffer.from(JSON.stringify({ state, matchDuration, commands }))
  return { version: state.version, seq, chain, body }
}

export function unpack({ seq, chain, body }: Packed): Unpacked {
  const { state, matchDuration, commands } = JSON.parse(body.toString()) as Pick<
    FoldedTournament,
    'state' | 'matchDuration'
  > &
    Pick<Unpacked, 'commands'>
  return { folded: { state, matchDuration, seq, chain }, commands }
}

/** Folded states in Postgres. They are optional: a slow or lost snapshot is replaced by a fold. */
export type Snapshots = {
  read(tournament: number): Promise<Packed | null>
  /** queues a write; a later one of the same tournament replaces it */
  write(tournament: number, packed: Packed): void
  /** deletes a snapshot that is not from this log */
  discard(tournament: number, packed: Packed): void
  /** resolves when the queued writes are done */
  written(): Promise<void>
}

const timeoutMs = 300
/** After a failure snapshots are not used for this long. */
const pauseMs = 5_000
const maxQueued = 100

export function openSnapshots({ pool }: Pick<Store, 'pool'>): Snapshots {
  const queued = new Map<number, Packed>()
  let writing: Promise<void> | null = null
  let pausedUntilMs = 0

  async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
    if (performance.now() < pausedUntilMs) return null
    try {
      return await within(timeoutMs, work())
    } catch {
      pausedUntilMs = performance.now() + pauseMs
      return null
    }
  }

  async function writeAll(): Promise<void> {
    for (;;) {
      const [next] = queued
      if (!next) return
      const [tournament, packed] = next
      queued.delete(tournament)
      await attempt(() => pool.query(insertion(tournament, packed)))
    }
  }

  return {
    async read(tournament) {
      const found = await attempt(() => pool.query<Row>(selection(tournament)))
      const row = found?.rows[0]
      if (!row || row.hash !== hashOf(row)) return null
      return { ...row, body: Buffer.from(row.body) }
    },
    write(tournament, packed) {
      if (queued.size >= maxQueued && !queued.has(tournament)) return
      queued.set(tournament, packed)
      writing ??= writeAll().finally(() => (writing = null))
    },
    discard(tournament, { version, chain }) {
      const text = `delete from kept.snapshot where tournament = $1 and version = $2 and chain = $3`
      void attempt(() => pool.query(text, [tournament, version, chain]))
    },
    written: () => writing ?? Promise.resolve(),
  }
}

/** Used without a database. */
export const noSnapshots: Snapshots = {
  read: () => Promise.resolve(null),
  write: () => {},
  discard: () => {},
  written: () => Promise.resolve(),
}

type Row = { version: number; seq: number; chain: string; hash: string; body: string }

function hashOf({ seq, chain, body }: { seq: number; chain: string; body: string }): string {
  return hash('sha256', `${seq} ${chain} ${body}`)
}

function selection(tournament: number) {
  const text = `select version, seq, chain, hash, body from kept.snapshot
    where tournament = $1 and format = $2`
  return { name: 'read-snapshot', text, values: [tournament, snapshotFormat] }
}

/**
 * Commits without waiting for the flush, so it may be lost. An older one never replaces a newer
 * one.
 */
function insertion(tournament: number, { version, seq, chain, body: bytes }: Packed) {
  const body = bytes.toString()
  const hash = hashOf({ seq, chain, body })
  const text = `with written as (
      insert into kept.snapshot as old (tournament, version, seq, chain, format, hash, body)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (tournament) do update set version = excluded.version, seq = excluded.seq,
        chain = excluded.chain, format = excluded.format, hash = excluded.hash, body = excluded.body
      where old.version < excluded.version or old.format <> excluded.format
      returning 1
    ) select ${withoutFlush} from written`
  const values = [tournament, version, seq, chain, snapshotFormat, hash, body]
  return { name: 'write-snapshot', text, values }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = sleep(ms, undefined, { ref: false }).then(() => {
    throw new Unavailable('the database did not answer in time')
  })
  return Promise.race([work, late])
}

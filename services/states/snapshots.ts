import { hash } from 'node:crypto'
import { Unavailable } from '../log/index.ts'
import { unflushed } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import type { CommandPositions, Folded } from './folded-state.ts'

/**
 * Raised whenever a state of the same log looks different than before: snapshots of another format
 * are not read. A test compares it with the state of a log that never changes.
 */
export const snapshotFormat = 3

/** A folded state as text, with what has to be known of the commits it was folded from. */
export type Packed = { version: number; seq: number; chain: string; body: Buffer }
export type Unpacked = { folded: Folded; commands: CommandPositions }

export function pack({ folded, commands }: Unpacked): Packed {
  const { state, matchDuration, seq, chain } = folded
  const body = Buffer.from(JSON.stringify({ state, matchDuration, commands }))
  return { version: state.version, seq, chain, body }
}

export function unpack({ seq, chain, body }: Packed): Unpacked {
  const { state, matchDuration, commands } = JSON.parse(body.toString()) as Pick<
    Folded,
    'state' | 'matchDuration'
  > &
    Pick<Unpacked, 'commands'>
  return { folded: { state, matchDuration, seq, chain }, commands }
}

/** Folded states in Postgres. Nobody waits for one long, and a fold gives all of them again. */
export type Snapshots = {
  read(tournament: number): Promise<Packed | null>
  /** some time soon; the last one of a tournament counts */
  write(tournament: number, packed: Packed): void
  /** it is not from this log */
  discard(tournament: number, packed: Packed): void
  /** when all that was to be written is */
  written(): Promise<void>
}

const timeoutMs = 300
/** After a failure the log alone is asked. */
const restMs = 5_000
const maxWaiting = 100

export function openSnapshots({ pool }: Pick<Store, 'pool'>): Snapshots {
  const waiting = new Map<number, Packed>()
  let writing: Promise<void> | null = null
  let restUntilMs = 0

  async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
    if (performance.now() < restUntilMs) return null
    try {
      return await within(timeoutMs, work())
    } catch {
      restUntilMs = performance.now() + restMs
      return null
    }
  }

  async function writeAll(): Promise<void> {
    for (;;) {
      const [next] = waiting
      if (!next) return
      const [tournament, packed] = next
      waiting.delete(tournament)
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
      if (waiting.size >= maxWaiting && !waiting.has(tournament)) return
      waiting.set(tournament, packed)
      writing ??= writeAll().finally(() => (writing = null))
    },
    discard(tournament, { version, chain }) {
      const text = `delete from kept.snapshot where tournament = $1 and version = $2 and chain = $3`
      void attempt(() => pool.query(text, [tournament, version, chain]))
    },
    written: () => writing ?? Promise.resolve(),
  }
}

/** Where there is no database. */
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

/** Not flushed before it is answered: it may be lost. An older one never replaces a newer one. */
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
    ) select ${unflushed} from written`
  const values = [tournament, version, seq, chain, snapshotFormat, hash, body]
  return { name: 'write-snapshot', text, values }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unavailable('the database did not answer in time')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

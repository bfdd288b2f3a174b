import type { Tournament } from '../../events/state/tournament.ts'
import { nameForPair } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { jobsOf, keyOf } from './job.ts'
import { maxRetryAfterMs } from '../../events/text/retry-after.ts'
import type { Job } from './job.ts'
import type { StageId } from '../../events/ids.ts'

/** A job and its delivery state. */
export type Entry = Job & {
  state: 'pending' | 'sent' | 'failed'
  attempts: number
  reason: string | null
  /** ms since epoch; null if the job is done or is not retried automatically */
  dueAt: number | null
  noted: boolean
}
export type Outbox = {
  /** stores the jobs that follow from the states; false if another process changed the outbox */
  enqueue(all: Tournament[], seq: number): Promise<boolean>
  of(stage: StageId): Entry[]
  save(entry: Entry): Promise<void>
  /** retries the stage's permanently failed jobs */
  retry(stage: StageId): Promise<void>
}

/** Name of the checkpoint of a pair of streams. */
export const checkpointOf = (pair: number) => nameForPair('reports', pair)

/**
 * The outbox of jobs for Challonge, stored in Postgres. Jobs are written in one transaction with
 * the log position they follow from, and only if no other process has moved that position (P8).
 */
export async function openOutbox(store: Store, now: () => number, pair: number): Promise<Outbox> {
  const checkpoint = checkpointOf(pair)
  const entries = new Map<string, Entry>()
  for (const row of await store.db.selectFrom('kept.errand').selectAll().execute()) {
    const { dueAt, content, ...rest } = row
    const due = dueAt && (isPossible(rest.attempts, dueAt.getTime()) ? dueAt.getTime() : now())
    const entry = { ...rest, content, dueAt: due } as Entry
    entries.set(keyOf(entry), entry)
  }
  let position = await positionOf(store, checkpoint)

  /** False for a time from before the system's clock was set back. */
  function isPossible(attempts: number, due: number): boolean {
    return due <= now() + (attempts === 0 ? 0 : maxRetryAfterMs)
  }

  function differences(t: Tournament): { put: Entry[]; gone: Entry[] } {
    const jobs = jobsOf(t, (key) => entries.get(key))
    const keys = new Set(jobs.map(keyOf))
    const fresh = jobs.filter((job) => entries.get(keyOf(job))?.key !== job.key)
    const current = [...entries.values()].filter((entry) => entry.tournament === t.id)
    const initial = {
      state: 'pending',
      attempts: 0,
      reason: null,
      dueAt: now(),
      noted: false,
    } as const
    return {
      put: fresh.map((job) => ({ ...job, ...initial })),
      gone: current.filter((entry) => !keys.has(keyOf(entry))),
    }
  }

  return {
    async enqueue(all, seq) {
      const changes = all.map(differences)
      const put = changes.flatMap((each) => each.put)
      const gone = changes.flatMap((each) => each.gone)
      if (put.length === 0 && gone.length === 0) return true
      const isMine = await move(store, { checkpoint, from: position, to: seq }, { put, gone })
      if (!isMine) return false
      position = seq
      for (const entry of gone) entries.delete(keyOf(entry))
      for (const entry of put) entries.set(keyOf(entry), entry)
      return true
    },
    of: (stage) => [...entries.values()].filter((entry) => entry.stage === stage),
    async save(entry) {
      // A newer job may have replaced this one while it was being sent.
      if (entries.get(keyOf(entry))?.key !== entry.key) return
      entries.set(keyOf(entry), entry)
      await update(store.db, entry)
    },
    async retry(stage) {
      for (const entry of entries.values()) {
        if (entry.stage !== stage || entry.state !== 'failed' || entry.dueAt !== null) continue
        entry.dueAt = now()
        await update(store.db, entry)
      }
    },
  }
}

type CheckpointMove = { checkpoint: string; from: number; to: number }

/** Writes jobs and position in one transaction, or nothing if the position was moved (fencing). */
function move(
  store: Store,
  { checkpoint, from, to }: CheckpointMove,
  { put, gone }: { put: Entry[]; gone: Entry[] },
): Promise<boolean> {
  return store.db.transaction().execute(async (tx) => {
    const moved = await tx
      .updateTable('kept.courier')
      .set({ seq: to })
      .where('name', '=', checkpoint)
      .where('seq', '=', from)
      .executeTakeFirst()
    if (moved.numUpdatedRows === 0n) return false
    for (const { match, kind } of gone) {
      await tx
        .deleteFrom('kept.errand')
        .where('match', '=', match)
        .where('kind', '=', kind)
        .execute()
    }
    for (const entry of put) await write(tx, entry)
    return true
  })
}

async function positionOf({ db }: Store, checkpoint: string): Promise<number> {
  await db
    .insertInto('kept.courier')
    .values({ name: checkpoint, seq: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('kept.courier')
    .select('seq')
    .where('name', '=', checkpoint)
    .executeTakeFirstOrThrow()
  return row.seq
}

function rowOf(entry: Entry) {
  const { content, dueAt, ...rest } = entry
  const due = dueAt === null ? null : new Date(dueAt).toISOString()
  return { ...rest, content: JSON.stringify(content), dueAt: due }
}

async function write(db: Store['db'], entry: Entry): Promise<void> {
  const row = rowOf(entry)
  await db
    .insertInto('kept.errand')
    .values(row)
    .onConflict((conflict) => conflict.columns(['match', 'kind']).doUpdateSet(row))
    .execute()
}

async function update(db: Store['db'], entry: Entry): Promise<void> {
  const { match, kind, key, ...row } = rowOf(entry)
  await db
    .updateTable('kept.errand')
    .set(row)
    .where('match', '=', match)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute()
}

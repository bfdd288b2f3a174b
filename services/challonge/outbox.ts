import type { Tournament } from '#events/state/tournament.ts'
import { openCheckpoint, openJobs } from '../jobs/index.ts'
import { nameForPair } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { jobsOf, keyOf } from './job.ts'
import type { Job } from './job.ts'
import type { StageId } from '#events/ids.ts'

/** A job and its state. */
export type Entry = Job & {
  state: 'pending' | 'sent' | 'failed'
  /** including the current one */
  attempts: number
  reason: string | null
  noted: boolean
}
export type OpenEntry = Entry & { isDue: boolean }
export type Outbox = Awaited<ReturnType<typeof openOutbox>>

/** Name of the checkpoint of a pair of streams. */
export const checkpointOf = (pair: number) => nameForPair('reports', pair)

const columns = ['match', 'kind', 'tournament', 'stage', 'key', 'content', 'state', 'attempts']
const fields = [...columns, 'reason', 'noted'].map((column) => `job.${column}`).join()
/** Longer than the requests of a report take. */
const leaseMs = 60_000
/** Earlier than the time of any clock. */
const atOnce = new Date(0).toISOString()

/**
 * The jobs for Challonge. They are written with the log position they follow from, and only if no
 * other process has moved that position (P8). `clock` replaces the database's in tests.
 */
export async function openOutbox(store: Store, pair: number, clock?: () => number) {
  const { db, pool } = store
  const table = { name: 'kept.challonge_job', key: ['match', 'kind', 'key'], leaseMs }
  const jobs = openJobs(store, table, clock)
  const checkpoint = openCheckpoint(store, checkpointOf(pair))
  let position = await checkpoint.position(0)

  async function differences(t: Tournament): Promise<{ put: Job[]; gone: Job[] }> {
    const stored = db.selectFrom('kept.challongeJob').selectAll().where('tournament', '=', t.id)
    const known = new Map(((await stored.execute()) as Entry[]).map((job) => [keyOf(job), job]))
    const current = new Map(jobsOf(t, (key) => known.get(key)).map((job) => [keyOf(job), job]))
    return {
      put: [...current].flatMap(([key, job]) => (known.get(key)?.key === job.key ? [] : [job])),
      gone: [...known].flatMap(([key, job]) => (current.has(key) ? [] : [job])),
    }
  }

  return {
    ...jobs,
    /** Stores the jobs that follow from a state; false if another process has moved the position. */
    async enqueue(t: Tournament, seq: number): Promise<boolean> {
      const { put, gone } = await differences(t)
      if (put.length === 0 && gone.length === 0) return true
      const isMine = await checkpoint.move(seq, async (tx, from) => {
        if (from !== position) return false
        for (const { match, kind } of [...gone, ...put]) {
          const row = tx.deleteFrom('kept.challongeJob').where('match', '=', match)
          await row.where('kind', '=', kind).execute()
        }
        if (put.length > 0)
          await tx.insertInto('kept.challongeJob').values(put.map(rowOf)).execute()
        return true
      })
      if (isMine) position = seq
      return isMine
    },
    /** The jobs of these stages that are due, or whose outcome is not in the log yet. */
    async open(stages: StageId[]): Promise<OpenEntry[]> {
      if (stages.length === 0) return []
      const isDue = `coalesce(${jobs.isDue()}, false)`
      const { rows } = await pool.query<OpenEntry>(
        `select ${fields}, ${isDue} as "isDue" from kept.challonge_job job
         where job.stage = any($1) and (${isDue} or job.state <> 'pending' and not job.noted)`,
        [stages],
      )
      return rows
    },
    /** Leases a job; null if another process has, or if a newer job has replaced it. */
    async take({ match, kind, key }: Entry): Promise<Entry | null> {
      const which = 'and job.match = $1 and job.kind = $2 and job.key = $3'
      const [taken] = await jobs.take<Entry>({ which, returning: fields }, [match, kind, key])
      return taken ?? null
    },
    /** Retries the stage's jobs that are not tried again by themselves. */
    async retryFailed(stage: StageId): Promise<void> {
      const failed = db.updateTable('kept.challongeJob').set({ dueAt: atOnce })
      const ofStage = failed.where('stage', '=', stage).where('state', '=', 'failed')
      await ofStage.where('dueAt', 'is', null).execute()
    },
  }
}

function rowOf({ content, ...job }: Job) {
  const initial = { state: 'pending', attempts: 0, reason: null, noted: false } as const
  return { ...job, ...initial, content: JSON.stringify(content), dueAt: atOnce }
}

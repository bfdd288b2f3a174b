import { Unavailable } from '../log/index.ts'
import type { Log, StoredFacts, Stored } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { openCabinets } from './cabinets.ts'
import { openShow } from './show.ts'
import { BrokenLog, openTournaments } from './tournaments.ts'
import { compare } from './witness.ts'
import { readColumns, write } from './writes.ts'

export { fill, hashes, rebuild, verify } from './rebuild.ts'

/** Follows the log and keeps the read models: the only writer of the schema `view`. */
export type Projector = { stop(): Promise<void> }

const retryMs = 250

export async function startProjector(options: {
  log: Log
  store: Store
  note?: (what: string, error: unknown) => void
}): Promise<Projector> {
  const { log, store } = options
  const note = options.note ?? (() => {})
  const ending = new AbortController()
  await readColumns(store)
  const endWitness = log.answer('witness.verify', () => compare(log, store))
  const show = openShow(log)

  async function followTournaments(): Promise<void> {
    const tournaments = openTournaments(log)
    let from = await checkpointOf(store, 'view', 'tournament')
    await log.follow(
      from,
      async (batch: Stored[]) => {
        const { writes, witness, frames } = await tournaments.project(batch)
        const to = batch.at(-1)?.seq ?? from
        const checkpoint = { name: 'tournament' as const, from, to }
        if (!(await write(store, { schema: 'view', checkpoint, writes, witness }))) {
          throw new Unavailable('another projector is ahead')
        }
        from = to
        for (const frame of frames) log.publish(`frame.${frame.tournament}`, frame)
      },
      ending.signal,
    )
  }

  async function followFacts(): Promise<void> {
    const cabinets = openCabinets(store, 'view')
    let from = await checkpointOf(store, 'view', 'facts')
    await log.followFacts(
      from,
      async (batch: StoredFacts[]) => {
        const { writes, live, news } = await cabinets.project(batch)
        const to = batch.at(-1)?.seq ?? from
        const checkpoint = { name: 'facts' as const, from, to }
        if (!(await write(store, { schema: 'view', checkpoint, writes }))) {
          throw new Unavailable('another projector is ahead')
        }
        from = to
        show(live, news)
      },
      ending.signal,
    )
  }

  /** Whatever goes wrong, the rows are whole and the next try goes on from the checkpoint (P8). */
  async function forever(what: string, work: () => Promise<void>): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await work()
      } catch (error) {
        if (ending.signal.aborted) return
        note(what, error)
        if (error instanceof BrokenLog) {
          log.publish('witness.broken', { ok: false, reason: error.message })
        }
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    }
  }

  const working = [forever('commits', followTournaments), forever('facts', followFacts)]
  return {
    async stop() {
      ending.abort()
      endWitness()
      await Promise.all(working)
    },
  }
}

export async function checkpointOf(
  store: Store,
  schema: string,
  name: 'tournament' | 'facts',
): Promise<number> {
  const text = `select seq from ${schema}.checkpoint where name = $1`
  const { rows } = await store.pool.query<{ seq: number }>(text, [name])
  return rows[0]?.seq ?? 0
}

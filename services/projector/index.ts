import { Unavailable } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { openCabinets } from './cabinets.ts'
import { openShow } from './show.ts'
import { BrokenLog, openTournaments } from './tournaments.ts'
import { openWitness } from './witness.ts'
import { checkpointOf, readColumns, write } from './writes.ts'
import type { Batch } from './writes.ts'

export { fill, hashes, rebuild } from './rebuild.ts'
export { CannotRepair, repair } from './repair.ts'
export { verify } from './verify.ts'

/** Follows the log and keeps the read models: the only writer of the schema `view`. */
export type Projector = { stop(): Promise<void> }

type Options = { log: Log; store: Store; note?: (what: string, error: unknown) => void }
type Following = Options & { signal: AbortSignal }

const retryMs = 250

export async function startProjector({ log, store, note = () => {} }: Options): Promise<Projector> {
  const ending = new AbortController()
  const { signal } = ending
  await readColumns(store)
  const witness = openWitness(log, store)
  const following = { log, store, signal }

  /** Whatever goes wrong, the rows are whole and the next try goes on from the checkpoint (P8). */
  async function forever(what: string, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      try {
        await work()
      } catch (error) {
        if (signal.aborted) return
        const isOld = error instanceof BrokenLog && !witness.isBroken(error.message)
        if (!isOld) note(what, error)
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    }
  }

  const working = [
    forever('commits', () => followTournaments(following, witness.isSound)),
    forever('facts', () => followFacts(following)),
  ]
  return {
    async stop() {
      ending.abort()
      witness.end()
      await Promise.all(working)
    },
  }
}

async function followTournaments(
  { log, store, signal }: Following,
  isSound: () => void,
): Promise<void> {
  const tournaments = openTournaments(log)
  let from = await checkpointOf(store, 'view', 'tournament')
  await log.follow(
    from,
    async (batch) => {
      const { writes, witness, frames } = await tournaments.project(batch)
      isSound()
      const to = batch.at(-1)?.seq ?? from
      await moved(store, { checkpoint: { name: 'tournament', from, to }, writes, witness })
      from = to
      for (const frame of frames) log.publish(`frame.${frame.tournament}`, frame)
    },
    signal,
  )
}

async function followFacts({ log, store, signal }: Following): Promise<void> {
  const cabinets = openCabinets(store, 'view')
  const show = openShow(log)
  let from = await checkpointOf(store, 'view', 'facts')
  await log.followFacts(
    from,
    async (batch) => {
      const { writes, live, news } = await cabinets.project(batch)
      const to = batch.at(-1)?.seq ?? from
      await moved(store, { checkpoint: { name: 'facts', from, to }, writes })
      from = to
      show(live, news)
    },
    signal,
  )
}

async function moved(store: Store, batch: Omit<Batch, 'schema'>): Promise<void> {
  if (await write(store, { schema: 'view', ...batch })) return
  throw new Unavailable('another projector is ahead')
}

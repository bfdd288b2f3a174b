// Follows the log and keeps the read models: the only writer of the schema `view`.
import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable, WritingStopped } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import { BrokenLog, openStates } from '../states/index.ts'
import type { States } from '../states/index.ts'
import { checkView } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { openCabinets } from './cabinets.ts'
import { openEstimator } from './estimates.ts'
import type { Estimator } from './estimates.ts'
import { openLiveCabinets } from './live-cabinets.ts'
import { scrub } from './scrub.ts'
import type { ScrubPace } from './scrub.ts'
import { openTournaments } from './tournaments.ts'
import { compare, openWitness } from './witness.ts'
import type { Witness } from './witness.ts'
import { checkpointOf, write } from './writes.ts'
import type { Batch } from './writes.ts'
import { observe, openFollowerStatus, span } from '../telemetry/index.ts'
import type { Reached } from '../telemetry/index.ts'

export { fill, positions, rebuild } from './rebuild.ts'
export type { Positions } from './rebuild.ts'
export { CannotRepair, repair } from './repair.ts'
export { hashes, sorted, summed, tournamentHashes } from './row-hashes.ts'
export type { RowsHash } from './row-hashes.ts'
export { verify } from './verify.ts'
export { compare } from './witness.ts'

export type Projector = {
  stop(): Promise<void>
  /** rejects when it follows the log no more */
  isAlive(): Promise<void>
  /** rejects when the log differs from what the database has seen, and says where (P9) */
  isSound(): Promise<void>
}

type Options = {
  log: Log
  store: Store
  /** those of the process; left out, it has its own */
  states?: States
  note?: (what: string, error: unknown) => void
  scrubPace?: ScrubPace
}
type ProjectorOptions = Required<Omit<Options, 'scrubPace'>> & {
  signal: AbortSignal
  reached: Reached
}

const retryMs = 250
/** Facts of this time are written together: twenty writes a second instead of hundreds. */
const factsEveryMs = 50

export async function startProjector(options: Options): Promise<Projector> {
  const { log, store, states = openStates({ log, store }), note = () => {} } = options
  const ending = new AbortController()
  await checkView(store)
  const witness = openWitness(log, store)
  const estimator = openEstimator({ log, states, store, note })
  const reached: Reached = { commits: 0, facts: 0 }
  const following = { log, store, states, note, signal: ending.signal, reached }
  const working = [
    forever(following, 'commits', (signal) =>
      followTournaments({ ...following, signal }, witness, estimator).catch((error: unknown) => {
        if (error instanceof BrokenLog) witness.isBroken(error.message)
        throw error
      }),
    ),
    forever(following, 'facts', (signal) => followFacts({ ...following, signal })),
    scrub({ ...following, witness, pace: options.scrubPace }),
  ]
  const status = { name: 'projector' as const, bus: log, reached: () => reached, working }
  const { isAlive, end } = openFollowerStatus(status)
  return {
    isAlive,
    async isSound() {
      const verdict = await witness.verdict()
      if (!verdict.ok) throw new WritingStopped(verdict.reason)
    },
    async stop() {
      ending.abort()
      end()
      witness.end()
      await Promise.all([...working, estimator.stop()])
      if (!options.states) states.close()
    },
  }
}

/**
 * Whatever goes wrong, the rows are whole and the next try goes on from the checkpoint (P8). Each
 * try, and so each reconnect, begins with a look at the log: it may be another one now (P9).
 */
async function forever(
  { log, store, note, signal }: ProjectorOptions,
  what: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  let lastError = ''
  while (!signal.aborted) {
    const again = new AbortController()
    const end = log.onReconnect(() => again.abort())
    try {
      const verdict = await unlessAborted(compare(log, store), signal)
      if (!verdict.ok) throw new Error(verdict.reason)
      await work(AbortSignal.any([signal, again.signal]))
      lastError = ''
    } catch (error) {
      if (signal.aborted) return
      if (String(error) !== lastError) note(what, error)
      lastError = String(error)
      await sleep(retryMs)
    } finally {
      end()
    }
  }
}

/** An unreachable log may never answer, so stopping does not wait for it (P21). */
async function unlessAborted<T>(reading: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  return Promise.race([reading, aborted]).finally(() => signal.removeEventListener('abort', stop))
}

async function followTournaments(
  { log, store, states, signal, reached }: ProjectorOptions,
  { isSound }: Witness,
  { look }: Estimator,
): Promise<void> {
  const tournaments = openTournaments(states)
  let from = (reached.commits = await checkpointOf(store, 'view', 'tournament'))
  await log.follow(
    from,
    async (batch) => {
      const startMs = performance.now()
      const { writes, witness, frames } = await tournaments.project(batch)
      isSound()
      const to = batch.at(-1)?.seq ?? from
      await moved(store, { checkpoint: { name: 'tournament', from, to }, writes, witness })
      from = reached.commits = to
      const endMs = performance.now()
      observe('waggle_projection_seconds', endMs - startMs, { follower: 'commits' })
      for (const frame of frames) {
        span(frame.commit.id, { name: 'projection', startMs, endMs })
        log.publish(`frame.${frame.tournament}`, frame)
        look(frame.tournament)
      }
    },
    signal,
  )
}

async function followFacts({ log, store, signal, reached }: ProjectorOptions): Promise<void> {
  const cabinets = openCabinets(store, 'view')
  const show = openLiveCabinets(log)
  let from = (reached.facts = await checkpointOf(store, 'view', 'facts'))
  await log.followFacts(
    from,
    async (batch) => {
      const startedAt = performance.now()
      const { writes, live, news } = await cabinets.project(batch)
      const to = batch.at(-1)?.seq ?? from
      await moved(store, { checkpoint: { name: 'facts', from, to }, writes })
      from = reached.facts = to
      observe('waggle_projection_seconds', performance.now() - startedAt, { follower: 'facts' })
      show(live, news)
      await pause(startedAt + factsEveryMs - performance.now(), signal)
    },
    signal,
  )
}

async function moved(store: Store, batch: Omit<Batch, 'schema'>): Promise<void> {
  if (await write(store, { schema: 'view', ...batch })) return
  throw new Unavailable('another projector is ahead')
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => {})
}

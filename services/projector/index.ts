// Follows the log and maintains the read models. The only writer of the schema `view`.
import { setTimeout as sleep } from 'node:timers/promises'
import { TournamentHalted, Unavailable, WritingStopped, lead, pause } from '../log/index.ts'
import type { Damage, Log, LogPair } from '../log/index.ts'
import { openStates } from '../states/index.ts'
import type { States } from '../states/index.ts'
import { checkView } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { openCabinets } from './cabinets.ts'
import { openEstimator } from './estimates.ts'
import type { Estimator } from './estimates.ts'
import { halt, haltedIn, compareTournament } from './halted.ts'
import { openLiveCabinets } from './live-cabinets.ts'
import { scrub } from './scrub.ts'
import type { ScrubThrottle } from './scrub.ts'
import { openTournaments, projectSteps } from './tournaments.ts'
import type { Frames } from './tournaments.ts'
import { abortWhen, unlessAborted, watchLostRows } from './watch.ts'
import { compare, openWitness } from './witness.ts'
import type { Witness } from './witness.ts'
import { checkpointName, checkpointOf, write } from './writes.ts'
import type { Batch } from './writes.ts'
import { observe, openFollowerStatus, span } from '../telemetry/index.ts'
import type { LogPosition } from '../telemetry/index.ts'

export { tailPositions, entriesOf, fill, positions, rebuild, countMessages } from './rebuild.ts'
export { checkpointName, firstCheckpoint } from './writes.ts'
export type { Positions } from './rebuild.ts'
export { CannotRepair, repair } from './repair.ts'
export { tableHashes, hashBySorting, hashBySum, tournamentHashes } from './row-hashes.ts'
export type { RowsHash } from './row-hashes.ts'
export { haltedIn } from './halted.ts'
export { verify } from './verify.ts'
export { lostFactsMessage } from './lost-facts.ts'
export { logDifferences } from './witness.ts'

export type Projector = {
  stop(): Promise<void>
  /** rejects if it no longer follows the log */
  isAlive(): Promise<void>
  /**
   * rejects with the position if the log differs from the witness (P9); `isDegraded`: it differs
   * for some pairs or tournaments only
   */
  isSound(): Promise<{ isDegraded: boolean }>
}

type Options = {
  log: Log
  store: Store
  /** the process's shared instance; by default the projector opens its own */
  states?: States
  logError?: (what: string, error: unknown) => void
  scrubThrottle?: ScrubThrottle
  /** how often it checks whether a halted tournament has been repaired */
  checkEveryMs?: number
}
type ProjectorOptions = Required<Omit<Options, 'scrubThrottle'>> & {
  /** the halted tournaments in the database, by id */
  halted: Map<number, Damage>
  signal: AbortSignal
  pair: LogPair
  reached: LogPosition
}

const retryMs = 250
const defaultCheckMs = 2_000
/** Commits within this time share a write: under load a write each would cost more than its rows. */
const commitsEveryMs = 4
/** Facts within this time share a write: twenty writes a second instead of hundreds. */
const factsEveryMs = 50

export async function startProjector(options: Options): Promise<Projector> {
  const { log, store, states = openStates({ log, store }), logError = () => {} } = options
  const { checkEveryMs = defaultCheckMs } = options
  const halted = new Map<number, Damage>()
  const stopping = new AbortController()
  await checkView(store)
  const witness = openWitness(log, store)
  const estimator = openEstimator({ log, states, store, logError })
  /** by pair, for the pairs that this process leads */
  const positions = new Map<number, LogPosition>()
  const dependencies = { log, store, states, logError, halted, checkEveryMs }
  const { signal } = stopping
  const leading = { bus: log, role: 'projector', pairs: log.pairs.length, signal } as const
  const scrubAll = (signal: AbortSignal) =>
    scrub({
      ...dependencies,
      signal,
      throttle: options.scrubThrottle,
      async halt(damage) {
        await halt(store, damage)
        halted.set(damage.tournament, damage)
        logError('a damaged commit', new TournamentHalted(damage))
        await witness.publish()
      },
    })
  const working = [
    lead(leading, async (index, signal) => {
      const reached: LogPosition = { commits: 0, facts: 0 }
      positions.set(index, reached)
      const following = { ...dependencies, pair: log.pairs[index]!, reached, signal }
      const endStatus = log.answer(`status.projector.${index}`, async () => reached)
      await Promise.all([
        retryForever(following, 'commits', (signal) =>
          followTournaments({ ...following, signal }, witness, estimator),
        ),
        retryForever(following, 'facts', (signal) =>
          followFacts({ ...following, signal }, estimator),
        ),
        ...(index > 0 ? [] : [scrubAll(signal)]),
      ]).finally(endStatus)
      positions.delete(index)
    }),
  ]
  const status = { name: 'projector' as const, reached: () => positions, working }
  const { isAlive, end } = openFollowerStatus(status)
  return {
    isAlive,
    async isSound() {
      const checks = await witness.checks()
      const broken = checks.find((one) => !one.ok)
      if (broken && checks.every(({ ok }) => !ok)) throw new WritingStopped(broken.reason)
      return { isDegraded: checks.some((one) => !one.ok || one.halted?.length) }
    },
    async stop() {
      stopping.abort()
      end()
      witness.end()
      await Promise.all([...working, estimator.stop()])
      if (!options.states) states.close()
    },
  }
}

/**
 * Retries the work until the signal. A failure never leaves partial rows, and the next attempt
 * resumes from the checkpoint (P8). Each attempt (and so each reconnect) first compares the log
 * with the witness, because it may be another log now (P9).
 */
async function retryForever(
  { log, pair, store, logError, signal }: ProjectorOptions,
  what: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  let lastError = ''
  while (!signal.aborted) {
    const reconnected = new AbortController()
    const unsubscribe = log.onReconnect(() => reconnected.abort())
    try {
      const check = await unlessAborted(compare(log, store, pair), signal)
      if (!check.ok) throw new Error(check.reason)
      await work(AbortSignal.any([signal, reconnected.signal]))
      lastError = ''
    } catch (error) {
      if (signal.aborted) return
      if (String(error) !== lastError) logError(what, error)
      lastError = String(error)
      await sleep(retryMs)
    } finally {
      unsubscribe()
    }
  }
}

async function followTournaments(
  { log, pair, store, states, logError, signal, reached, halted, checkEveryMs }: ProjectorOptions,
  { publish: publishVerdicts }: Witness,
  { refresh }: Estimator,
): Promise<void> {
  const tournaments = openTournaments(states, halted)
  const publish = (frames: Frames) => {
    for (const frame of frames) {
      log.publish(`frame.${frame.tournament}`, frame)
      refresh(frame.tournament)
    }
  }
  const name = checkpointName('tournament', pair.index)
  let from = (reached.commits = await checkpointOf(store, 'view', name))
  const damaged = await haltedIn(store)
  for (const tournament of halted.keys()) {
    if (!damaged.some((one) => one.tournament === tournament)) halted.delete(tournament)
  }
  for (const damage of damaged) halted.set(damage.tournament, damage)
  const released = await releaseRepaired({ log, pair, store, halted }, from)
  publish(released.frames)
  if (released.count > 0) await publishVerdicts()
  const repaired = watchRepairs({ log, pair, store, halted, logError }, checkEveryMs)
  const lostRows = watchLostRows(store, name, { written: () => from, everyMs: checkEveryMs })
  try {
    await pair.follow(
      from,
      async (batch, to) => {
        const startMs = performance.now()
        const { writes, witness, frames, halts } = await tournaments.project(batch)
        await writeOrThrow(store, { checkpoint: { name, from, to }, writes, witness, halts })
        from = reached.commits = to
        const endMs = performance.now()
        observe('waggle_projection_seconds', endMs - startMs, { follower: 'commits' })
        for (const { commit } of frames) span(commit.id, { name: 'projection', startMs, endMs })
        publish(frames)
        for (const damage of halts) logError('a damaged commit', new TournamentHalted(damage))
        if (halts.length > 0) await publishVerdicts()
        await pause(startMs + commitsEveryMs - performance.now(), signal)
      },
      AbortSignal.any([signal, repaired.signal, lostRows.signal]),
    )
  } finally {
    repaired.stop()
    lostRows.stop()
  }
}

type HaltedOptions = Pick<ProjectorOptions, 'log' | 'pair' | 'store' | 'halted'>

/** The halted tournaments of the pair. */
async function haltedOf({ log, pair, halted }: HaltedOptions): Promise<number[]> {
  const tournaments: number[] = []
  for (const tournament of halted.keys()) {
    if ((await log.pairOfTournament(tournament)) === pair) tournaments.push(tournament)
  }
  return tournaments
}

/** Projects the skipped steps of tournaments whose log has been repaired, and releases them. */
async function releaseRepaired(options: HaltedOptions, from: number) {
  const { log, pair, store, halted } = options
  const frames: Frames = []
  let count = 0
  for (const tournament of await haltedOf(options)) {
    const { unseen, damage } = await compareTournament(log, store, tournament)
    if (damage) continue
    const own = projectSteps(unseen.filter(({ stored }) => stored.seq <= from))
    const checkpoint = { name: checkpointName('tournament', pair.index), from, to: from }
    await writeOrThrow(store, { checkpoint, ...own, releases: [tournament] })
    halted.delete(tournament)
    frames.push(...own.frames)
    count++
  }
  return { frames, count }
}

/** Its signal aborts when a halted tournament has been repaired; the caller then starts to follow again. */
function watchRepairs(options: HaltedOptions & Pick<Options, 'logError'>, everyMs: number) {
  const { log, store, halted, logError } = options
  const isRepaired = async () => {
    // Another process may have halted a tournament.
    for (const damage of await haltedIn(store)) halted.set(damage.tournament, damage)
    for (const tournament of await haltedOf(options)) {
      if (!(await compareTournament(log, store, tournament)).damage) return true
    }
    return false
  }
  return abortWhen(isRepaired, everyMs, (error) => logError?.('halted tournaments', error))
}

async function followFacts(
  options: ProjectorOptions,
  { changed }: Pick<Estimator, 'changed'>,
): Promise<void> {
  const { log, pair, store, signal, reached, checkEveryMs } = options
  const cabinets = openCabinets(store, 'view')
  const publish = openLiveCabinets(log)
  const name = checkpointName('facts', pair.index)
  let from = (reached.facts = await checkpointOf(store, 'view', name))
  const lostRows = watchLostRows(store, name, { written: () => from, everyMs: checkEveryMs })
  try {
    await pair.followFacts(
      from,
      async (batch, to) => {
        const startedAt = performance.now()
        const { writes, live, messages } = await cabinets.project(batch)
        await writeOrThrow(store, { checkpoint: { name, from, to }, writes })
        from = reached.facts = to
        observe('waggle_projection_seconds', performance.now() - startedAt, { follower: 'facts' })
        publish(live, messages)
        changed(live)
        await pause(startedAt + factsEveryMs - performance.now(), signal)
      },
      AbortSignal.any([signal, lostRows.signal]),
    )
  } finally {
    lostRows.stop()
  }
}

async function writeOrThrow(store: Store, batch: Omit<Batch, 'schema'>): Promise<void> {
  if (await write(store, { schema: 'view', ...batch })) return
  throw new Unavailable('another projector is ahead')
}

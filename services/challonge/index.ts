// Sends results to external brackets and imports their matches. It works in the background: failed
// reports stay in its outbox until the external service is available again (R-CMD-5).
import type { AccessCheck } from '#events/schema/nouns/external-bracket.ts'
import type { Desk } from '../desk/index.ts'
import type { Log, LogPair } from '../log/index.ts'
import type { States } from '../states/index.ts'
import type { Encryption, Store } from '../store/index.ts'
import { startWorker } from './worker.ts'
import { checkAccess } from './check-access.ts'
import { realClock } from './clock.ts'
import type { Clock } from './clock.ts'
import type { Challonge, SyncContext } from './connection.ts'
import type { StageSync } from './stage-sync.ts'
import { openCommands } from './commands.ts'
import type { StageId, TournamentId } from '#events/ids.ts'

export { challongeFrom } from './connection.ts'
export { checkpointOf } from './outbox.ts'
export type { Clock } from './clock.ts'
export type { Challonge } from './connection.ts'

type ChallongeService = { stop(): Promise<void> }
type ChallongeOptions = {
  log: Log
  desk: Desk
  /** the desk's cache */
  states: States
  store: Store
  encryption: Encryption | null
  challonge: Challonge
  clock?: Clock | undefined
  logError?: (message: string, error: unknown) => void
}

const retryMs = 1_000
const drainTimeoutMs = 3_000

export function startChallonge(options: ChallongeOptions): ChallongeService {
  const {
    log,
    desk,
    states,
    store,
    encryption,
    challonge,
    clock = realClock(),
    logError = () => {},
  } = options
  const ending = new AbortController()
  const leaving = new AbortController()
  const [endingSignal, leavingSignal] = [ending.signal, leaving.signal]
  const context: SyncContext = {
    store,
    encryption,
    challonge,
    clock,
    rowsNow: options.clock?.now,
    ending: endingSignal,
    leaving: leavingSignal,
  }
  const syncs = log.pairs.map(() => new Map<StageId, StageSync>())
  const sendCommand = openCommands({ desk, logError })

  async function run(pair: LogPair): Promise<void> {
    const parts = {
      pairOf: log.pairOfTournament,
      states,
      context,
      sendCommand,
      syncs: syncs[pair.index]!,
      logError,
    }
    while (!endingSignal.aborted) {
      await startWorker({ pair, ...parts }).catch((error: unknown) => {
        logError('the Challonge service', error)
      })
      await clock.wait(retryMs, endingSignal)
    }
  }

  /** Answers the API's request to validate a stage, with the reasons why it cannot be played. */
  const stopAnswering = log.answer('challonge.check', async (message): Promise<AccessCheck> => {
    const { tournament, stage: id } = message as { tournament: TournamentId; stage: StageId }
    const t = await desk.state(tournament)
    const stage = t.stages[id]
    if (!stage) return { errors: ['The stage no longer exists.'], isSure: true }
    // Makes the syncs use the token that is stored now.
    for (const pairSyncs of syncs) pairSyncs.get(id)?.pollNow()
    return checkAccess(context, t, stage)
  })

  const running = Promise.all(log.pairs.map(run))
  return {
    async stop() {
      stopAnswering()
      ending.abort()
      // Requests in progress may finish within a short timeout (P21).
      const timer = setTimeout(() => leaving.abort(), drainTimeoutMs)
      await running
      clearTimeout(timer)
    },
  }
}

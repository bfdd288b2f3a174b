import { setTimeout as sleep } from 'node:timers/promises'
import { TournamentHalted } from './halted.ts'
import type { Damage } from './halted.ts'
import { Unavailable } from './streams/unavailable.ts'
import type { Log } from './log.ts'

/** The projector's result of comparing a pair of streams with the witness (P9). */
export type WitnessCheck =
  | {
      ok: true
      /** single tournaments that take no commands */
      halted?: Damage[]
    }
  | { ok: false; reason: string }

/** `pair` is 0 by default. `suspect`: a tournament whose log the caller has found damaged. */
export type VerifyRequest = { pair?: number; suspect?: number }
/** The check of a pair (0 by default), published to all services. */
export type PairWitnessCheck = WitnessCheck & { pair?: number }

/** The log differs from the witness: no commands are taken until a person repairs it. */
export class WritingStopped extends Error {
  readonly retryable = false
  readonly code = 'LOG_DIFFERS'
  override readonly name = 'WritingStopped'
}

type GateLog = Pick<
  Log,
  | 'ask'
  | 'onReconnect'
  | 'subscribe'
  | 'pairs'
  | 'pairOfTournament'
  | 'pairOfCabinet'
  | 'pairOfScene'
>
const notCompared = 'The log has not been compared with the database yet.'

/** The target of a write: a tournament, a new tournament of a scene, or a cabinet. */
type Scope = { tournament: number; scene?: number } | { cabinet: number }

/**
 * The last check of each pair; none after a reconnect. Requests and what replaces their answers are
 * counted, because an answer may arrive late.
 */
function openChecks(log: GateLog) {
  const checks = new Map<number, WitnessCheck>()
  const pending = new Map<number, Promise<void>>()
  let count = 0
  const newest = new Map<number, number>()
  const unsubscribes = [
    log.onReconnect(() => {
      checks.clear()
      for (const { index } of log.pairs) newest.set(index, ++count)
    }),
    log.subscribe('witness.broken', (message) => {
      const { pair = 0, ...check } = message as PairWitnessCheck
      newest.set(pair, ++count)
      // A check that passed before a reconnect does not count until this gate has asked again.
      if (checks.has(pair) || !check.ok) checks.set(pair, check)
    }),
  ]

  async function ask(request: VerifyRequest & { pair: number }): Promise<void> {
    const { pair } = request
    const own = ++count
    const check = await answerTo(log, request)
    // What has become known since the request is newer than its answer.
    if (own < (newest.get(pair) ?? 0)) return
    newest.set(pair, own)
    checks.set(pair, check)
  }

  async function askAgain(pair: number): Promise<void> {
    const answer = pending.get(pair) ?? ask({ pair }).finally(() => pending.delete(pair))
    pending.set(pair, answer)
    return answer
  }

  return {
    checks,
    ask,
    askAgain,
    async of(pair: number): Promise<WitnessCheck | undefined> {
      while (!checks.has(pair)) await askAgain(pair)
      return checks.get(pair)
    },
    close(): void {
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}

/**
 * The gate is closed until a projector has compared the log with the witness, and again after every
 * reconnect, because a server may come back with an older disk. Each pair of streams has its own
 * check, so that writes to one pair never wait for the leader of another.
 */
export function openGate(log: GateLog) {
  const { checks, ask, askAgain, of: checkOf, close } = openChecks(log)

  async function openPair(pair: number, tournament?: number): Promise<void> {
    const check = await checkOf(pair)
    const damage = damageOf(check, tournament)
    if (damage) {
      // It may have been repaired: ask again for the next command, without delaying this answer.
      askAgain(pair).catch(() => {})
      throw new TournamentHalted(damage)
    }
    if (check?.ok) return
    checks.delete(pair) // it may be repaired by then: the next command asks again
    throw new WritingStopped(check?.reason ?? notCompared)
  }

  return {
    /** Reports a tournament found damaged: the projector checks it and publishes its result. */
    async suspect(tournament: number): Promise<void> {
      const { index: pair } = await log.pairOfTournament(tournament)
      await ask({ pair, suspect: tournament })
    },
    async isHalted(tournament: number): Promise<boolean> {
      const { index } = await log.pairOfTournament(tournament)
      return damageOf(checks.get(index), tournament) !== undefined
    },
    async open(scope: Scope): Promise<void> {
      if ('cabinet' in scope) return openPair((await log.pairOfCabinet(scope.cabinet)).index)
      const { tournament, scene } = scope
      const pair =
        scene === undefined ? await log.pairOfTournament(tournament) : log.pairOfScene(scene)
      return openPair(pair.index, tournament)
    },
    /** Throws if no pair may be written; `isDegraded` if a pair or a tournament may not. */
    async ready(): Promise<{ isDegraded: boolean }> {
      const opened = await Promise.allSettled(log.pairs.map(({ index }) => openPair(index)))
      const failed = opened.filter((one) => one.status === 'rejected')
      if (failed.length === opened.length) throw failed[0]!.reason
      const halted = [...checks.values()].flatMap(haltedIn)
      return { isDegraded: failed.length + halted.length > 0 }
    },
    close,
  }
}

async function answerTo(log: GateLog, request: VerifyRequest): Promise<WitnessCheck> {
  for (let attempt = 0; ; attempt++) {
    try {
      return (await log.ask('witness.verify', request, 1_000)) as WitnessCheck
    } catch (error) {
      if (attempt >= 2 || !(error instanceof Unavailable)) throw error
      await sleep(200)
    }
  }
}

function haltedIn(check: WitnessCheck | undefined): Damage[] {
  return (check?.ok && check.halted) || []
}

function damageOf(check: WitnessCheck | undefined, tournament?: number): Damage | undefined {
  return haltedIn(check).find((damage) => damage.tournament === tournament)
}

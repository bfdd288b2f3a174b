import { setTimeout as sleep } from 'node:timers/promises'
import { TournamentHalted } from './halted.ts'
import type { Damage } from './halted.ts'
import { Unavailable } from './streams/unavailable.ts'
import type { Log } from './index.ts'

/** The projector's result of comparing a pair of streams with the witness (P9). */
export type Verdict =
  | {
      ok: true
      /** single tournaments that take no commands */
      halted?: Damage[]
    }
  | { ok: false; reason: string }

/** `pair` is 0 by default. `suspect`: a tournament whose log the caller has found damaged. */
export type VerifyRequest = { pair?: number; suspect?: number }
/** The verdict on a pair (0 by default), published to all services. */
export type PairVerdict = Verdict & { pair?: number }

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
 * The gate is closed until a projector has compared the log with the witness, and again after every
 * reconnect, because a server may come back with an older disk. Each pair of streams has its own
 * verdict, so that writes to one pair never wait for the leader of another.
 */
export function openGate(log: GateLog) {
  const verdicts = new Map<number, Verdict>()
  const pending = new Map<number, Promise<void>>()
  const unsubscribes = [
    log.onReconnect(() => verdicts.clear()),
    log.subscribe('witness.broken', (message) => {
      const { pair = 0, ...verdict } = message as PairVerdict
      // A positive verdict from before a reconnect does not count until this gate has asked again.
      if (verdicts.has(pair) || !verdict.ok) verdicts.set(pair, verdict)
    }),
  ]

  const ask = async (request: VerifyRequest & { pair: number }): Promise<void> =>
    void verdicts.set(request.pair, await answerTo(log, request))

  async function askAgain(pair: number): Promise<void> {
    const answer = pending.get(pair) ?? ask({ pair }).finally(() => pending.delete(pair))
    pending.set(pair, answer)
    return answer
  }

  async function verdictOf(pair: number): Promise<Verdict | undefined> {
    if (!verdicts.has(pair)) await askAgain(pair)
    return verdicts.get(pair)
  }

  async function openPair(pair: number, tournament?: number): Promise<void> {
    const verdict = await verdictOf(pair)
    const damage = damageOf(verdict, tournament)
    if (damage) {
      // It may have been repaired: ask again for the next command, without delaying this answer.
      askAgain(pair).catch(() => {})
      throw new TournamentHalted(damage)
    }
    if (verdict?.ok) return
    verdicts.delete(pair) // it may be repaired by then: the next command asks again
    throw new WritingStopped(verdict?.reason ?? notCompared)
  }

  return {
    /** Reports a tournament found damaged: the projector checks it and publishes its verdict. */
    async suspect(tournament: number): Promise<void> {
      const { index: pair } = await log.pairOfTournament(tournament)
      await ask({ pair, suspect: tournament })
    },
    async isHalted(tournament: number): Promise<boolean> {
      const { index } = await log.pairOfTournament(tournament)
      return damageOf(verdicts.get(index), tournament) !== undefined
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
      const halted = [...verdicts.values()].flatMap(haltedIn)
      return { isDegraded: failed.length + halted.length > 0 }
    },
    close(): void {
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}

async function answerTo(log: GateLog, request: VerifyRequest): Promise<Verdict> {
  for (let attempt = 0; ; attempt++) {
    try {
      return (await log.ask('witness.verify', request, 1_000)) as Verdict
    } catch (error) {
      if (attempt >= 2 || !(error instanceof Unavailable)) throw error
      await sleep(200)
    }
  }
}

function haltedIn(verdict: Verdict | undefined): Damage[] {
  return (verdict?.ok && verdict.halted) || []
}

function damageOf(verdict: Verdict | undefined, tournament?: number): Damage | undefined {
  return haltedIn(verdict).find((damage) => damage.tournament === tournament)
}

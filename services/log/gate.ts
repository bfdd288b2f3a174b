import { setTimeout as sleep } from 'node:timers/promises'
import { TournamentHalted } from './halted.ts'
import type { Damage } from './halted.ts'
import { Unavailable } from './streams/unavailable.ts'
import type { Log } from './index.ts'

/** What the projector says of a pair of streams after comparing it with the witness (P9). */
export type Verdict =
  | {
      ok: true
      /** tournaments that take no command, alone */
      halted?: Damage[]
    }
  | { ok: false; reason: string }

/** `pair`: left out, the first. `suspect`: a tournament whose log was found damaged by who asks. */
export type VerifyRequest = { pair?: number; suspect?: number }
/** Of which pair, said to everybody; left out, the first. */
export type ToldVerdict = Verdict & { pair?: number }

/** The log differs from what the database saw: no command is taken until a person repairs it. */
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
/** What is to be written: of a tournament, of one that begins in a scene, or of a cabinet. */
type Place = { tournament: number; scene?: number } | { cabinet: number }

/**
 * Closed until a projector has compared the log with the witness, and again after every reconnect,
 * because a server may come back with an older disk. Each pair of streams has its own verdict: nobody
 * waits for the leader of another.
 */
export function openGate(log: GateLog) {
  const verdicts = new Map<number, Verdict>()
  const asking = new Map<number, Promise<void>>()
  const ends = [
    log.onReconnect(() => verdicts.clear()),
    log.subscribe('witness.broken', (message) => {
      const { pair = 0, ...said } = message as ToldVerdict
      // What stops a pair stops it at once; what lets write was perhaps said before a reconnect.
      if (verdicts.has(pair) || !said.ok) verdicts.set(pair, said)
    }),
  ]

  const ask = async (request: VerifyRequest & { pair: number }): Promise<void> =>
    void verdicts.set(request.pair, await answerTo(log, request))

  async function askAgain(pair: number): Promise<void> {
    const asked = asking.get(pair) ?? ask({ pair }).finally(() => asking.delete(pair))
    asking.set(pair, asked)
    return asked
  }

  async function verdictOf(pair: number): Promise<Verdict | undefined> {
    if (!verdicts.has(pair)) await askAgain(pair)
    return verdicts.get(pair)
  }

  async function openPair(pair: number, tournament?: number): Promise<void> {
    const said = await verdictOf(pair)
    const damage = damageOf(said, tournament)
    if (damage) {
      // It may go on meanwhile: who comes next is told, and the others do not wait for that.
      askAgain(pair).catch(() => {})
      throw new TournamentHalted(damage)
    }
    if (said?.ok) return
    // A person may have repaired it meanwhile: the next command asks again.
    verdicts.delete(pair)
    throw new WritingStopped(said?.reason ?? 'The log has not been compared with the database yet.')
  }

  return {
    /** found damaged while it was read: the projector looks, and tells everybody */
    async suspect(tournament: number): Promise<void> {
      const { index: pair } = await log.pairOfTournament(tournament)
      await ask({ pair, suspect: tournament })
    },
    async isHalted(tournament: number): Promise<boolean> {
      const { index } = await log.pairOfTournament(tournament)
      return damageOf(verdicts.get(index), tournament) !== undefined
    },
    async open(place: Place): Promise<void> {
      if ('cabinet' in place) return openPair((await log.pairOfCabinet(place.cabinet)).index)
      const { tournament, scene } = place
      const pair =
        scene === undefined ? await log.pairOfTournament(tournament) : log.pairOfScene(scene)
      return openPair(pair.index, tournament)
    },
    /** Whether any pair takes what is written, and whether all do, for every tournament. */
    async ready(): Promise<{ isDegraded: boolean }> {
      const opened = await Promise.allSettled(log.pairs.map(({ index }) => openPair(index)))
      const failed = opened.filter((one) => one.status === 'rejected')
      if (failed.length === opened.length) throw failed[0]!.reason
      const halted = [...verdicts.values()].flatMap(haltedIn)
      return { isDegraded: failed.length + halted.length > 0 }
    },
    close(): void {
      for (const end of ends) end()
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

function haltedIn(said: Verdict | undefined): Damage[] {
  return (said?.ok && said.halted) || []
}

function damageOf(said: Verdict | undefined, tournament?: number): Damage | undefined {
  return haltedIn(said).find((one) => one.tournament === tournament)
}

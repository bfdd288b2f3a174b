import { setTimeout as sleep } from 'node:timers/promises'
import { TournamentHalted } from './halted.ts'
import type { Damage } from './halted.ts'
import { Unavailable } from './streams/unavailable.ts'
import type { Log } from './index.ts'

/** What the projector says after comparing the log with the witness (P9). */
export type Verdict =
  | {
      ok: true
      /** tournaments that take no command, alone */
      halted?: Damage[]
      /** pairs of streams that take nothing, while others do */
      stopped?: { pair: number; reason: string }[]
    }
  | { ok: false; reason: string }

/** `suspect`: a tournament whose log was found damaged by who asks. */
export type VerifyRequest = { suspect?: number }

/** The log differs from what the database saw: no command is taken until a person repairs it. */
export class WritingStopped extends Error {
  readonly retryable = false
  readonly code = 'LOG_DIFFERS'
  override readonly name = 'WritingStopped'
}

type GateLog = Pick<
  Log,
  'ask' | 'onReconnect' | 'subscribe' | 'pairs' | 'pairOfTournament' | 'pairOfCabinet'
>
/** What is to be written: of a tournament, of a cabinet, or of none. */
type Place = { tournament?: number; cabinet?: number }

/**
 * Closed until a projector has compared the log with the witness, and again after every reconnect,
 * because a server may come back with an older disk.
 */
export function openGate(log: GateLog) {
  let verdict: Verdict | null = null
  let asking: Promise<void> | null = null
  const ends = [
    log.onReconnect(() => (verdict = null)),
    log.subscribe('witness.broken', (message) => {
      const said = message as Verdict
      // What stops everything stops at once; what lets write was perhaps said before a reconnect.
      if (verdict || !said.ok) verdict = said
    }),
  ]

  async function ask(request: VerifyRequest = {}): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        verdict = (await log.ask('witness.verify', request, 1_000)) as Verdict
        return
      } catch (error) {
        if (attempt >= 2 || !(error instanceof Unavailable)) throw error
        await sleep(200)
      }
    }
  }

  const askAgain = () => (asking ??= ask().finally(() => (asking = null)))
  const damageOf = (said: Verdict | null, tournament?: number) =>
    said?.ok ? said.halted?.find((one) => one.tournament === tournament) : undefined

  return {
    /** found damaged while it was read: the projector looks, and tells everybody */
    suspect: (tournament: number): void => void ask({ suspect: tournament }).catch(() => {}),
    isHalted: (tournament: number) => damageOf(verdict, tournament) !== undefined,
    isDegraded: () =>
      verdict?.ok === true && [verdict.halted, verdict.stopped].some((all) => all?.length),
    async open(place: Place = {}): Promise<void> {
      if (!verdict) await askAgain()
      const said = verdict
      const { tournament } = place
      const damage = damageOf(said, tournament)
      if (damage) {
        // It may go on meanwhile: who comes next is told, and the others do not wait for that.
        askAgain().catch(() => {})
        throw new TournamentHalted(damage)
      }
      const stopped = said?.ok ? await stoppedFor(log, place, said.stopped) : undefined
      if (stopped) {
        askAgain().catch(() => {})
        throw new WritingStopped(stopped.reason)
      }
      if (said?.ok) return
      // A person may have repaired it meanwhile: the next command asks again.
      verdict = null
      throw new WritingStopped(
        said?.reason ?? 'The log has not been compared with the database yet.',
      )
    },
    close(): void {
      for (const end of ends) end()
    },
  }
}

/** Of the pair in which this would be written. */
async function stoppedFor(
  log: GateLog,
  { tournament, cabinet }: Place,
  stopped: { pair: number; reason: string }[] = [],
) {
  if (stopped.length === 0) return undefined
  const pairs = [
    ...(tournament === undefined ? [] : [await log.pairOfTournament(tournament)]),
    ...(cabinet === undefined ? [] : [await log.pairOfCabinet(cabinet)]),
  ]
  return stopped.find(({ pair }) => pairs.some(({ index }) => index === pair))
}

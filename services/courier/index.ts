import type { Desk } from '../desk/index.ts'
import type { Log } from '../log/index.ts'
import type { Seal, Store } from '../store/index.ts'
import { carry } from './carry.ts'
import { check } from './check.ts'
import type { Verdict } from './check.ts'
import { realClock } from './clock.ts'
import type { Clock } from './clock.ts'
import type { Challonge, Outside } from './door.ts'
import type { Line } from './line.ts'
import { openTell } from './tell.ts'

export { challongeFrom } from './door.ts'
export type { Clock } from './clock.ts'
export type { Challonge } from './door.ts'

/**
 * Carries results to a bracket outside and its matches from there. Nobody waits for it: what it
 * could not do stands in its outbox and goes when the outside is there again (R-CMD-5).
 */
export type Courier = { stop(): Promise<void> }
export type CourierOptions = {
  log: Log
  desk: Desk
  store: Store
  seal: Seal | null
  challonge: Challonge
  clock?: Clock | undefined
  note?: (what: string, error: unknown) => void
}

const againMs = 1_000
const farewellMs = 3_000

export function startCourier(options: CourierOptions): Courier {
  const { log, desk, store, seal, challonge, clock = realClock(), note = () => {} } = options
  const ending = new AbortController()
  const leaving = new AbortController()
  const [endingNow, leavingNow] = [ending.signal, leaving.signal]
  const outside: Outside = { store, seal, challonge, clock, ending: endingNow, leaving: leavingNow }
  const lines = new Map<number, Line>()
  const tell = openTell({ desk, store, note })

  async function run(): Promise<void> {
    while (!endingNow.aborted) {
      await carry({ log, outside, tell, lines, note }).catch((error: unknown) => {
        note('the courier', error)
      })
      await clock.wait(againMs, endingNow)
    }
  }

  /** Asked by who validates a stage; the answer says what stands in the way, nothing else. */
  const endAnswering = log.answer('courier.check', async (message): Promise<Verdict> => {
    const { tournament, stage: id } = message as { tournament: number; stage: number }
    const t = await desk.state(tournament)
    const stage = t.stages[id]
    if (!stage) return { errors: ['The stage is gone.'], isSure: true }
    // With the token that is stored now.
    lines.get(id)?.hurry()
    return check(outside, t, stage)
  })

  const running = run()
  return {
    async stop() {
      endAnswering()
      ending.abort()
      // What is on its way may arrive; who does not answer is not waited for (P21).
      const timer = setTimeout(() => leaving.abort(), farewellMs)
      await running
      clearTimeout(timer)
    },
  }
}

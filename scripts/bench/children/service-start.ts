// Starts one service in a separate process and measures the cost until it has caught up with the
// log.
import { randomUUID } from 'node:crypto'
import { openDesk } from '#services/desk/index.ts'
import type { Desk } from '#services/desk/index.ts'
import { Unavailable, openLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { startProjector } from '#services/projector/index.ts'
import { startAutomation } from '#services/automation/index.ts'
import { openStates } from '#services/states/index.ts'
import { migrate, openStore } from '#services/store/index.ts'
import { cpuMs, heldBytes, serve } from './child.ts'
import { openMatches } from './generated-season.ts'

type Service = 'projector' | 'referee' | 'desk'
type Options = { natsUrl: string; streams: string; databaseUrl: string; tournament: number }
type Started = { cpuMs: number; heldBytes: number }

const caughtUpWithinMs = 120_000
const by = { kind: 'service', name: 'bench' } as const
let stop = async () => {}

const handlers = {
  async start(service: Service, options: Options): Promise<Started> {
    const store = await openStore({ url: options.databaseUrl, max: 4 })
    await migrate(store)
    const own = await openLog({ url: options.natsUrl, streams: options.streams })
    // For the desk and the referee no projector is running that could compare log and witness.
    const ask: Log['ask'] = async (subject, message, timeoutMs) =>
      subject === 'witness.verify' ? { ok: true } : own.ask(subject, message, timeoutMs)
    const log = { ...own, ask }
    const before = { cpuMs: cpuMs(), heldBytes: heldBytes() }
    const states = openStates({ log, store })
    if (service === 'projector') {
      const { stop: end } = await startProjector({ log, store, states })
      stop = end
    } else {
      const desk = openDesk(log, { states })
      if (service === 'desk') await firstCommand(desk, options.tournament)
      else stop = (await startAutomation({ log, desk, states })).stop
    }
    if (service !== 'desk') await caughtUp(own, service)
    return { cpuMs: cpuMs() - before.cpuMs, heldBytes: heldBytes() - before.heldBytes }
  },
  stop: () => stop(),
}
export type ServiceStart = typeof handlers
serve(handlers)

/** Starts and stops a match, for which the desk has to know all matches on cabinets. */
async function firstCommand(desk: Desk, tournament: number): Promise<void> {
  const state = await desk.state(tournament)
  const { id } = openMatches(state)[0]!
  const request = () => ({ id: randomUUID(), tournament, by })
  const start = { type: 'StartMatch', match: id, cabinet: 1, force: true } as const
  const until = performance.now() + caughtUpWithinMs
  const sent = (): ReturnType<Desk['handle']> =>
    desk.handle({ ...request(), command: start }).catch((error: unknown) => {
      // Without a note it reads the whole log, which takes longer than a command waits.
      if (error instanceof Unavailable && performance.now() < until) return sent()
      throw error
    })
  const answer = await sent()
  if ('refused' in answer) throw new Error(answer.detail)
  await desk.handle({ ...request(), command: { type: 'StopMatch', match: id } })
}

async function caughtUp(log: Log, service: Exclude<Service, 'desk'>): Promise<void> {
  const target = { commits: await log.tail(), facts: await log.factsTail() }
  const until = performance.now() + caughtUpWithinMs
  while (performance.now() < until) {
    // Until the service leads its pair, nobody answers.
    const reached = (await log.ask(`status.${service}.0`, {}, 5_000).catch(() => null)) as
      | typeof target
      | null
    if (reached && reached.commits >= target.commits && reached.facts >= target.facts) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`the ${service} did not reach the end of the log`)
}

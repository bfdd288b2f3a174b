// Receives events of cabinet clients: checks form and token, stores them in the log unchanged, then
// acknowledges. Nothing is decided here.
import type { WebSocket } from 'ws'
import { openGate } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import { tryAgain } from '../web/index.ts'
import type { Web } from '../web/index.ts'
import type { Store } from '../store/index.ts'
import { answerCount, count, gauge } from '../telemetry/index.ts'
import { signInRoutes } from './sign-in.ts'
import { codeSignInRoutes } from './code-sign-in.ts'
import { signOutIdle } from './idle-sign-out.ts'
import { startHeartbeat } from './heartbeat.ts'
import { Client } from './client.ts'
import { openCabinetWriters } from './cabinet-writers.ts'
import type { CabinetWriters } from './cabinet-writers.ts'
import { ConnectedCabinets } from './connected-cabinets.ts'
import { cabinetRateLimit, openRate } from './rate.ts'
import type { RateLimit } from './rate.ts'
import type { CabinetEvent } from '../../events/schema/cabinet-facts.ts'
import type { CabinetId } from '../../events/ids.ts'
import { openTokens } from './tokens.ts'
import type { CabinetByToken } from './tokens.ts'

export type IntakeOptions = {
  log: Log
  cabinetByToken: CabinetByToken
  /** where cards are known; without it nobody signs in here */
  store?: Store
  /** differs between intakes that run at once, stays over restarts */
  name?: string
  /** messages a cabinet may send */
  pace?: RateLimit
  comeBackMs?: number
  /** sockets that have not shown a token yet: how many, and for how long */
  strangers?: { most: number; timeoutMs: number }
}

const defaultStrangers = { most: 200, timeoutMs: 60_000 }

const closing = { finishMs: 2_500, leaveMs: 500, lastFactsMs: 1_000 }

export function registerIntake(app: Web, options: IntakeOptions): void {
  const { log, name = 'intake', pace = cabinetRateLimit, comeBackMs } = options
  const { most, timeoutMs } = options.strangers ?? defaultStrangers
  const failed = (error: unknown) => app.log.warn({ err: error }, 'intake')
  const stop = new AbortController()
  // P9: facts are not written behind a log that differs from what the database has seen either.
  const gate = openGate(log)
  /** of practices: what they send is stored as any, and in no number */
  const simulated = new Set<CabinetId>()
  const { pairOfCabinet } = log
  const allowed = (cabinet: CabinetId) => gate.open({ cabinet })
  const guarded = { pairOfCabinet, appendFacts: counted(log, simulated, allowed) }
  const lanes = openCabinetWriters({ log: guarded, signal: stop.signal, pace, failed })
  const connected = new ConnectedCabinets({
    name,
    log,
    comeBackMs,
    failed,
    say: (cabinet, event, stored) =>
      lanes.take(cabinet, event, 0, stored && { stored: () => stored() }),
  })
  if (options.store) openSignIns(app, { log, store: options.store, lanes })
  const endImports = takeImports(log, lanes)
  const tokens = openTokens(notingPractices(options.cabinetByToken, simulated))
  const clients = new Map<WebSocket, Client>()
  const size = () => [...clients.values()].filter((client) => client.isBeside(simulated)).length
  const endStatus = answerCount(log, 'status.intake', ['clients', size])
  const endGauge = gauge('waggle_cabinet_clients', () => [[{}, size()]])
  const alive = startHeartbeat(() => clients.keys(), lanes.forgetUnused)

  const isStranger = (client: Client) => !client.isKnown()
  // P15: a token comes with the first message; until then a socket is nobody's.
  async function admit(): Promise<void> {
    if ([...clients.values()].filter(isStranger).length < most) return
    throw tryAgain('Too many clients that have not shown a token. Come again.')
  }
  const config = { access: 'uploadFacts' } as const
  const route = { websocket: true, config, preValidation: admit } as const
  app.get('/ws/stats_listener/v3', route, (socket, request) => {
    // The HTTP server closes its sockets at once; these have to be served to the end first.
    app.websocketServer.clients.delete(socket)
    const rate = openRate(pace)
    const wire = request.socket
    const client = new Client({ socket, tokens, lanes, connected, rate, wire, failed })
    clients.set(socket, client)
    const patience = setTimeout(() => {
      if (isStranger(client)) socket.close(1008, 'no token came')
    }, timeoutMs)
    socket.on('close', () => {
      clearTimeout(patience)
      clients.delete(socket)
    })
  })

  app.addHook('onReady', () => connected.start().catch(failed))
  // P21: what was taken is stored and acknowledged before the sockets are told to go.
  app.addHook('preClose', async () => {
    clearInterval(alive)
    const taken = Promise.all([...clients.values()].map((client) => client.finish()))
    await within(closing.finishMs, taken.then(lanes.idle))
    const left = Promise.all([...clients.keys()].map(dismiss))
    await within(closing.leaveMs, left)
    for (const socket of clients.keys()) socket.terminate()
    await within(closing.lastFactsMs, connected.settled().then(lanes.idle))
    connected.stop()
    for (const end of [endImports, endStatus, endGauge]) end()
    gate.close()
    stop.abort()
  })
}

function notingPractices(find: CabinetByToken, simulated: Set<CabinetId>): CabinetByToken {
  return async (named) => {
    const found = await find(named)
    if (found?.isPractice) simulated.add(found.id)
    return found
  }
}

function counted(
  log: Log,
  simulated: ReadonlySet<CabinetId>,
  allowed: (cabinet: CabinetId) => Promise<void>,
): Log['appendFacts'] {
  return async (facts) => {
    await allowed(facts.cabinet)
    const seq = await log.appendFacts(facts)
    if (!simulated.has(facts.cabinet)) {
      count('waggle_cabinet_events_total', {}, facts.events.length)
    }
    return seq
  }
}

/** Events of games that were played elsewhere: one intake stores them, as what cabinets say. */
function takeImports(log: Log, lanes: Pick<CabinetWriters, 'take'>): () => void {
  const store = async (message: unknown) => {
    const { cabinet, events } = message as { cabinet: CabinetId; events: CabinetEvent[] }
    const stored = events.map(
      (event) =>
        new Promise<void>((resolve) => lanes.take(cabinet, event, 0, { stored: () => resolve() })),
    )
    await Promise.all(stored)
    return { stored: events.length }
  }
  return log.answer('intake.import', store, 'intake')
}

type SigningIn = { log: Log; store: Store; lanes: ReturnType<typeof openCabinetWriters> }

function openSignIns(app: Web, { log, store, lanes }: SigningIn): void {
  const say = (cabinet: CabinetId, event: CabinetEvent) =>
    new Promise<void>((resolve) => lanes.take(cabinet, event, 0, { stored: () => resolve() }))
  const options = { log, store, say }
  signInRoutes(app, options)
  codeSignInRoutes(app, options)
  signOutIdle(app, options)
}

function dismiss(socket: WebSocket): Promise<unknown> {
  const gone = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  socket.close(1001, 'going away: connect again')
  return gone
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work.catch(() => {}), timeout])
  clearTimeout(timer)
}

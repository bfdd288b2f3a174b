// Receives events of cabinet clients: validates them, checks the token, stores them unchanged in
// the log, then acknowledges them. Decides nothing.
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { openGate } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import type { Web } from '../web/index.ts'
import type { Store } from '../store/index.ts'
import { replyWithCount, count, gauge } from '../telemetry/index.ts'
import { signInRoutes } from './sign-in.ts'
import { codeSignInRoutes } from './code-sign-in.ts'
import { signOutIdle } from './idle-sign-out.ts'
import { startHeartbeat } from './heartbeat.ts'
import { Client } from './client.ts'
import { openCabinetWriters } from './cabinet-writers.ts'
import type { CabinetWriters } from './cabinet-writers.ts'
import { ConnectedCabinets } from './connected-cabinets.ts'
import { defaultCabinetRateLimit, openTokenBucket } from './rate.ts'
import type { RateLimit } from './rate.ts'
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import type { CabinetId } from '#events/ids.ts'
import { openTokens } from './tokens.ts'
import type { CabinetByToken, Tokens } from './tokens.ts'
import { defaultUnauthenticated, UnauthenticatedSockets } from './unauthenticated-sockets.ts'
import type { UnauthenticatedLimits } from './unauthenticated-sockets.ts'

export type IntakeOptions = {
  log: Log
  cabinetByToken: CabinetByToken
  /** needed for sign-ins; without it there are no sign-in routes */
  store?: Store
  /** unique among running intakes, and the same after a restart */
  name?: string
  /** rate limit of a cabinet's messages */
  rateLimit?: RateLimit
  comeBackMs?: number
  unauthenticated?: UnauthenticatedLimits
}

const closing = { finishMs: 2_500, leaveMs: 500, lastFactsMs: 1_000 }

export function registerIntake(app: Web, options: IntakeOptions): void {
  const { log, name = 'intake', rateLimit = defaultCabinetRateLimit, comeBackMs } = options
  const onError = (error: unknown) => app.logError('intake', error)
  const stop = new AbortController()
  // P9: facts are not appended either while log and witness differ.
  const gate = openGate(log)
  /** cabinets of practices: their events are stored, but not counted in metrics */
  const simulated = new Set<CabinetId>()
  const { pairOfCabinet } = log
  const checkGate = (cabinet: CabinetId) => gate.open({ cabinet })
  const guardedLog = { pairOfCabinet, appendFacts: countingAppend(log, simulated, checkGate) }
  const writers = openCabinetWriters({ log: guardedLog, signal: stop.signal, rateLimit, onError })
  const connected = new ConnectedCabinets({
    name,
    log,
    comeBackMs,
    onError,
    record: (cabinet, event, stored) =>
      writers.take(cabinet, event, 0, stored && { stored: () => stored() }),
  })
  if (options.store) openSignIns(app, { log, store: options.store, writers })
  const tokens = openTokens(trackingPractices(options.cabinetByToken, simulated))
  const clients = new Map<WebSocket, Client>()
  const ends = [
    answerImports(log, writers),
    followRenewals(log, tokens, clients),
    reportClients(log, clients, simulated),
  ]
  const heartbeat = startHeartbeat(() => clients.keys(), writers.forgetUnused)

  // A client sends its token with the first message; until then it is unauthenticated.
  const unauthenticated = new UnauthenticatedSockets(
    options.unauthenticated ?? defaultUnauthenticated,
  )
  const route = { websocket: true, config: { access: 'uploadFacts' } } as const
  app.get('/ws/stats_listener/v3', route, (socket, request) => {
    // The HTTP server closes its sockets immediately; these have to finish first.
    app.websocketServer.clients.delete(socket)
    const rate = openTokenBucket(rateLimit)
    const wire = request.socket
    const client = new Client({ socket, tokens, writers, connected, rate, wire, onError })
    clients.set(socket, client)
    unauthenticated.enter(socket, client, request.ip)
    socket.on('close', () => clients.delete(socket))
  })

  app.addHook('onReady', () => connected.start().catch(onError))
  // P21: accepted events are stored and acknowledged before the sockets are closed.
  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    const finished = Promise.all([...clients.values()].map((client) => client.finish()))
    await within(closing.finishMs, finished.then(writers.idle))
    const closed = Promise.all([...clients.keys()].map(dismiss))
    await within(closing.leaveMs, closed)
    for (const socket of clients.keys()) socket.terminate()
    await within(closing.lastFactsMs, connected.settled().then(writers.idle))
    connected.stop()
    for (const end of ends) end()
    gate.close()
    stop.abort()
  })
}

function reportClients(
  log: Log,
  clients: ReadonlyMap<WebSocket, Client>,
  simulated: ReadonlySet<CabinetId>,
): () => void {
  const size = () => [...clients.values()].filter((client) => client.hasOtherThan(simulated)).length
  const endStatus = replyWithCount(log, 'status.intake', ['clients', size])
  const endGauge = gauge('waggle_cabinet_clients', () => [[{}, size()]])
  return () => {
    endStatus()
    endGauge()
  }
}

/** A renewed token replaces the old one at all intakes, also on open sockets (R-PE-3). */
function followRenewals(
  log: Pick<Log, 'subscribe' | 'onReconnect'>,
  tokens: Tokens,
  clients: ReadonlyMap<WebSocket, Client>,
): () => void {
  const endMessages = log.subscribe('intake.token', (message) => {
    const { cabinet } = message as { cabinet: CabinetId }
    tokens.renewed(cabinet)
    for (const client of clients.values()) void client.recheck(cabinet)
  })
  const endReconnects = log.onReconnect(() => tokens.expire())
  return () => {
    endMessages()
    endReconnects()
  }
}

function trackingPractices(find: CabinetByToken, simulated: Set<CabinetId>): CabinetByToken {
  return async (credentials) => {
    const cabinet = await find(credentials)
    if (cabinet?.isPractice) simulated.add(cabinet.id)
    return cabinet
  }
}

function countingAppend(
  log: Log,
  simulated: ReadonlySet<CabinetId>,
  checkGate: (cabinet: CabinetId) => Promise<void>,
): Log['appendFacts'] {
  return async (facts) => {
    await checkGate(facts.cabinet)
    const seq = await log.appendFacts(facts)
    if (!simulated.has(facts.cabinet)) {
      count('waggle_cabinet_events_total', {}, facts.events.length)
    }
    return seq
  }
}

/** Stores events of imported games like those of cabinets; only one intake handles each request. */
function answerImports(log: Log, writers: Pick<CabinetWriters, 'take'>): () => void {
  const store = async (message: unknown) => {
    const { cabinet, events } = message as { cabinet: CabinetId; events: CabinetEvent[] }
    const stored = events.map(
      (event) =>
        new Promise<void>((resolve) =>
          writers.take(cabinet, event, 0, { stored: () => resolve() }),
        ),
    )
    await Promise.all(stored)
    return { stored: events.length }
  }
  return log.answer('intake.import', store, 'intake')
}

type SignInContext = { log: Log; store: Store; writers: ReturnType<typeof openCabinetWriters> }

function openSignIns(app: Web, { log, store, writers }: SignInContext): void {
  const storeFact = (cabinet: CabinetId, event: CabinetEvent) =>
    new Promise<void>((resolve) => writers.take(cabinet, event, 0, { stored: () => resolve() }))
  const options = { log, store, storeFact }
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
  await Promise.race([work.catch(() => {}), sleep(ms, undefined, { ref: false })])
}

// Sends frames to sockets: catches a viewer up, cuts over and goes live. A slow viewer never slows
// down another.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { LiveCabinet, TimeAnswer } from '#events/view/frames.ts'
import type { Log } from '../log/index.ts'
import { publishedOf } from '../store/estimates.ts'
import type { Store } from '../store/index.ts'
import { replyWithCount, gauge } from '../telemetry/index.ts'
import { tryAgain } from '../web/index.ts'
import type { Web } from '../web/index.ts'
import type { Viewer } from './socket/viewer.ts'
import { Viewers } from './socket/viewers.ts'
import { openEstimates } from './tournament/estimates.ts'
import { openEventRelay } from './cabinet/event-relay.ts'
import { Gamestate } from './cabinet/gamestate.ts'
import type { Message } from './cabinet/match-watch.ts'
import { openSignIns } from './cabinet/sign-ins.ts'
import { openActiveMatches } from './tournament/active-matches.ts'
import { openIngame } from './cabinet/ingame.ts'
import { openLiveCabinets } from './tournament/live-cabinets.ts'
import { Relay } from './tournament/relay.ts'
import { registerEvents } from './sse/route.ts'
import { CabinetRequest, readRequests, RelayRequest, SceneRequest } from './socket/requests.ts'
import { liveCabinets, activeMatchesOn } from './tournament/source.ts'
import { encode } from './socket/encode.ts'

type Stoppable = { stop(): void }
/** `maxPerAddress` is more than the phones of a venue, which share an address. */
export type FanoutOptions = { store: Store; log: Log; maxViewers?: number; maxPerAddress?: number }

/**
 * A client that has not subscribed after this delay gets complete objects (wire 3.3), or the stats of
 * all cabinets.
 */
const silenceMs = 1_000
const timeAnswer = (sent: number) =>
  encode({ type: 'time', sent, at: new Date().toISOString() } satisfies TimeAnswer)
const CabinetNames = z.object({ scene: z.string().max(100), cabinet: z.string().max(100) })
const Tournament = z.object({ id: z.coerce.number().int().positive() })

/** Shared dependencies of the sockets of both APIs. */
export function openContext(app: Web, options: FanoutOptions) {
  const { store, log, maxViewers = 20_000, maxPerAddress = 2_000 } = options
  const onError = (error: unknown) => app.log.warn({ err: error }, 'fanout')
  const live = openLiveCabinets(log, (cabinets) => liveCabinets(store, cabinets))
  const estimates = openEstimates(log, async (tournament) => {
    return (await publishedOf(store, tournament))?.estimates ?? null
  })
  const activeMatches = openActiveMatches(
    log,
    (cabinets) => activeMatchesOn(store, cabinets),
    onError,
  )
  const viewers = new Viewers()
  const viewerCounters: { size(): number }[] = [viewers]
  const size = () => viewerCounters.reduce((sum, counter) => sum + counter.size(), 0)
  const metrics = [
    replyWithCount(log, 'status.fanout', ['viewers', size]),
    gauge('waggle_viewers', () => [[{}, size()]]),
  ]

  // P15: checked before the socket is opened.
  async function admit({ ip }: { ip: string }): Promise<void> {
    if (size() < maxViewers && viewers.from(ip) < maxPerAddress) return
    throw tryAgain('Too many viewers right now. Try again in a moment.')
  }
  const closeForRetry = (viewer: Viewer) => (error: unknown) => {
    onError(error)
    viewer.close(1013, 'try again later')
  }
  const watch = { websocket: true, config: { access: 'watch' }, preValidation: admit } as const
  return {
    live,
    estimates,
    activeMatches,
    viewers,
    watch,
    admit,
    /** counters of viewers, including those without a socket */
    viewerCounters,
    onError,
    closeForRetry,
    /** The HTTP server asks the sockets to reconnect; then all subscriptions are ended (P21). */
    stopWith(others: Stoppable[]): void {
      app.addHook('preClose', async () => {
        for (const close of metrics) close()
        for (const service of [viewers, ...others, live, estimates, activeMatches]) service.stop()
      })
    },
  }
}

type FanoutContext = ReturnType<typeof openContext>

type Formats = {
  gamestate(message: Message): object
  signIns(message: object): object
  ingame(cabinet: LiveCabinet): object | undefined
}

/**
 * Serves the sockets of cabinets. The compatibility API has its own formats, ignores invalid
 * messages, and subscribes a client that stays silent to the stats of all cabinets.
 */
export function serveCabinets(
  app: Web,
  { live, onError, closeForRetry, viewers, watch }: FanoutContext,
  { store, log }: FanoutOptions,
  formats?: Formats,
): Stoppable[] {
  const gamestate = new Gamestate({ store, log, live, onError, format: formats?.gamestate })
  const signIns = openSignIns({ store, log, onError, format: formats?.signIns })
  const ingame = openIngame(log, live, formats?.ingame)
  const events = openEventRelay({ store, log })
  const isSilent = formats !== undefined

  const schema = { params: CabinetNames }
  app.get('/ws/event-relay/:scene/:cabinet', { ...watch, schema }, (socket, request) => {
    const viewer = viewers.enter(socket, request, () => events.remove(viewer))
    events.add(viewer, request.params).then((exists) => {
      if (!exists) viewer.close(1008, 'not found')
    }, closeForRetry(viewer))
  })

  app.get('/ws/gamestate', watch, (socket, request) => {
    const viewer = viewers.enter(socket, request, () => gamestate.remove(viewer))
    gamestate.add(viewer)
    readRequests({ socket, viewer, shape: SceneRequest, isSilent }, (filter) =>
      gamestate.narrow(viewer, filter),
    )
  })

  app.get('/ws/signin', watch, (socket, request) => {
    const viewer = viewers.enter(socket, request, () => signIns.remove(viewer))
    signIns.add(viewer)
  })

  app.get('/ws/ingame_stats', watch, (socket, request) => {
    const viewer = viewers.enter(socket, request, () => {
      clearTimeout(silenceTimer)
      ingame.remove(viewer)
    })
    const subscribeAll = () => ingame.subscribeAll(viewer)
    const silenceTimer = formats && setTimeout(subscribeAll, silenceMs)
    readRequests({ socket, viewer, shape: CabinetRequest, isSilent }, ({ type, cabinetId }) => {
      clearTimeout(silenceTimer)
      if (type === 'unsubscribe') ingame.unsubscribe(viewer, cabinetId)
      else ingame.subscribe(viewer, cabinetId).catch(onError)
    })
  })

  return [gamestate, signIns, ingame, events]
}

/**
 * Reads the version of a tournament before the socket opens, so that a viewer who never subscribes
 * gets every change since it has connected.
 */
export function relayRoute(relay: Relay, { watch }: FanoutContext) {
  const remembered = new WeakMap<object, number | null>()
  async function preHandler(request: FastifyRequest<{ Params: { id: number } }>): Promise<void> {
    remembered.set(request, await relay.versionOf(request.params.id))
  }
  return {
    route: { ...watch, schema: { params: Tournament }, preHandler },
    versionAtConnect: (request: object) => remembered.get(request) ?? null,
  }
}

export function registerFanout(app: Web, options: FanoutOptions): void {
  const { store, log } = options
  const context = openContext(app, options)
  const { closeForRetry, viewers } = context
  const relay = new Relay({ ...context, store, log })
  const { route, versionAtConnect } = relayRoute(relay, context)
  app.get('/ws/tournament-relay/:id', route, (socket, request) => {
    const { id } = request.params
    const viewer = viewers.enter(socket, request, () => {
      clearTimeout(silenceTimer)
      relay.leave(id, viewer)
    })
    const silenceTimer = setTimeout(() => {
      relay.followObjects(id, viewer, versionAtConnect(request)).catch(closeForRetry(viewer))
    }, silenceMs)
    let queue = Promise.resolve()
    readRequests({ socket, viewer, shape: RelayRequest }, (message) => {
      if (message.type === 'time') return viewer.send(timeAnswer(message.sent))
      clearTimeout(silenceTimer)
      queue = queue.then(() => relay.follow(id, viewer, message)).catch(closeForRetry(viewer))
    })
  })

  const cabinets = serveCabinets(app, context, options)
  const streams = registerEvents(app, { relay, store, admit: context.admit })
  context.viewerCounters.push(streams)
  context.stopWith([streams, relay, ...cabinets])
}

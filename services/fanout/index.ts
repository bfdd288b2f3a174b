// Sends frames to sockets: catches a viewer up, cuts over and goes live. A slow viewer never slows
// down another.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { TimeAnswer } from '../../events/view/frames.ts'
import type { Log } from '../log/index.ts'
import { publishedOf } from '../store/estimates.ts'
import type { Store } from '../store/index.ts'
import { answerCount, gauge } from '../telemetry/index.ts'
import { tryAgain } from '../web/index.ts'
import type { Web } from '../web/index.ts'
import type { Viewer } from './socket/viewer.ts'
import { Viewers } from './socket/viewers.ts'
import { openEstimates } from './tournament/estimates.ts'
import { openEventRelay } from './cabinet/event-relay.ts'
import { Gamestate } from './cabinet/gamestate.ts'
import { openSignIns } from './cabinet/sign-ins.ts'
import { openActiveMatches } from './tournament/active-matches.ts'
import { openIngame } from './cabinet/ingame.ts'
import { openLiveCabinets } from './tournament/live-cabinets.ts'
import { Relay } from './tournament/relay.ts'
import { registerEvents } from './stream/route.ts'
import { CabinetRequest, readRequests, RelayRequest, SceneRequest } from './socket/requests.ts'
import { liveCabinets, matchesOn } from './tournament/source.ts'
import { encode } from './socket/encode.ts'

/** `maxPerAddress` is more than the phones of a venue, which share an address. */
export type FanoutOptions = { store: Store; log: Log; maxViewers?: number; maxPerAddress?: number }

/** A client that has not subscribed after this delay gets legacy messages (wire 3.3). */
const silenceMs = 1_000
const timeAnswer = (sent: number) =>
  encode({ type: 'time', sent, at: new Date().toISOString() } satisfies TimeAnswer)
const CabinetNames = z.object({ scene: z.string().max(100), cabinet: z.string().max(100) })
export const Tournament = z.object({ id: z.coerce.number().int().positive() })

/** Shared dependencies of the sockets of both APIs. */
export function openContext(app: Web, options: FanoutOptions) {
  const { store, log, maxViewers = 20_000, maxPerAddress = 2_000 } = options
  const onError = (error: unknown) => app.log.warn({ err: error }, 'fanout')
  const live = openLiveCabinets(log, (cabinets) => liveCabinets(store, cabinets))
  const estimates = openEstimates(log, async (tournament) => {
    return (await publishedOf(store, tournament))?.estimates ?? null
  })
  const inUse = openActiveMatches(log, (cabinets) => matchesOn(store, cabinets), onError)
  const viewers = new Viewers()
  const viewerCounters: { size(): number }[] = [viewers]
  const size = () => viewerCounters.reduce((sum, counter) => sum + counter.size(), 0)
  const metrics = [
    answerCount(log, 'status.fanout', ['viewers', size]),
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
  type Stoppable = { stop(): void }
  return {
    live,
    estimates,
    inUse,
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
        for (const service of [viewers, ...others, live, estimates, inUse]) service.stop()
      })
    },
  }
}

type FanoutContext = ReturnType<typeof openContext>

/** Serves the live events of a cabinet, which is addressed by scene and cabinet name. */
export function serveEvents(
  app: Web,
  { viewers, watch, closeForRetry }: FanoutContext,
  { store, log }: FanoutOptions,
) {
  const events = openEventRelay({ store, log })
  const schema = { params: CabinetNames }
  app.get('/ws/event-relay/:scene/:cabinet', { ...watch, schema }, (socket, request) => {
    const viewer = viewers.enter(socket, request, () => events.remove(viewer))
    events.add(viewer, request.params).then((exists) => {
      if (!exists) viewer.close(1008, 'not found')
    }, closeForRetry(viewer))
  })
  return events
}

/**
 * Reads the version of a tournament before the socket opens, so that a viewer who never subscribes
 * gets every change since it has connected.
 */
export function rememberVersions(relay: Relay) {
  const remembered = new WeakMap<object, number | null>()
  return {
    async preHandler(request: FastifyRequest<{ Params: { id: number } }>): Promise<void> {
      remembered.set(request, await relay.versionOf(request.params.id))
    },
    versionAtConnect: (request: object) => remembered.get(request) ?? null,
  }
}

export function registerFanout(app: Web, options: FanoutOptions): void {
  const { store, log } = options
  const context = openContext(app, options)
  const { live, onError, closeForRetry, viewers, watch } = context
  const relay = new Relay({ ...context, store, log })
  const gamestate = new Gamestate({ store, log, live, onError })
  const signIns = openSignIns({ store, log, onError })
  const ingame = openIngame(live)
  const events = serveEvents(app, context, options)
  const tournamentRoute = { ...watch, schema: { params: Tournament } }

  const { preHandler, versionAtConnect } = rememberVersions(relay)
  const relayRoute = { ...tournamentRoute, preHandler }
  app.get('/ws/tournament-relay/:id', relayRoute, (socket, request) => {
    const { id } = request.params
    const viewer = viewers.enter(socket, request, () => {
      clearTimeout(silenceTimer)
      relay.leave(id, viewer)
    })
    const silenceTimer = setTimeout(() => {
      relay.followLegacy(id, viewer, versionAtConnect(request)).catch(closeForRetry(viewer))
    }, silenceMs)
    let queue = Promise.resolve()
    readRequests({ socket, viewer, shape: RelayRequest }, (message) => {
      if (message.type === 'time') return viewer.send(timeAnswer(message.sent))
      clearTimeout(silenceTimer)
      queue = queue.then(() => relay.follow(id, viewer, message)).catch(closeForRetry(viewer))
    })
  })

  app.get('/ws/gamestate', watch, (socket, request) => {
    const viewer = viewers.enter(socket, request, () => gamestate.remove(viewer))
    gamestate.add(viewer)
    readRequests({ socket, viewer, shape: SceneRequest }, (filter) =>
      gamestate.narrow(viewer, filter),
    )
  })

  app.get('/ws/signin', watch, (socket, request) => {
    const viewer = viewers.enter(socket, request, () => signIns.remove(viewer))
    signIns.add(viewer)
  })

  app.get('/ws/ingame_stats', watch, (socket, request) => {
    const viewer = viewers.enter(socket, request, () => ingame.remove(viewer))
    readRequests({ socket, viewer, shape: CabinetRequest }, ({ type, cabinetId }) => {
      if (type === 'unsubscribe') ingame.unsubscribe(viewer, cabinetId)
      else ingame.subscribe(viewer, cabinetId).catch(onError)
    })
  })

  const streams = registerEvents(app, { relay, store, admit: context.admit })
  context.viewerCounters.push(streams)
  context.stopWith([streams, relay, gamestate, signIns, ingame, events])
}

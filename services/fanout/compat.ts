// The sockets of the compatibility API. They send without a subscription, and honour the filters
// of clients that do subscribe.
import { snakeKeys } from '../compat/casing.ts'
import { gamestateForCompat, ingameForCompat, relayedForCompat } from '../compat/messages.ts'
import type { Web } from '../web/index.ts'
import { Gamestate } from './cabinet/gamestate.ts'
import { openSignIns } from './cabinet/sign-ins.ts'
import { openIngame } from './cabinet/ingame.ts'
import { openContext, rememberVersions, serveEvents, Tournament } from './index.ts'
import type { FanoutOptions } from './index.ts'
import { CabinetRequest, readRequests, SceneRequest } from './socket/requests.ts'
import { Relay } from './tournament/relay.ts'

/**
 * A client that names a cabinet does so immediately. After this delay a silent client is subscribed
 * to all cabinets.
 */
const silenceMs = 1_000
const inSnakeCase = (message: object) => snakeKeys(message) as object

export function registerCompatSockets(app: Web, options: FanoutOptions): void {
  const { store, log } = options
  const context = openContext(app, options)
  const { live, onError, closeForRetry, viewers, watch } = context
  const relay = new Relay({ ...context, store, log, format: relayedForCompat(store) })
  const gamestate = new Gamestate({ store, log, live, onError, format: gamestateForCompat })
  const signIns = openSignIns({ store, log, onError, format: inSnakeCase })
  const ingame = openIngame(live, ingameForCompat)
  const events = serveEvents(app, context, options)

  const { preHandler, versionAtConnect } = rememberVersions(relay)
  const relayRoute = { ...watch, schema: { params: Tournament }, preHandler }
  app.get('/ws/tournament-relay/:id', relayRoute, (socket, request) => {
    const { id } = request.params
    const viewer = viewers.enter(socket, request, () => relay.leave(id, viewer))
    relay.followLegacy(id, viewer, versionAtConnect(request)).catch(closeForRetry(viewer))
  })

  app.get('/ws/gamestate', watch, (socket, request) => {
    const viewer = viewers.enter(socket, request, () => gamestate.remove(viewer))
    gamestate.add(viewer)
    const shape = SceneRequest
    readRequests({ socket, viewer, shape, isSilent: true }, (filter) =>
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
    const silenceTimer = setTimeout(() => ingame.subscribeAll(viewer), silenceMs)
    const shape = CabinetRequest
    readRequests({ socket, viewer, shape, isSilent: true }, ({ type, cabinetId }) => {
      clearTimeout(silenceTimer)
      if (type === 'unsubscribe') ingame.unsubscribe(viewer, cabinetId)
      else ingame.subscribe(viewer, cabinetId).catch(onError)
    })
  })

  context.stopWith([relay, gamestate, signIns, ingame, events])
}

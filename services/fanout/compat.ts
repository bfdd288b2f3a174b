// The sockets of the compatibility API. They send without a subscription, and honour the filters
// of clients that do subscribe.
import { snakeKeys } from '../compat/casing.ts'
import { gamestateForCompat, ingameForCompat, relayedForCompat } from '../compat/messages.ts'
import type { Web } from '../web/index.ts'
import { openContext, relayRoute, serveCabinets } from './index.ts'
import type { FanoutOptions } from './index.ts'
import { Relay } from './tournament/relay.ts'

const formats = {
  gamestate: gamestateForCompat,
  signIns: (message: object) => snakeKeys(message) as object,
  ingame: ingameForCompat,
}

export function registerCompatSockets(app: Web, options: FanoutOptions): void {
  const { store, log } = options
  const context = openContext(app, options)
  const { closeForRetry, viewers } = context
  const relay = new Relay({ ...context, store, log, format: relayedForCompat(store) })
  const { route, versionAtConnect } = relayRoute(relay, context)
  app.get('/ws/tournament-relay/:id', route, (socket, request) => {
    const { id } = request.params
    const viewer = viewers.enter(socket, request, () => relay.leave(id, viewer))
    relay.followObjects(id, viewer, versionAtConnect(request)).catch(closeForRetry(viewer))
  })
  context.stopWith([relay, ...serveCabinets(app, context, options, formats)])
}

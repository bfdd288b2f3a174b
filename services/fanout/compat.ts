// The sockets of the compatibility API: they speak without being asked, and heed who does ask.
import { snakeKeys } from '../compat/casing.ts'
import { gamestateForCompat, ingameForCompat, relayedForCompat } from '../compat/messages.ts'
import type { Web } from '../web/index.ts'
import { Gamestate } from './cabinet/gamestate.ts'
import { openSignIns } from './cabinet/sign-ins.ts'
import { openIngame } from './cabinet/ingame.ts'
import { openParts, serveEvents, Tournament } from './index.ts'
import type { FanoutOptions } from './index.ts'
import { CabinetRequest, readRequests, SceneRequest } from './socket/requests.ts'
import { Relay } from './tournament/relay.ts'

/** Who names a cabinet does so at once; whoever has not by then gets all. */
const silentMs = 1_000
const inSnakeCase = (message: object) => snakeKeys(message) as object

export function registerCompatSockets(app: Web, options: FanoutOptions): void {
  const { store, log } = options
  const parts = openParts(app, options)
  const { live, failed, viewers, watch } = parts
  const relay = new Relay({ ...parts, store, log, format: relayedForCompat(store) })
  const gamestate = new Gamestate({ store, log, live, failed, format: gamestateForCompat })
  const signIns = openSignIns({ store, log, failed, format: inSnakeCase })
  const ingame = openIngame(live, ingameForCompat)
  const events = serveEvents(app, parts, options)

  app.get(
    '/ws/tournament-relay/:id',
    { ...watch, schema: { params: Tournament } },
    (socket, request) => {
      const { id } = request.params
      const viewer = viewers.enter(socket, request, () => relay.leave(id, viewer))
      relay.followPlain(id, viewer).catch((error: unknown) => {
        failed(error)
        viewer.close(1013, 'come again')
      })
    },
  )

  app.get('/ws/gamestate', watch, (socket, request) => {
    const viewer = viewers.enter(socket, request, () => gamestate.remove(viewer))
    gamestate.add(viewer)
    const shape = SceneRequest
    readRequests({ socket, viewer, shape, isSilent: true }, (to) => gamestate.narrow(viewer, to))
  })

  app.get('/ws/signin', watch, (socket, request) => {
    const viewer = viewers.enter(socket, request, () => signIns.remove(viewer))
    signIns.add(viewer)
  })

  app.get('/ws/ingame_stats', watch, (socket, request) => {
    const viewer = viewers.enter(socket, request, () => {
      clearTimeout(silent)
      ingame.remove(viewer)
    })
    const silent = setTimeout(() => ingame.subscribeAll(viewer), silentMs)
    const shape = CabinetRequest
    readRequests({ socket, viewer, shape, isSilent: true }, ({ type, cabinetId }) => {
      clearTimeout(silent)
      if (type === 'unsubscribe') ingame.unsubscribe(viewer, cabinetId)
      else ingame.subscribe(viewer, cabinetId).catch(failed)
    })
  })

  parts.stopWith([relay, gamestate, signIns, ingame, events])
}

// Frames to sockets: catch up, cut over, live. A slow viewer never slows another.
import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import type { Log } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { tryAgain } from '../web/index.ts'
import type { Web } from '../web/index.ts'
import { openGamestate } from './gamestate.ts'
import { openIngame } from './ingame.ts'
import { openLive } from './live.ts'
import { openRelay } from './relay.ts'
import { CabinetRequest, readRequests, SceneRequest, Subscribe } from './requests.ts'
import { liveCabinets } from './source.ts'
import { openViewer } from './viewer.ts'
import type { Viewer } from './viewer.ts'

export type FanoutOptions = { store: Store; log: Log; maxViewers?: number }

/** Who did not subscribe by then gets the specification's messages. */
const silentMs = 1_000
const pingEveryMs = 30_000
const Tournament = z.object({ id: z.coerce.number().int().positive() })

export function registerFanout(app: Web, { store, log, maxViewers = 20_000 }: FanoutOptions): void {
  const failed = (error: unknown) => app.log.warn({ err: error }, 'fanout')
  const live = openLive(log, (cabinets) => liveCabinets(store, cabinets))
  const relay = openRelay({ store, log, live, failed })
  const gamestate = openGamestate({ store, log, live, failed })
  const ingame = openIngame(live)
  const sockets = new Map<WebSocket, { answered: boolean }>()
  const pings = setInterval(() => {
    for (const [socket, seen] of sockets) {
      if (!seen.answered) socket.terminate()
      seen.answered = false
      socket.ping()
    }
  }, pingEveryMs)

  // P15: refused before the socket is opened.
  async function admit(): Promise<void> {
    if (sockets.size >= maxViewers) throw tryAgain('Too many viewers just now. Come again.')
  }
  const route = { websocket: true, config: { access: 'watch' }, preValidation: admit } as const

  function enter(socket: WebSocket, request: FastifyRequest, left: (viewer: Viewer) => void): Viewer {
    const seen = { answered: true }
    sockets.set(socket, seen)
    socket.on('pong', () => {
      seen.answered = true
    })
    const viewer = openViewer(socket, request.raw.socket)
    socket.on('close', () => {
      sockets.delete(socket)
      left(viewer)
    })
    return viewer
  }

  app.get('/ws/tournament-relay/:id', { ...route, schema: { params: Tournament } }, (socket, request) => {
    const { id } = request.params
    const viewer = enter(socket, request, (gone) => {
      clearTimeout(silent)
      relay.leave(id, gone)
    })
    const away = (error: unknown) => {
      failed(error)
      viewer.close(1013, 'come again')
    }
    const silent = setTimeout(() => relay.followPlain(id, viewer).catch(away), silentMs)
    readRequests({ socket, viewer, shape: Subscribe }, ({ have }) => {
      clearTimeout(silent)
      relay.leave(id, viewer)
      relay.follow(id, viewer, have).catch(away)
    })
  })

  app.get('/ws/gamestate', route, (socket, request) => {
    const viewer = enter(socket, request, gamestate.remove)
    gamestate.add(viewer)
    readRequests({ socket, viewer, shape: SceneRequest }, (to) => gamestate.narrow(viewer, to))
  })

  app.get('/ws/ingame_stats', route, (socket, request) => {
    const viewer = enter(socket, request, ingame.remove)
    readRequests({ socket, viewer, shape: CabinetRequest }, ({ type, cabinetId }) => {
      if (type === 'unsubscribe') ingame.unsubscribe(viewer, cabinetId)
      else ingame.subscribe(viewer, cabinetId).catch(failed)
    })
  })

  // The door tells the sockets to come again; with nobody left nothing is followed (P21).
  app.addHook('preClose', async () => {
    clearInterval(pings)
    relay.stop()
    gamestate.stop()
    ingame.stop()
    live.stop()
  })
}

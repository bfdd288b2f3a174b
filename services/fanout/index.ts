// Frames to sockets: catch up, cut over, live. A slow viewer never slows another.
import { z } from 'zod'
import type { TimeAnswer } from '../../events/view/frames.ts'
import type { Log } from '../log/index.ts'
import { publishedOf } from '../store/estimates.ts'
import type { Store } from '../store/index.ts'
import { answerCount, gauge } from '../telemetry/index.ts'
import { tryAgain } from '../web/index.ts'
import type { Web } from '../web/index.ts'
import { Viewers } from './socket/viewers.ts'
import { openEstimates } from './tournament/estimates.ts'
import { openEventRelay } from './cabinet/event-relay.ts'
import { Gamestate } from './cabinet/gamestate.ts'
import { openSignIns } from './cabinet/sign-ins.ts'
import { openInUse } from './tournament/in-use.ts'
import { openIngame } from './cabinet/ingame.ts'
import { openLive } from './tournament/live-cabinets.ts'
import { Relay } from './tournament/relay.ts'
import { registerEvents } from './stream/route.ts'
import { CabinetRequest, readRequests, RelayRequest, SceneRequest } from './socket/requests.ts'
import { liveCabinets, matchesOn } from './tournament/source.ts'
import { encode } from './socket/encode.ts'

export type FanoutOptions = { store: Store; log: Log; maxViewers?: number }

/** Who did not subscribe by then gets whole objects (wire 3.3). */
const silentMs = 1_000
const timeAnswer = (sent: number) =>
  encode({ type: 'time', sent, at: new Date().toISOString() } satisfies TimeAnswer)
const Named = z.object({ scene: z.string().max(100), cabinet: z.string().max(100) })
export const Tournament = z.object({ id: z.coerce.number().int().positive() })

/** What the sockets of both APIs stand on. */
export function openParts(app: Web, { store, log, maxViewers = 20_000 }: FanoutOptions) {
  const failed = (error: unknown) => app.log.warn({ err: error }, 'fanout')
  const live = openLive(log, (cabinets) => liveCabinets(store, cabinets))
  const estimates = openEstimates(log, async (tournament) => {
    return (await publishedOf(store, tournament))?.estimates ?? null
  })
  const inUse = openInUse(log, (cabinets) => matchesOn(store, cabinets), failed)
  const viewers = new Viewers()
  const counted: { size(): number }[] = [viewers]
  const size = () => counted.reduce((sum, one) => sum + one.size(), 0)
  const ends = [
    answerCount(log, 'status.fanout', ['viewers', size]),
    gauge('waggle_viewers', () => [[{}, size()]]),
  ]

  // P15: refused before the socket is opened.
  async function admit(): Promise<void> {
    if (size() >= maxViewers) throw tryAgain('Too many viewers just now. Come again.')
  }
  const watch = { websocket: true, config: { access: 'watch' }, preValidation: admit } as const
  type Part = { stop(): void }
  return {
    live,
    estimates,
    inUse,
    viewers,
    watch,
    admit,
    /** those who watch by other means than sockets */
    counted,
    failed,
    /** The HTTP server tells the sockets to come again; with nobody left nothing is followed (P21). */
    stopWith(others: Part[]): void {
      app.addHook('preClose', async () => {
        for (const end of ends) end()
        for (const part of [viewers, ...others, live, estimates, inUse]) part.stop()
      })
    },
  }
}

type Parts = ReturnType<typeof openParts>

/** The events of a cabinet as they come in, by names. */
export function serveEvents(
  app: Web,
  { viewers, watch, failed }: Parts,
  { store, log }: FanoutOptions,
) {
  const events = openEventRelay({ store, log })
  const schema = { params: Named }
  app.get('/ws/event-relay/:scene/:cabinet', { ...watch, schema }, (socket, request) => {
    const viewer = viewers.enter(socket, request, () => events.remove(viewer))
    events.add(viewer, request.params).then(
      (isThere) => {
        if (!isThere) viewer.close(1008, 'not found')
      },
      (error: unknown) => {
        failed(error)
        viewer.close(1013, 'come again')
      },
    )
  })
  return events
}

export function registerFanout(app: Web, options: FanoutOptions): void {
  const { store, log } = options
  const parts = openParts(app, options)
  const { live, failed, viewers: audience, watch } = parts
  const relay = new Relay({ ...parts, store, log })
  const gamestate = new Gamestate({ store, log, live, failed })
  const signIns = openSignIns({ store, log, failed })
  const ingame = openIngame(live)
  const events = serveEvents(app, parts, options)
  const one = { ...watch, schema: { params: Tournament } }

  app.get('/ws/tournament-relay/:id', one, (socket, request) => {
    const { id } = request.params
    const viewer = audience.enter(socket, request, () => {
      clearTimeout(silent)
      relay.leave(id, viewer)
    })
    const away = (error: unknown) => {
      failed(error)
      viewer.close(1013, 'come again')
    }
    const silent = setTimeout(() => {
      relay.followPlain(id, viewer).catch(away)
    }, silentMs)
    let turn = Promise.resolve()
    readRequests({ socket, viewer, shape: RelayRequest }, (asked) => {
      if (asked.type === 'time') return viewer.send(timeAnswer(asked.sent))
      clearTimeout(silent)
      turn = turn.then(() => relay.follow(id, viewer, asked)).catch(away)
    })
  })

  app.get('/ws/gamestate', watch, (socket, request) => {
    const viewer = audience.enter(socket, request, () => gamestate.remove(viewer))
    gamestate.add(viewer)
    readRequests({ socket, viewer, shape: SceneRequest }, (to) => gamestate.narrow(viewer, to))
  })

  app.get('/ws/signin', watch, (socket, request) => {
    const viewer = audience.enter(socket, request, () => signIns.remove(viewer))
    signIns.add(viewer)
  })

  app.get('/ws/ingame_stats', watch, (socket, request) => {
    const viewer = audience.enter(socket, request, () => ingame.remove(viewer))
    readRequests({ socket, viewer, shape: CabinetRequest }, ({ type, cabinetId }) => {
      if (type === 'unsubscribe') ingame.unsubscribe(viewer, cabinetId)
      else ingame.subscribe(viewer, cabinetId).catch(failed)
    })
  })

  const streams = registerEvents(app, { relay, store, admit: parts.admit })
  parts.counted.push(streams)
  parts.stopWith([streams, relay, gamestate, signIns, ingame, events])
}

// The fan-out alone in a process, and a minimal implementation, to measure the cost of a live
// message.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import type { LiveCabinet } from '#events/view/frames.ts'
import { registerFanout } from '#services/fanout/index.ts'
import { openLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { fill } from '#services/projector/index.ts'
import { migrate, openStore } from '#services/store/index.ts'
import { createWeb } from '#services/web/index.ts'
import { cpuMs, heldBytes, serve } from './child.ts'
import { appendAll, evening } from './generated-season.ts'

const atOnce = 50
type Opening = { databaseUrl: string; natsUrl: string; streams: string }

const handlers = {
  /** Returns the address of a tournament's socket without the id at its end. */
  async open({ databaseUrl, natsUrl, streams, count }: Opening & { count: number }) {
    const store = await openStore({ url: databaseUrl, max: 6 })
    await migrate(store)
    const log = await openLog({ url: natsUrl, streams })
    for (let first = 1; first <= count; first += atOnce) {
      const some = Array.from({ length: Math.min(atOnce, count - first + 1) }, (_, i) => first + i)
      await Promise.all(some.map((id) => appendAll(log, evening(id, { cabinets: [id], upTo: 1 }))))
    }
    await fill({ log, store, schema: 'view', upTo: { tournament: await log.tail(), facts: 0 } })
    const web = await createWeb({ store, logger: false, requestsPerMinute: 0 })
    registerFanout(web, { store, log })
    const url = await web.listen({ host: '127.0.0.1', port: 0 })
    return `${url.replace('http', 'ws')}/ws/tournament-relay/`
  },
  openBare: async ({ natsUrl, streams }: Omit<Opening, 'databaseUrl'>) =>
    openBare(await openLog({ url: natsUrl, streams })),
  cpuMs,
  heldBytes,
}
export type FanoutAlone = typeof handlers
serve(handlers)

/** Sockets get the messages of the cabinet in their path: no rows, no access checks, no limits. */
async function openBare(log: Log): Promise<string> {
  const watching = new Map<number, WebSocket[]>()
  const server = createServer()
  new WebSocketServer({ server }).on('connection', (socket, { url = '' }) => {
    const cabinet = Number(url.slice(1))
    watching.set(cabinet, [...(watching.get(cabinet) ?? []), socket])
  })
  log.subscribe('live.*', (message) => {
    const cabinet = message as LiveCabinet
    const text = JSON.stringify({ type: 'live', cabinet })
    for (const socket of watching.get(cabinet.id) ?? []) socket.send(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

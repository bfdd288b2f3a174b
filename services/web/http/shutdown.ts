import type { FastifyInstance } from 'fastify'

const goneAway = 1001
const politeMs = 1_000
const wholeMs = 3_000
const lookEveryMs = 25

/** Viewers are told to come back elsewhere; one that does not hear it is cut off. */
export function goingAway(this: FastifyInstance, done: () => void): void {
  const { clients } = this.websocketServer
  for (const client of clients) client.close(goneAway, 'Restarting')
  setTimeout(() => clients.forEach((client) => client.terminate()), politeMs).unref()
  this.websocketServer.close()
  done()
}

/** Shutdown: no new requests are taken, those in flight are finished, all within 5 s (P21). */
export function closeInTime(web: FastifyInstance): void {
  web.addHook('preClose', async () => {
    const { server } = web
    if (!server.listening) return
    // A connection kept for more is of no use once its last answer is out.
    const look = setInterval(() => server.closeIdleConnections(), lookEveryMs)
    const cut = setTimeout(() => server.closeAllConnections(), wholeMs)
    server.once('close', () => {
      clearInterval(look)
      clearTimeout(cut)
    })
  })
}

/** Before a supervisor's five seconds are over (P21). */
const maxMs = 4_000

/**
 * On a signal to stop, a process finishes what it took and ends. One whose neighbours are away cannot
 * finish: what it holds is seen again by the next (P2), so it does not wait for them.
 */
export function onShutdown(stop: () => Promise<void>): void {
  const end = () => {
    // Also while it starts, where what it waits for never comes.
    process.exitCode = 0
    setTimeout(() => process.exit(0), maxMs).unref()
    void stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
}

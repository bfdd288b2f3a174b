import type { FastifyInstance } from 'fastify'

const goneAway = 1001
const socketTimeoutMs = 1_000
const drainTimeoutMs = 3_000
const checkEveryMs = 25

/** Asks all sockets to reconnect, and terminates those that do not close in time. */
export function closeSockets(this: FastifyInstance, done: () => void): void {
  const { clients } = this.websocketServer
  for (const client of clients) client.close(goneAway, 'Restarting')
  setTimeout(() => clients.forEach((client) => client.terminate()), socketTimeoutMs).unref()
  this.websocketServer.close()
  done()
}

/** On shutdown the server accepts no requests and finishes those in flight, within 5 s (P21). */
export function finishRequestsOnClose(web: FastifyInstance): void {
  web.addHook('preClose', async () => {
    const { server } = web
    if (!server.listening) return
    // Keep-alive connections are closed as soon as their last response is sent.
    const closeIdle = setInterval(() => server.closeIdleConnections(), checkEveryMs)
    const closeAll = setTimeout(() => server.closeAllConnections(), drainTimeoutMs)
    server.once('close', () => {
      clearInterval(closeIdle)
      clearTimeout(closeAll)
    })
  })
}

/** Less than the five seconds that a supervisor allows (P21). */
const maxMs = 4_000

/**
 * On a stop signal, a process finishes the work in progress and exits. If NATS or Postgres is
 * unavailable it cannot finish; it exits after a timeout, and the next process repeats the work
 * (P2).
 */
export function onShutdown(stop: () => Promise<void>): void {
  const end = () => {
    // Also applies during startup, when a dependency may never become available.
    process.exitCode = 0
    setTimeout(() => process.exit(0), maxMs).unref()
    void stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
}

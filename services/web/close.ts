import type { FastifyInstance } from 'fastify'

const goneAway = 1001
const politeMs = 1_000
const wholeMs = 4_000

/** Viewers are told to come back elsewhere; one that does not hear it is cut off. */
export function goingAway(this: FastifyInstance, done: () => void): void {
  const { clients } = this.websocketServer
  for (const client of clients) client.close(goneAway, 'Restarting')
  setTimeout(() => clients.forEach((client) => client.terminate()), politeMs).unref()
  this.websocketServer.close()
  done()
}

/** Told to stop: no more is taken, what was taken is finished, and all of it within 5 s (P21). */
export function closeInTime(web: FastifyInstance): void {
  web.addHook('preClose', async () => {
    setTimeout(() => web.server.closeAllConnections(), wholeMs).unref()
  })
}

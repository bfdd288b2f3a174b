import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/**
 * Below those that systems give to connections: a port that is looked up now and used in a moment would
 * else be taken by a connection of somebody else.
 */
const range = { from: 20_000, count: 12_000 }

/**
 * A loopback port nobody listens on right now. No other call gives it while this process lives, in any
 * process: what was stopped can start on it again, and a child has time to start.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = range.from + Math.floor(Math.random() * range.count)
    if ((await isFree(port)) && (await reserve(port))) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** By UDP's port of the same number, which nothing else here uses: the system frees it with the process. */
function reserve(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4').unref()
    socket.once('error', () => resolve(false))
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true))
  })
}

/** Starts something on `port`, or on a free one: then tried again when somebody else was faster. */
export async function onPort<Started>(
  port: number | undefined,
  start: (port: number) => Promise<Started>,
): Promise<Started> {
  if (port) return start(port)
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(await freePort())
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}

import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/**
 * Below the ephemeral port range: otherwise an outgoing connection could take the port between its
 * lookup and its use.
 */
const range = { from: 20_000, count: 12_000 }

/**
 * A free loopback port. While this process lives, no other call in any process returns the same
 * port, so a stopped server can restart on it, and a child process has time to start.
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

/**
 * Reserves it with the UDP port of the same number, which the system frees when the process exits.
 */
function reserve(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4').unref()
    socket.once('error', () => resolve(false))
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true))
  })
}

/**
 * Starts a server on `port`, or on a free port; with a free port it retries if the port was taken.
 */
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

import { createServer } from 'node:net'

/** A loopback port nobody listens on right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
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

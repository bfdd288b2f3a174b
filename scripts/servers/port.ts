import { createServer } from 'node:net'

/**
 * Below those that systems give to connections: a port that is looked up now and used in a moment would
 * else be taken by a connection of somebody else.
 */
const range = { from: 20_000, count: 12_000 }
const given = new Set<number>()

/** A loopback port nobody listens on right now, and each time another. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = range.from + Math.floor(Math.random() * range.count)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
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

// A TCP proxy between a service and its server. It can cut, slow down and silence connections.
import { createServer, connect } from 'node:net'
import type { Socket } from 'node:net'

export type Proxy = {
  port: number
  /** ends all connections; new ones are accepted immediately */
  cut(): void
  /** ends all connections and rejects new ones */
  refuse(): void
  /** delays every chunk in both directions; the order is preserved */
  delay(ms: number): void
  /** requests arrive, responses do not: acknowledgements are lost */
  loseAnswers(): void
  /** drops everything in both directions without closing connections */
  swallow(): void
  throttle(bytesPerSecond: number): void
  /** works normally again; connections that lost bytes are closed because they cannot continue */
  heal(): void
  close(): Promise<void>
}
type Mode =
  | { kind: 'open' | 'refused' | 'lost-answers' | 'swallowed' }
  | { kind: 'delayed'; ms: number }
  | { kind: 'throttled'; bytesPerSecond: number }
type Connection = { sockets: [Socket, Socket]; lost: boolean }

const open: Mode = { kind: 'open' }

export async function startProxy(target: () => number): Promise<Proxy> {
  const connections = new Set<Connection>()
  let mode: Mode = open

  const server = createServer((client) => {
    if (mode.kind === 'refused') return void client.destroy()
    const upstream = connect({ port: target(), host: '127.0.0.1' })
    const connection: Connection = { sockets: [client, upstream], lost: false }
    connections.add(connection)
    for (const socket of connection.sockets) {
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => end(connection))
    }
    forward(connection, client, { to: upstream, isAnswer: false })
    forward(connection, upstream, { to: client, isAnswer: true })
  })

  function end(connection: Connection): void {
    connections.delete(connection)
    for (const socket of connection.sockets) socket.destroy()
  }

  function forward(
    connection: Connection,
    from: Socket,
    { to, isAnswer }: { to: Socket; isAnswer: boolean },
  ) {
    let queue = Promise.resolve()
    from.on('data', (chunk) => {
      const current = mode
      if (current.kind === 'swallowed' || (current.kind === 'lost-answers' && isAnswer))
        connection.lost = true
      if (connection.lost && (isAnswer || current.kind !== 'lost-answers')) return
      const ms = delayOf(current, chunk.length)
      queue = queue.then(async () => {
        if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
        if (!to.destroyed) to.write(chunk)
      })
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    cut: () => connections.forEach(end),
    refuse() {
      mode = { kind: 'refused' }
      connections.forEach(end)
    },
    delay: (ms) => (mode = { kind: 'delayed', ms }),
    loseAnswers: () => (mode = { kind: 'lost-answers' }),
    swallow: () => (mode = { kind: 'swallowed' }),
    throttle: (bytesPerSecond) => (mode = { kind: 'throttled', bytesPerSecond }),
    heal() {
      mode = open
      for (const connection of connections) if (connection.lost) end(connection)
    },
    async close() {
      connections.forEach(end)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function delayOf(mode: Mode, bytes: number): number {
  if (mode.kind === 'delayed') return mode.ms
  return mode.kind === 'throttled' ? (bytes / mode.bytesPerSecond) * 1_000 : 0
}

// A wire between a service and its server that can be cut, slowed and silenced.
import { createServer, connect } from 'node:net'
import type { Socket } from 'node:net'

export type Proxy = {
  port: number
  /** ends all connections; new ones are taken at once */
  cut(): void
  /** ends all connections, and every one that is tried */
  refuse(): void
  /** every chunk waits so long, both ways, in its order */
  delay(ms: number): void
  /** what is asked arrives, what is answered does not: acknowledgements are lost */
  loseAnswers(): void
  /** nothing arrives on either side, and nobody is told */
  swallow(): void
  throttle(bytesPerSecond: number): void
  /** as a good wire again; connections that lost bytes are cut, for they cannot go on */
  heal(): void
  close(): Promise<void>
}
type Mode =
  | { kind: 'open' | 'refused' | 'lost-answers' | 'swallowed' }
  | { kind: 'delayed'; ms: number }
  | { kind: 'throttled'; bytesPerSecond: number }
type Wire = { sockets: [Socket, Socket]; lost: boolean }

const open: Mode = { kind: 'open' }

export async function startProxy(target: () => number): Promise<Proxy> {
  const wires = new Set<Wire>()
  let mode: Mode = open

  const server = createServer((client) => {
    if (mode.kind === 'refused') return void client.destroy()
    const upstream = connect({ port: target(), host: '127.0.0.1' })
    const wire: Wire = { sockets: [client, upstream], lost: false }
    wires.add(wire)
    for (const socket of wire.sockets) {
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => end(wire))
    }
    pass(wire, client, { to: upstream, isAnswer: false })
    pass(wire, upstream, { to: client, isAnswer: true })
  })

  function end(wire: Wire): void {
    wires.delete(wire)
    for (const socket of wire.sockets) socket.destroy()
  }

  function pass(wire: Wire, from: Socket, { to, isAnswer }: { to: Socket; isAnswer: boolean }) {
    let turn = Promise.resolve()
    from.on('data', (chunk) => {
      const now = mode
      if (now.kind === 'swallowed' || (now.kind === 'lost-answers' && isAnswer)) wire.lost = true
      if (wire.lost && (isAnswer || now.kind !== 'lost-answers')) return
      const ms = waitOf(now, chunk.length)
      turn = turn.then(async () => {
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
    cut: () => wires.forEach(end),
    refuse() {
      mode = { kind: 'refused' }
      wires.forEach(end)
    },
    delay: (ms) => (mode = { kind: 'delayed', ms }),
    loseAnswers: () => (mode = { kind: 'lost-answers' }),
    swallow: () => (mode = { kind: 'swallowed' }),
    throttle: (bytesPerSecond) => (mode = { kind: 'throttled', bytesPerSecond }),
    heal() {
      mode = open
      for (const wire of wires) if (wire.lost) end(wire)
    },
    async close() {
      wires.forEach(end)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function waitOf(mode: Mode, bytes: number): number {
  if (mode.kind === 'delayed') return mode.ms
  return mode.kind === 'throttled' ? (bytes / mode.bytesPerSecond) * 1_000 : 0
}

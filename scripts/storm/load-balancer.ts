// One address for all services, like a reverse proxy; it tries the next process if one does not
// answer.
import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Target = { port: number }
export type LoadBalancer = { url: string; close(): Promise<void> }

const answerMs = 6_000
const awayMs = 1_500

/** `targets` returns the processes that serve a path. */
export async function openLoadBalancer(targets: (path: string) => Target[]): Promise<LoadBalancer> {
  const awayUntil = new Map<Target, number>()
  let turn = 0
  const inOrder = (path: string): Target[] => {
    const all = targets(path)
    const [start, now] = [turn++ % all.length, Date.now()]
    const rotated = [...all.slice(start), ...all.slice(0, start)]
    const isAway = (one: Target) => (awayUntil.get(one) ?? 0) > now
    return [...rotated.filter((one) => !isAway(one)), ...rotated.filter(isAway)]
  }
  const setAway = (target: Target) => awayUntil.set(target, Date.now() + awayMs)

  async function pass(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const body = await buffer(from)
    for (const target of inOrder(from.url ?? '')) {
      const answer = await ask(target, from, body)
      if (answer === 'refused') {
        setAway(target)
        continue
      }
      if (answer === 'lost') {
        setAway(target)
        break
      }
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => to.destroy())
      answer.pipe(to)
      return
    }
    to.writeHead(502, { 'retry-after': '1', 'content-type': 'application/json' }).end('{}')
  }

  const server = createServer((from, to) => {
    pass(from, to).catch(() => to.destroy())
  })
  const sockets = new Set<Socket>()
  server.on('upgrade', (from: IncomingMessage, client: Socket, head: Buffer) => {
    const [target] = inOrder(from.url ?? '')
    const upstream = connect({ port: target!.port, host: '127.0.0.1' })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('error', () => {})
    upstream.on('error', () => setAway(target!))
    const lines = from.rawHeaders.flatMap((name, i, all) => (i % 2 ? [] : `${name}: ${all[i + 1]}`))
    upstream.write(`${from.method} ${from.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    upstream.write(head)
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      sockets.forEach((socket) => socket.destroy())
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** `refused`: the request did not arrive. `lost`: it may have been executed. */
function ask(
  { port }: Target,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage | 'refused' | 'lost'> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, method, path: url, headers, timeout: answerMs }
    const asking = request(options, resolve)
    asking.on('timeout', () => asking.destroy())
    asking.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'lost'),
    )
    asking.end(body)
  })
}

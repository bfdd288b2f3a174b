// Push service, chat and receiver of webhooks in one: they lose, delay, refuse and repeat by chance. What
// happens to a request is drawn by its address and how many came there: the same in every run.
import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ownServer } from '../support/stand-in-server.ts'
import { dice } from '../desk/model/random-commands.ts'

type Fault =
  /** it never came; it came, and nobody hears of it; nobody answers */
  | ('dropped' | 'lost' | 'silent')
  | ('busy' | 'failed' | 'refused' | 'gone')
  /** it comes late, or twice */
  | ('delayed' | 'repeated')
type Received = { headers: IncomingMessage['headers']; body: string }

const statusOf: Partial<Record<Fault, number>> = { busy: 429, failed: 500, refused: 400, gone: 410 }
/** In 100 requests. */
const chances: [Fault, number][] = [
  ['dropped', 8],
  ['lost', 9],
  ['silent', 1],
  ['busy', 8],
  ['failed', 8],
  ['refused', 3],
  ['gone', 1],
  ['delayed', 8],
  ['repeated', 8],
]

export async function startUnreliableReceivers() {
  const received = new Map<string, Received[]>()
  const luck = new Map<string, ReturnType<typeof dice>>()
  const faults = new Map<string, Fault[]>()
  let url = ''

  function faultOf(name: string): Fault | null {
    const own = luck.get(name) ?? dice(Number.parseInt(hash('sha256', name).slice(0, 8), 16))
    luck.set(name, own)
    // Nobody comes back to an address that is gone, also where the answer was not heard.
    if (faults.get(name)?.includes('gone')) return 'gone'
    let left = own.random() * 100
    const found = chances.find(([, chance]) => (left -= chance) < 0)?.[0] ?? null
    if (found) faults.set(name, [...(faults.get(name) ?? []), found])
    return found
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const name = request.url?.slice(1) ?? ''
    const fault = faultOf(name)
    if (fault === 'silent') return
    if (fault === 'dropped') return void request.socket.destroy()
    const status = fault && statusOf[fault]
    if (status) return void response.writeHead(status).end()
    if (fault === 'delayed') await new Promise((resolve) => setTimeout(resolve, 200))
    const one = { headers: request.headers, body: Buffer.concat(parts).toString('utf8') }
    const more = fault === 'repeated' ? [one, one] : [one]
    received.set(name, [...(received.get(name) ?? []), ...more])
    if (fault === 'lost') return void request.socket.destroy()
    response.writeHead(201).end()
  }

  const server = ownServer(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
    (at) => (url = at),
  )
  await server.up()
  return {
    url: (name: string) => `${url}/${name}`,
    port: () => new URL(url).port,
    received: (name: string) => received.get(name) ?? [],
    faults: (name: string) => faults.get(name) ?? [],
    close: () => server.down(),
  }
}

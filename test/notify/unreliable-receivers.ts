// Push service, chat and webhook receiver in one: they randomly lose, delay, refuse and repeat
// requests. The faults depend only on the address and the number of requests to it, so every run
// has the same.
import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOf, ownServer } from '../support/stand-in-server.ts'
import { dice } from '../support/random.ts'

type Fault =
  /** the request is lost; the response is lost; there is no response */
  | ('dropped' | 'lost' | 'silent')
  | ('busy' | 'failed' | 'refused' | 'gone')
  /** the request arrives late, or twice */
  | ('delayed' | 'repeated')
type Received = { headers: IncomingMessage['headers']; body: string }

const statusOf: Partial<Record<Fault, number>> = { busy: 429, failed: 500, refused: 400, gone: 410 }
/** The chance of each fault in percent. */
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
  const dicePerName = new Map<string, ReturnType<typeof dice>>()
  const faults = new Map<string, Fault[]>()
  let url = ''

  function faultOf(name: string): Fault | null {
    const random =
      dicePerName.get(name) ?? dice(Number.parseInt(hash('sha256', name).slice(0, 8), 16))
    dicePerName.set(name, random)
    // An address that is gone stays gone, even if the response that said so was lost.
    if (faults.get(name)?.includes('gone')) return 'gone'
    let left = random.random() * 100
    const found = chances.find(([, chance]) => (left -= chance) < 0)?.[0] ?? null
    if (found) faults.set(name, [...(faults.get(name) ?? []), found])
    return found
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const content = await bodyOf(request)
    const name = request.url?.slice(1) ?? ''
    const fault = faultOf(name)
    if (fault === 'silent') return
    if (fault === 'dropped') return void request.socket.destroy()
    const status = fault && statusOf[fault]
    if (status) return void response.writeHead(status).end()
    if (fault === 'delayed') await new Promise((resolve) => setTimeout(resolve, 200))
    const entry = { headers: request.headers, body: content.toString('utf8') }
    const copies = fault === 'repeated' ? [entry, entry] : [entry]
    received.set(name, [...(received.get(name) ?? []), ...copies])
    if (fault === 'lost') return void request.socket.destroy()
    response.writeHead(201).end()
  }

  const server = ownServer(
    (request, response) => void respond(request, response).catch(() => response.destroy()),
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

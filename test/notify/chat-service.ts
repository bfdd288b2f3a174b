// A chat of our own, as Discord and Slack take hooks: it refuses what they refuse, says 429 to who is too
// fast, and loses, delays or forgets as it is told.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ownServer } from '../support/stand-in-server.ts'

type Line = { hook: string; text: string; body: Record<string, unknown>; at: number }
type Fault = 'lost' | 'refused' | 'busy' | 'gone' | 'silent' | 'delayed'
/** as many in so many milliseconds, of one hook */
const limits = { discord: { most: 5, inMs: 2_000 }, slack: { most: 1, inMs: 1_000 } }

export async function startChatService() {
  const said: Line[] = []
  const tooFast: string[] = []
  /** what happens to the next ones that come, in their order */
  const faults: Fault[] = []
  const taken = new Map<string, number[]>()
  let url = ''

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const hook = request.url?.slice(1) ?? ''
    const fault = faults.shift()
    if (fault === 'silent') return
    if (fault === 'refused') return void response.writeHead(400).end()
    if (fault === 'gone') return void response.writeHead(404).end()
    if (fault === 'delayed') await new Promise((resolve) => setTimeout(resolve, 300))
    const now = Date.now()
    const { most, inMs } = limits[hook.startsWith('discord') ? 'discord' : 'slack']
    const recent = (taken.get(hook) ?? []).filter((at) => now - at < inMs)
    if (recent.length >= most) tooFast.push(hook)
    if (fault === 'busy' || recent.length >= most) {
      return void response.writeHead(429, { 'retry-after': '1' }).end()
    }
    taken.set(hook, [...recent, now])
    const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>
    said.push({ hook, text: String(body['content'] ?? body['text']), body, at: now })
    // It was taken, but nobody hears of it.
    if (fault === 'lost') return void request.socket.destroy()
    response.writeHead(204).end()
  }

  const server = ownServer(
    (request, response) => void answer(request, response),
    (at) => (url = at),
  )
  await server.up()
  return {
    said,
    tooFast,
    faults,
    port: () => Number(new URL(url).port),
    hook: (name: string) => `${url}/${name}`,
    texts: (name: string) => said.filter(({ hook }) => hook === name).map(({ text }) => text),
    close: () => server.down(),
    down: () => server.down(),
    up: () => server.up(),
  }
}

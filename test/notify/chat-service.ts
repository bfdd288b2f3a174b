// A stand-in for the webhooks of Discord and Slack: it rejects what they reject, enforces their
// rate limits with status 429, and fails or delays requests as the test asks it to.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOf, ownServer } from '../support/stand-in-server.ts'

type Message = { hook: string; text: string; body: Record<string, unknown>; at: number }
type Fault = 'lost' | 'refused' | 'busy' | 'gone' | 'silent' | 'delayed'
/** the rate limit of a hook: `most` messages in `inMs` */
const limits = { discord: { most: 5, inMs: 2_000 }, slack: { most: 1, inMs: 1_000 } }

export async function startChatService() {
  const posts: Message[] = []
  const rateLimited: string[] = []
  /** the faults of the next requests, in order */
  const faults: Fault[] = []
  const acceptedAt = new Map<string, number[]>()
  let url = ''

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const content = await bodyOf(request)
    const hook = request.url?.slice(1) ?? ''
    const fault = faults.shift()
    if (fault === 'silent') return
    if (fault === 'refused') return void response.writeHead(400).end()
    if (fault === 'gone') return void response.writeHead(404).end()
    if (fault === 'delayed') await new Promise((resolve) => setTimeout(resolve, 300))
    const now = Date.now()
    const { most, inMs } = limits[hook.startsWith('discord') ? 'discord' : 'slack']
    const recent = (acceptedAt.get(hook) ?? []).filter((at) => now - at < inMs)
    if (recent.length >= most) rateLimited.push(hook)
    if (fault === 'busy' || recent.length >= most) {
      return void response.writeHead(429, { 'retry-after': '1' }).end()
    }
    acceptedAt.set(hook, [...recent, now])
    const body = JSON.parse(content.toString()) as Record<string, unknown>
    posts.push({ hook, text: String(body['content'] ?? body['text']), body, at: now })
    // The message was accepted, but the response is lost.
    if (fault === 'lost') return void request.socket.destroy()
    response.writeHead(204).end()
  }

  const server = ownServer(
    (request, response) => void respond(request, response),
    (at) => (url = at),
  )
  await server.up()
  return {
    posts,
    rateLimited,
    faults,
    port: () => Number(new URL(url).port),
    hook: (name: string) => `${url}/${name}`,
    texts: (name: string) => posts.filter(({ hook }) => hook === name).map(({ text }) => text),
    close: () => server.down(),
    down: () => server.down(),
    up: () => server.up(),
  }
}

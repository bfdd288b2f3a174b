import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { WebSocket } from 'ws'
import { publicIdOf } from '../../../events/schema/public-command-id.ts'
import { nowMs } from '../measure/numbers.ts'

export type Side = 'product' | 'baseline'
/** Where presses go and where their effect is seen. */
type Target = {
  url: string
  method: 'PUT' | 'POST'
  headers: Record<string, string>
  body: Record<string, unknown>
  socketUrl: string
  /** said on the socket first; the product's frames name commands by their public ids */
  hello?: string
}
export type Times = { answer: number[]; screen: number[] }

type Aimed = Target & { seen: Map<string, (atMs: number) => void>; socket: WebSocket }
const targets = new Map<Side, Aimed>()
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const timeoutMs = 10_000

export async function aimAt(side: Side, target: Target): Promise<void> {
  targets.get(side)?.socket.close()
  const socket = new WebSocket(target.socketUrl, { perMessageDeflate: false })
  const aimed: Aimed = { ...target, seen: new Map(), socket }
  targets.set(side, aimed)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  let follows = () => {}
  const snapshot = new Promise<void>((resolve) => (follows = resolve))
  socket.on('message', (raw) => {
    const atMs = nowMs()
    const { type, id, commit } = JSON.parse((raw as Buffer).toString()) as {
      type?: string
      id?: string
      commit?: { id: string }
    }
    if (type === 'snapshot') follows()
    const name = commit?.id ?? id ?? ''
    aimed.seen.get(name)?.(atMs)
    aimed.seen.delete(name)
  })
  if (!target.hello) return
  socket.send(target.hello)
  // What is pressed before it is in it, and comes as no frame of its own.
  await snapshot
}

export function stopAiming(): void {
  for (const { socket } of targets.values()) socket.close()
  targets.clear()
}

/** Presses at a steady rate, however long the answers take. */
export async function atRate(side: Side, perSecond: number, count: number): Promise<Times> {
  const times: Times = { answer: [], screen: [] }
  const startMs = nowMs()
  const pressed: Promise<void>[] = []
  for (let i = 0; i < count; i++) {
    const leftMs = startMs + (i * 1_000) / perSecond - nowMs()
    if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs))
    pressed.push(press(aimed(side), times))
  }
  await Promise.all(pressed)
  return times
}

/** Presses with so many unanswered at once; how many a second were answered. */
export async function atMost(side: Side, inFlight: number, seconds: number): Promise<number> {
  const times: Times = { answer: [], screen: [] }
  const startMs = nowMs()
  const one = async () => {
    while (nowMs() - startMs < seconds * 1_000) await press(aimed(side), times)
  }
  await Promise.all(Array.from({ length: inFlight }, one))
  return times.answer.length / ((nowMs() - startMs) / 1_000)
}

function aimed(side: Side): Aimed {
  const found = targets.get(side)
  if (!found) throw new Error(`nothing to aim at as ${side}`)
  return found
}

async function press(target: Aimed, times: Times): Promise<void> {
  const id = randomUUID()
  const startMs = nowMs()
  const shown = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${id} was not shown`)), timeoutMs)
    target.seen.set(target.hello ? publicIdOf(id) : id, (atMs) => {
      clearTimeout(timer)
      times.screen.push(atMs - startMs)
      resolve()
    })
  })
  await Promise.all([answered(target, id), shown]).then(([atMs]) =>
    times.answer.push(atMs - startMs),
  )
}

function answered({ url, method, headers, body }: Target, id: string): Promise<number> {
  const text = JSON.stringify({ id, ...body })
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent,
      method,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        'idempotency-key': id,
      },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const { statusCode = 0 } = response
      let said = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (said += part))
      response.on('end', () => {
        if (statusCode < 300) resolve(nowMs())
        else reject(new Error(`${statusCode} ${said.slice(0, 300)}`))
      })
    })
    sent.end(text)
  })
}

import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { WebSocket } from 'ws'
import { publicIdOf } from '#events/public-command-id.ts'
import { nowMs } from '../measure/numbers.ts'

export type Side = 'product' | 'baseline'
/** The address for presses, and the socket on which their effect appears. */
type Target = {
  url: string
  method: 'PUT' | 'POST'
  headers: Record<string, string>
  body: Record<string, unknown>
  socketUrl: string
  /** first message on the socket; set for the product, whose frames contain public command ids */
  hello?: string
}
export type Times = { answer: number[]; screen: number[] }

type Aimed = Target & { seen: Map<string, (atMs: number) => void>; socket: WebSocket }
/** With several targets of a side, its presses go to each in turn. */
const targets = new Map<Side, Aimed[]>()
const pressCounts = { product: 0, baseline: 0 }
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const timeoutMs = 10_000

export async function aimAt(side: Side, ...places: Target[]): Promise<void> {
  for (const { socket } of targets.get(side) ?? []) socket.close()
  targets.set(side, await Promise.all(places.map(openTarget)))
}

async function openTarget(target: Target): Promise<Aimed> {
  const socket = new WebSocket(target.socketUrl, { perMessageDeflate: false })
  const aimed: Aimed = { ...target, seen: new Map(), socket }
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
  if (!target.hello) return aimed
  socket.send(target.hello)
  // Presses before the snapshot are part of it and get no separate frame.
  await snapshot
  return aimed
}

export function stopAiming(): void {
  for (const { socket } of [...targets.values()].flat()) socket.close()
  targets.clear()
}

/** Presses at a constant rate, independent of response times. */
export async function atRate(side: Side, perSecond: number, count: number): Promise<Times> {
  const times: Times = { answer: [], screen: [] }
  const startMs = nowMs()
  const pressed: Promise<void>[] = []
  for (let i = 0; i < count; i++) {
    const leftMs = startMs + (i * 1_000) / perSecond - nowMs()
    if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs))
    pressed.push(press(nextTarget(side), times))
  }
  await Promise.all(pressed)
  return times
}

/** Presses with `inFlight` unanswered at a time; returns responses per second. */
export async function atMost(side: Side, inFlight: number, seconds: number): Promise<number> {
  const times: Times = { answer: [], screen: [] }
  const startMs = nowMs()
  const one = async () => {
    while (nowMs() - startMs < seconds * 1_000) await press(nextTarget(side), times)
  }
  await Promise.all(Array.from({ length: inFlight }, one))
  return times.answer.length / ((nowMs() - startMs) / 1_000)
}

function nextTarget(side: Side): Aimed {
  const all = targets.get(side) ?? []
  const target = all[pressCounts[side]++ % all.length]
  if (!target) throw new Error(`nothing to aim at as ${side}`)
  return target
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
  const payload = JSON.stringify({ id, ...body })
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent,
      method,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
        'idempotency-key': id,
      },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const { statusCode = 0 } = response
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () => {
        if (statusCode < 300) resolve(nowMs())
        else reject(new Error(`${statusCode} ${text.slice(0, 300)}`))
      })
    })
    sent.end(payload)
  })
}

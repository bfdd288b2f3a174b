import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import type { Acknowledge } from './batch.ts'
import { Client } from './client.ts'
import type { CabinetWriters } from './cabinet-writers.ts'
import { openTokenBucket } from './rate.ts'

type Received = { cabinet: number; event: CabinetEvent; bytes: number; sender?: Acknowledge }
const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

test('one socket can send events of several cabinets, each in order', async () => {
  const { socket, received, replies } = await connect()
  for (let i = 0; i < 20; i++) socket.send(upload(`${i}`, i % 2 ? 'one' : 'two'))
  await until(() => received.length === 20)
  expect(received.map(({ event }) => event.eventID)).toEqual(
    Array.from({ length: 20 }, (_, i) => `${i}`),
  )
  expect(new Set(received.map(({ cabinet }) => cabinet))).toEqual(new Set([1, 2]))
  expect(replies).toEqual([])
  for (const { event, bytes, sender } of received) sender?.stored(event.eventID, bytes)
  await until(() => replies.length === 20)
  expect(replies[0]).toEqual({ eventID: '0' })
})

test('an invalid message is answered and the socket stays open', async () => {
  const { socket, received, replies } = await connect()
  socket.send('nonsense')
  socket.send(upload('a', 'one'))
  await until(() => received.length === 1 && replies.length === 1)
  expect(replies[0]).toEqual({ error: 'bad-message', detail: 'Not JSON' })
})

test('R-PE-3: five wrong tokens close the socket, and nothing is stored', async () => {
  const { socket, received, replies, closed } = await connect()
  for (let i = 0; i < 9; i++) socket.send(upload(`${i}`, 'one', 'guess'))
  expect((await closed)[0]).toBe(1008)
  expect(received).toEqual([])
  expect(replies).toHaveLength(5)
  expect(replies[0]).toMatchObject({ error: 'not-authorized', eventID: '0' })
})

test('a socket over the limit of waiting bytes is paused until events are stored', async () => {
  const { socket, received } = await connect()
  const big = 'x'.repeat(2_000)
  const sent = 4_000
  for (let i = 0; i < sent; i++) socket.send(upload(`${i}`, 'one', 'secret', big))
  await until(() => received.length > 100)
  await settled(() => received.length)
  const before = received.length
  // 1 MiB, and the data of one read of the socket.
  expect(before * 2_200).toBeLessThan(1.3 * 1024 * 1024)
  let acknowledged = 0
  const acknowledge = setInterval(() => {
    for (; acknowledged < received.length; acknowledged++) {
      const { event, bytes, sender } = received[acknowledged]!
      sender?.stored(event.eventID, bytes)
    }
  }, 5)
  closers.push(() => clearInterval(acknowledge))
  await until(() => received.length === sent)
})

test('a cabinet goes online before its first event and offline after its last', async () => {
  const { socket, steps } = await connect({ slowTokens: true })
  socket.send(upload('a', 'one'))
  socket.send(upload('b', 'one'))
  socket.close()
  await until(() => steps.length === 4)
  expect(steps).toEqual(['arrived 1', 'took a', 'took b', 'left 1'])
})

test('P21: finish resolves when all received events wait for the log', async () => {
  const { socket, client, received } = await connect({ slowTokens: true })
  for (let i = 0; i < 5; i++) socket.send(upload(`${i}`, 'one'))
  await new Promise((resolve) => setTimeout(resolve, 30))
  await client().finish()
  expect(received).toHaveLength(5)
})

async function connect({ slowTokens = false } = {}) {
  const server = new WebSocketServer({ port: 0 })
  const received: Received[] = []
  const steps: string[] = []
  let held = 0
  let client: Client | undefined
  const writers: Pick<CabinetWriters, 'take' | 'waitMs' | 'held'> = {
    take(cabinet, event, bytes, sender) {
      held += bytes
      steps.push(`took ${event.eventID}`)
      const stored = (id: string) => {
        held -= bytes
        sender?.stored(id, bytes)
      }
      received.push({ cabinet, event, bytes, sender: { stored } })
    },
    waitMs: () => 0,
    held: () => held,
  }
  server.on('connection', (socket, request) => {
    client = new Client({
      socket,
      writers,
      wire: request.socket,
      rate: openTokenBucket({ perSecond: 1_000, burst: 1_000 }),
      onError: () => {},
      tokens: {
        async cabinet({ cabinetName, token }) {
          if (slowTokens) await new Promise((resolve) => setTimeout(resolve, 20))
          return token === 'secret' ? (cabinetName === 'one' ? 1 : 2) : null
        },
      },
      connected: {
        arrived: async (cabinet: number) => void steps.push(`arrived ${cabinet}`),
        left: (cabinet: number) => void steps.push(`left ${cabinet}`),
      },
    })
  })
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const replies: unknown[] = []
  socket.on('message', (raw: Buffer) => replies.push(JSON.parse(raw.toString())))
  const closed = once(socket, 'close')
  await once(socket, 'open')
  await until(() => client !== undefined)
  closers.push(() => {
    socket.terminate()
    server.close()
  })
  return { socket, received, replies, steps, closed, client: () => client! }
}

function upload(eventID: string, cabinetName: string, token = 'secret', value = ''): string {
  const cabinet = { sceneName: 'nyc', cabinetName, token }
  return JSON.stringify({ eventID, time: 1, type: 'spawn', values: [value], cabinet })
}

async function until(done: () => boolean, ms = 90_000): Promise<void> {
  const end = Date.now() + ms
  while (!done()) {
    if (Date.now() > end) throw new Error('timed out')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function settled(count: () => number): Promise<void> {
  for (let before = -1; before !== count();) {
    before = count()
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

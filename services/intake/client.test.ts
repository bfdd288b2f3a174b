import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { CabinetEvent } from '../../events/schema/cabinet-facts.ts'
import type { Acknowledge } from './batch.ts'
import { Client } from './client.ts'
import type { CabinetWriters } from './cabinet-writers.ts'
import { openRate } from './rate.ts'

type Taken = { cabinet: number; event: CabinetEvent; bytes: number; teller?: Acknowledge }
const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

test('events of several cabinets come by one socket, each in its order', async () => {
  const { socket, taken, said } = await connected()
  for (let i = 0; i < 20; i++) socket.send(upload(`${i}`, i % 2 ? 'one' : 'two'))
  await until(() => taken.length === 20)
  expect(taken.map(({ event }) => event.eventID)).toEqual(
    Array.from({ length: 20 }, (_, i) => `${i}`),
  )
  expect(new Set(taken.map(({ cabinet }) => cabinet))).toEqual(new Set([1, 2]))
  expect(said).toEqual([])
  for (const { event, bytes, teller } of taken) teller?.stored(event.eventID, bytes)
  await until(() => said.length === 20)
  expect(said[0]).toEqual({ eventID: '0' })
})

test('a bad message is answered and the socket goes on', async () => {
  const { socket, taken, said } = await connected()
  socket.send('nonsense')
  socket.send(upload('a', 'one'))
  await until(() => taken.length === 1 && said.length === 1)
  expect(said[0]).toEqual({ error: 'bad-message', detail: 'Not JSON' })
})

test('R-PE-3: five times the wrong token ends the socket; nothing is taken', async () => {
  const { socket, taken, said, closed } = await connected()
  for (let i = 0; i < 9; i++) socket.send(upload(`${i}`, 'one', 'guess'))
  expect((await closed)[0]).toBe(1008)
  expect(taken).toEqual([])
  expect(said).toHaveLength(5)
  expect(said[0]).toMatchObject({ error: 'not-authorized', eventID: '0' })
})

test('a socket that fills what may wait is not read, and is when it is stored', async () => {
  const { socket, taken } = await connected()
  const big = 'x'.repeat(2_000)
  const sent = 4_000
  for (let i = 0; i < sent; i++) socket.send(upload(`${i}`, 'one', 'secret', big))
  await until(() => taken.length > 100)
  await settled(() => taken.length)
  const before = taken.length
  // 1 MiB, and what one read of the socket may bring.
  expect(before * 2_200).toBeLessThan(1.3 * 1024 * 1024)
  let told = 0
  const tell = setInterval(() => {
    for (; told < taken.length; told++) {
      const { event, bytes, teller } = taken[told]!
      teller?.stored(event.eventID, bytes)
    }
  }, 5)
  closers.push(() => clearInterval(tell))
  await until(() => taken.length === sent)
})

test('a cabinet is online before the first event and until after the last', async () => {
  const { socket, story } = await connected({ slowTokens: true })
  socket.send(upload('a', 'one'))
  socket.send(upload('b', 'one'))
  socket.close()
  await until(() => story.length === 4)
  expect(story).toEqual(['arrived 1', 'took a', 'took b', 'left 1'])
})

test('P21: finishing resolves when all that was read waits for the log', async () => {
  const { socket, client, taken } = await connected({ slowTokens: true })
  for (let i = 0; i < 5; i++) socket.send(upload(`${i}`, 'one'))
  await new Promise((resolve) => setTimeout(resolve, 30))
  await client().finish()
  expect(taken).toHaveLength(5)
})

async function connected({ slowTokens = false } = {}) {
  const server = new WebSocketServer({ port: 0 })
  const taken: Taken[] = []
  const story: string[] = []
  let held = 0
  let client: Client | undefined
  const lanes: Pick<CabinetWriters, 'take' | 'pace' | 'held'> = {
    take(cabinet, event, bytes, teller) {
      held += bytes
      story.push(`took ${event.eventID}`)
      const stored = (id: string) => {
        held -= bytes
        teller?.stored(id, bytes)
      }
      taken.push({ cabinet, event, bytes, teller: { stored } })
    },
    pace: () => 0,
    held: () => held,
  }
  server.on('connection', (socket, request) => {
    client = new Client({
      socket,
      lanes,
      wire: request.socket,
      rate: openRate({ perSecond: 1_000, burst: 1_000 }),
      failed: () => {},
      tokens: {
        async cabinet({ cabinetName, token }) {
          if (slowTokens) await new Promise((resolve) => setTimeout(resolve, 20))
          return token === 'secret' ? (cabinetName === 'one' ? 1 : 2) : null
        },
      },
      connected: {
        arrived: async (cabinet: number) => void story.push(`arrived ${cabinet}`),
        left: (cabinet: number) => void story.push(`left ${cabinet}`),
      },
    })
  })
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const said: unknown[] = []
  socket.on('message', (raw: Buffer) => said.push(JSON.parse(raw.toString())))
  const closed = once(socket, 'close')
  await once(socket, 'open')
  await until(() => client !== undefined)
  closers.push(() => {
    socket.terminate()
    server.close()
  })
  return { socket, taken, said, story, closed, client: () => client! }
}

function upload(eventID: string, cabinetName: string, token = 'secret', value = ''): string {
  const cabinet = { sceneName: 'nyc', cabinetName, token }
  return JSON.stringify({ eventID, time: 1, type: 'spawn', values: [value], cabinet })
}

async function until(done: () => boolean, ms = 90_000): Promise<void> {
  const end = Date.now() + ms
  while (!done()) {
    if (Date.now() > end) throw new Error('it did not happen in time')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function settled(count: () => number): Promise<void> {
  for (let before = -1; before !== count();) {
    before = count()
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

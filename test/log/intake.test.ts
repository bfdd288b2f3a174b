import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Facts } from '../../events/schema/cabinet-facts.ts'
import { registerIntake } from '../../services/intake/index.ts'
import { cabinetByToken, createWeb } from '../../services/web/index.ts'
import { startNats } from '../../scripts/servers/index.ts'
import type { Nats } from '../../scripts/servers/index.ts'
import { apiOf } from '../../scripts/support/rest-client.ts'
import type { Api } from '../../scripts/support/rest-client.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'
import { endsWithin, until } from '../support/desk-client.ts'

type Row = { id: number; token: string }
type Named = Row & { name: string }
type Said = { eventID?: string; error?: string; detail?: string }

let dir: string
let nats: Nats
let rig: App
let api: Api
let scene: number
const open: WebSocket[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-intake-'))
  nats = await startNats({ dir })
  rig = await startApp({ natsUrl: nats.url })
  api = apiOf(rig.url, rig.adminKey)
  scene = (await api.post<Row>('/api/game/scene/', { name: 'nyc', displayName: 'NYC' })).id
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})
afterAll(async () => {
  await rig?.stop()
  await nats?.stop()
  await rm(dir, { recursive: true, force: true })
})

test('P13: an event is acknowledged after it is in the log, and stored once', async () => {
  const cabinet = await newCabinet()
  const client = await connected()
  const ids = ids100()
  for (const id of ids) client.send(event(cabinet, id))
  await until('the answers', () => client.said.length === 100)
  expect(client.said.map((said) => said.eventID)).toEqual(ids)
  expect(own(await factsOf(cabinet))).toEqual(ids)
  // The whole lot again, by another socket, as after a lost connection.
  const again = await connected()
  for (const id of ids) again.send(event(cabinet, id))
  await until('the answers', () => again.said.length === 100)
  expect(own(await factsOf(cabinet))).toEqual(ids)
})

test('a game has the position of its own gamestart, one to a message', async () => {
  const cabinet = await newCabinet()
  const client = await connected()
  const starts = Array.from({ length: 20 }, () => crypto.randomUUID())
  for (const id of starts) client.send(event(cabinet, id, 'gamestart'))
  await until('the answers', () => client.said.length === 20)
  const facts = await factsOf(cabinet)
  const counts = facts.map(({ events }) => events.filter(({ type }) => type === 'gamestart').length)
  expect(Math.max(...counts)).toBe(1)
  expect(own(facts)).toEqual(starts)
})

test("R-PE-3: another cabinet's token, an unknown cabinet and nonsense store nothing", async () => {
  const [cabinet, other] = [await newCabinet(), await newCabinet()]
  const client = await connected()
  const before = await rig.log.factsTail()
  client.send(event({ ...cabinet, token: other.token }, 'a'))
  client.send(event({ ...cabinet, name: 'nowhere' }, 'b'))
  client.send('{"eventID":"c"}')
  await until('the answers', () => client.said.length === 3)
  expect(client.said).toMatchObject([
    { error: 'not-authorized', eventID: 'a' },
    { error: 'not-authorized', eventID: 'b' },
    { error: 'bad-message', eventID: 'c' },
  ])
  expect(await rig.log.factsTail()).toBe(before)
  // The socket goes on, names are taken in any case.
  client.send(event({ ...cabinet, name: cabinet.name.toUpperCase() }, 'd'))
  await until(
    'the answers',
    () => client.said.at(-1)?.eventID === 'd' && !client.said.at(-1)?.error,
  )
  for (const id of 'efghi') client.send(event({ ...cabinet, token: 'guess' }, id))
  const [code] = await once(client.socket, 'close')
  expect(code).toBe(1008)
})

test('a cabinet is online while a socket of it is open', async () => {
  const cabinet = await newCabinet()
  const client = await connected()
  client.send(event(cabinet, 'x'))
  await until('the answers', async () => (await statusOf(cabinet)) === 'online')
  const second = await connected()
  second.send(event(cabinet, 'y'))
  await until('the answers', () => second.said.length === 1)
  client.socket.close()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await statusOf(cabinet)).toBe('online')
  second.socket.close()
  await until('the answers', async () => (await statusOf(cabinet)) === 'offline')
  const types = (await factsOf(cabinet)).flatMap(({ events }) => events.map(({ type }) => type))
  expect(types).toEqual(['clientOnline', 'spawn', 'spawn', 'clientOffline'])
})

test('after a death the cabinets that do not come back go offline', async () => {
  const [gone, back] = [await newCabinet(), await newCabinet()]
  await rig.log.notes.put('intake.died', [gone.id, back.id])
  const web = await createWeb({ store: rig.store, logger: false })
  const find = (named: Parameters<typeof cabinetByToken>[1]) => cabinetByToken(rig.store, named)
  registerIntake(web, { log: rig.log, cabinetByToken: find, name: 'died', comeBackMs: 500 })
  const url = await web.listen({ port: 0, host: '127.0.0.1' })
  const client = await connected(url.replace('http', 'ws'))
  client.send(event(back, 'here'))
  await until('the answers', async () => (await factsOf(gone)).length === 1)
  expect((await factsOf(gone))[0]!.events[0]!.type).toBe('clientOffline')
  expect((await factsOf(back)).flatMap(({ events }) => events.map(({ type }) => type))).toEqual([
    'spawn',
  ])
  await web.close()
})

test('P15: sockets that show no token are few, and are closed after a while', async () => {
  const cabinet = await newCabinet()
  const find = (named: Parameters<typeof cabinetByToken>[1]) => cabinetByToken(rig.store, named)
  const intake = async (timeoutMs: number) => {
    const web = await createWeb({ store: rig.store, logger: false })
    const strangers = { most: 2, timeoutMs }
    registerIntake(web, { log: rig.log, cabinetByToken: find, name: 'strangers', strangers })
    const url = await web.listen({ port: 0, host: '127.0.0.1' })
    return { web, url: url.replace('http', 'ws') }
  }
  const patient = await intake(600_000)
  await connected(patient.url)
  await connected(patient.url)
  const third = new WebSocket(`${patient.url}/ws/stats_listener/v3`)
  const refused = once(third, 'unexpected-response') as Promise<[unknown, { statusCode: number }]>
  expect((await refused)[1].statusCode).toBe(503)
  await patient.web.close()

  // Who has shown a token stays; in place of who has not there is room again.
  const { web, url } = await intake(3_000)
  const known = await connected(url)
  known.send(event(cabinet, 'first'))
  await until('the answers', () => known.said.length === 1)
  const silent = [await connected(url), await connected(url)]
  const closed = silent.map(({ socket }) => once(socket, 'close'))
  expect((await Promise.all(closed)).map(([code]) => code)).toEqual([1008, 1008])
  const next = await connected(url)
  next.send(event(cabinet, 'second'))
  known.send(event(cabinet, 'third'))
  await until('the answers', () => next.said.length + known.said.length === 3)
  await web.close()
})

test('P21: told to stop, what was acknowledged is stored and what was taken acknowledged', async () => {
  const cabinet = await newCabinet()
  const web = await createWeb({ store: rig.store, logger: false })
  const find = (named: Parameters<typeof cabinetByToken>[1]) => cabinetByToken(rig.store, named)
  registerIntake(web, { log: rig.log, cabinetByToken: find, name: 'stopping' })
  const url = await web.listen({ port: 0, host: '127.0.0.1' })
  const client = await connected(url.replace('http', 'ws'))
  const closed = once(client.socket, 'close')
  for (let i = 0; i < 1_500; i++) client.send(event(cabinet, `${i}`))
  await until('the answers', () => client.said.length > 0)
  expect(await endsWithin(5_000, web.close())).toBe(true)
  expect((await closed)[0]).toBe(1001)
  const stored = own(await factsOf(cabinet))
  expect(stored).toEqual(client.said.map((said) => said.eventID))
  expect((await factsOf(cabinet)).at(-1)?.events.at(-1)?.type).toBe('clientOffline')
})

test('P1 P13: while the log is away nothing is acknowledged; nothing is lost when it is back', async () => {
  const cabinet = await newCabinet()
  const client = await connected()
  client.send(event(cabinet, 'before'))
  await until('the answers', () => client.said.length === 1)
  await nats.kill()
  const ids = ids100()
  for (const id of ids) client.send(event(cabinet, id))
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(client.said).toHaveLength(1)
  await nats.restart()
  await until('the answers', () => client.said.length === 101)
  expect(client.said.slice(1).map((said) => said.eventID)).toEqual(ids)
  // A message whose answer was lost may be there twice: whole, and each time in its order.
  expect([...new Set(own(await factsOf(cabinet)))]).toEqual(['before', ...ids])
  await until('the answers', async () => (await storedOf(cabinet)) === 101 + 1)
})

let cabinets = 0
async function newCabinet(): Promise<Named> {
  const name = `cabinet${++cabinets}`
  const wanted = { scene, name, displayName: name }
  return { name, ...(await api.post<Row>('/api/game/cabinet/', wanted)) }
}

async function connected(url = rig.wsUrl) {
  const socket = new WebSocket(`${url}/ws/stats_listener/v3`)
  const said: Said[] = []
  open.push(socket)
  socket.on('message', (raw: Buffer) => said.push(JSON.parse(raw.toString()) as Said))
  await once(socket, 'open')
  return { socket, said, send: (text: string) => socket.send(text) }
}

function event({ name, token }: Named, eventID: string, type = 'spawn'): string {
  const cabinet = { sceneName: 'NYC', cabinetName: name, token }
  const time = new Date().toISOString()
  const gameID = type === 'gamestart' ? eventID : null
  return JSON.stringify({ gameID, eventID, time, type, values: ['map_day', 'True'], cabinet })
}

function ids100(): string[] {
  return Array.from({ length: 100 }, () => crypto.randomUUID())
}

/** What the log holds of a cabinet, in its order. */
async function factsOf(cabinet: Named): Promise<Facts[]> {
  const tail = await rig.log.factsTail()
  const found: Facts[] = []
  if (tail === 0) return found
  const ending = new AbortController()
  await rig.log
    .followFacts(
      0,
      async (batch) => {
        for (const { facts } of batch) if (facts.cabinet === cabinet.id) found.push(facts)
        if (batch.at(-1)!.seq >= tail) ending.abort()
      },
      ending.signal,
    )
    .catch((error: unknown) => {
      if (!ending.signal.aborted) throw error
    })
  return found
}

function own(facts: Facts[]): string[] {
  const events = facts.flatMap((message) => message.events)
  return events.filter(({ type }) => !type.startsWith('client')).map(({ eventID }) => eventID)
}

async function statusOf(cabinet: Named): Promise<string | undefined> {
  const row = await rig.store.db
    .selectFrom('view.cabinet')
    .select('clientStatus')
    .where('id', '=', cabinet.id)
    .executeTakeFirst()
  return row?.clientStatus
}

async function storedOf(cabinet: Named): Promise<number> {
  const { rows } = await rig.store.pool.query<{ n: number }>(
    'select count(*)::int as n from view.cabinet_event where cabinet = $1',
    [cabinet.id],
  )
  return rows[0]!.n
}

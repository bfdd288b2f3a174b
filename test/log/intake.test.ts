import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Facts } from '#events/schema/cabinet-facts.ts'
import { registerIntake } from '#services/intake/index.ts'
import { cabinetByToken, createWeb } from '#services/web/index.ts'
import { startNats } from '#scripts/servers/index.ts'
import type { Nats } from '#scripts/servers/index.ts'
import { apiOf } from '#scripts/support/rest-client.ts'
import type { Api } from '#scripts/support/rest-client.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'
import { newCabinet } from './named-cabinet.ts'
import type { NamedCabinet } from './named-cabinet.ts'
import { endsWithin, until } from '../support/desk-client.ts'

type Row = { id: number; token: string }
type Answer = { eventID?: string; error?: string; detail?: string }

let dir: string
let nats: Nats
let app: App
let api: Api
let scene: number
const open: WebSocket[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-intake-'))
  nats = await startNats({ dir })
  app = await startApp({ natsUrl: nats.url })
  api = apiOf(app.url, app.adminKey)
  scene = (await api.post<Row>('/api/game/scene/', { name: 'nyc', displayName: 'NYC' })).id
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})
afterAll(async () => {
  await app?.stop()
  await nats?.stop()
  await rm(dir, { recursive: true, force: true })
})

test('P13: an event is acknowledged once it is in the log, and is stored only once', async () => {
  const cabinet = await newCabinet(api, scene)
  const client = await connect()
  const ids = newIds()
  for (const id of ids) client.send(event(cabinet, id))
  await until('the answers', () => client.answers.length === 100)
  expect(client.answers.map((answer) => answer.eventID)).toEqual(ids)
  expect(eventIds(await factsOf(cabinet))).toEqual(ids)
  // Sends everything again on another socket, as after a lost connection.
  const again = await connect()
  for (const id of ids) again.send(event(cabinet, id))
  await until('the answers', () => again.answers.length === 100)
  expect(eventIds(await factsOf(cabinet))).toEqual(ids)
})

test('a game is identified by the position of its gamestart, so a message has at most one', async () => {
  const cabinet = await newCabinet(api, scene)
  const client = await connect()
  const starts = Array.from({ length: 20 }, () => crypto.randomUUID())
  for (const id of starts) client.send(event(cabinet, id, 'gamestart'))
  await until('the answers', () => client.answers.length === 20)
  const facts = await factsOf(cabinet)
  const counts = facts.map(({ events }) => events.filter(({ type }) => type === 'gamestart').length)
  expect(Math.max(...counts)).toBe(1)
  expect(eventIds(facts)).toEqual(starts)
})

test("R-PE-3: another cabinet's token, an unknown cabinet and a malformed message store nothing", async () => {
  const [cabinet, other] = [await newCabinet(api, scene), await newCabinet(api, scene)]
  const client = await connect()
  const before = await app.log.factsTail()
  client.send(event({ ...cabinet, token: other.token }, 'a'))
  client.send(event({ ...cabinet, name: 'nowhere' }, 'b'))
  client.send('{"eventID":"c"}')
  await until('the answers', () => client.answers.length === 3)
  expect(client.answers).toMatchObject([
    { error: 'not-authorized', eventID: 'a' },
    { error: 'not-authorized', eventID: 'b' },
    { error: 'bad-message', eventID: 'c' },
  ])
  expect(await app.log.factsTail()).toBe(before)
  // The socket stays usable, and names are not case-sensitive.
  client.send(event({ ...cabinet, name: cabinet.name.toUpperCase() }, 'd'))
  await until(
    'the answers',
    () => client.answers.at(-1)?.eventID === 'd' && !client.answers.at(-1)?.error,
  )
  for (const id of 'efghi') client.send(event({ ...cabinet, token: 'guess' }, id))
  const [code] = await once(client.socket, 'close')
  expect(code).toBe(1008)
})

test('R-PE-3: a new token cuts off clients with the old one at all intakes, immediately', async () => {
  const cabinet = await newCabinet(api, scene)
  const { log, store } = app
  const web = await createWeb({ store, logger: false })
  registerIntake(web, { log, name: 'other', cabinetByToken: (each) => cabinetByToken(store, each) })
  const other = (await web.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
  const urls = [app.wsUrl, other]
  const accepted = async (url: string, each: NamedCabinet) => {
    const client = await connect(url)
    client.send(event(each, crypto.randomUUID()))
    await until('the answer', () => client.answers.length === 1)
    return { ...client, isAccepted: client.answers[0]!.error === undefined }
  }
  const clients = await Promise.all(urls.map((url) => accepted(url, cabinet)))
  expect(clients.map(({ isAccepted }) => isAccepted)).toEqual([true, true])
  const closed = Promise.all(clients.map(({ socket }) => once(socket, 'close')))
  const { token } = await api.post<Row>(`/api/game/cabinet/${cabinet.id}/token/`, {})
  const newOnes = await Promise.all(urls.map((url) => accepted(url, { ...cabinet, token })))
  expect((await closed).map(([code]) => code)).toEqual([1008, 1008])
  for (const url of urls) expect(await accepted(url, cabinet)).toMatchObject({ isAccepted: false })
  // The clients with the new token stay connected.
  expect(newOnes).toMatchObject(urls.map(() => ({ isAccepted: true, socket: { readyState: 1 } })))
  await until('the cabinet', async () => (await statusOf(cabinet)) === 'online')
  await web.close()
})

test('a cabinet is online while one of its sockets is open', async () => {
  const cabinet = await newCabinet(api, scene)
  const client = await connect()
  client.send(event(cabinet, 'x'))
  await until('the answers', async () => (await statusOf(cabinet)) === 'online')
  const second = await connect()
  second.send(event(cabinet, 'y'))
  await until('the answers', () => second.answers.length === 1)
  client.socket.close()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await statusOf(cabinet)).toBe('online')
  second.socket.close()
  await until('the answers', async () => (await statusOf(cabinet)) === 'offline')
  const types = (await factsOf(cabinet)).flatMap(({ events }) => events.map(({ type }) => type))
  expect(types).toEqual(['clientOnline', 'spawn', 'spawn', 'clientOffline'])
})

test('after a crash of an intake, cabinets that do not reconnect go offline', async () => {
  const [missing, reconnected] = [await newCabinet(api, scene), await newCabinet(api, scene)]
  await app.log.notes.put('intake.died', [missing.id, reconnected.id])
  const web = await createWeb({ store: app.store, logger: false })
  const find = (named: Parameters<typeof cabinetByToken>[1]) => cabinetByToken(app.store, named)
  registerIntake(web, { log: app.log, cabinetByToken: find, name: 'died', comeBackMs: 500 })
  const url = await web.listen({ port: 0, host: '127.0.0.1' })
  const client = await connect(url.replace('http', 'ws'))
  client.send(event(reconnected, 'here'))
  await until('the answers', async () => (await factsOf(missing)).length === 1)
  expect((await factsOf(missing))[0]!.events[0]!.type).toBe('clientOffline')
  expect(
    (await factsOf(reconnected)).flatMap(({ events }) => events.map(({ type }) => type)),
  ).toEqual(['spawn'])
  await web.close()
})

test('P15: idle sockets without a token, from one address or many, do not keep a cabinet out', async () => {
  const cabinet = await newCabinet(api, scene)
  const find = (named: Parameters<typeof cabinetByToken>[1]) => cabinetByToken(app.store, named)
  const intake = async (timeoutMs: number) => {
    const web = await createWeb({ store: app.store, logger: false, trustProxy: true })
    const unauthenticated = { most: 4, mostPerAddress: 2, timeoutMs }
    registerIntake(web, {
      log: app.log,
      cabinetByToken: find,
      name: 'unauthenticated',
      unauthenticated,
    })
    const url = await web.listen({ port: 0, host: '127.0.0.1' })
    return { web, url: url.replace('http', 'ws') }
  }
  const patient = await intake(600_000)
  const isOpen = ({ socket }: { socket: WebSocket }) => socket.readyState === WebSocket.OPEN
  const play = async (address: string, id: string) => {
    const client = await connect(patient.url, address)
    client.send(event(cabinet, id))
    await until('the answer', () => client.answers.length === 1)
    return client
  }
  // A newcomer displaces the oldest of its network; IPv6 addresses are counted by /64 network.
  const idle = [
    await connect(patient.url, '203.0.113.1'),
    await connect(patient.url, '2001:db8::1'),
    await connect(patient.url, '2001:db8::2'),
  ]
  const playing = [await play('2001:db8::3', 'one')]
  await until('its place', () => !isOpen(idle[1]!))
  expect(idle.map(isOpen)).toEqual([true, false, true])
  // Above the total it displaces the oldest one.
  idle.push(await connect(patient.url, '203.0.113.1'), await connect(patient.url, '203.0.113.2'))
  playing.push(await play('203.0.113.3', 'two'))
  await until('its place', () => !isOpen(idle[0]!))
  expect(idle.map(isOpen)).toEqual([false, false, true, true, true])
  expect(playing.map(isOpen)).toEqual([true, true])
  await patient.web.close()

  // An authenticated socket stays open; one without a token is closed after a while.
  const { web, url } = await intake(3_000)
  const authenticated = await connect(url)
  authenticated.send(event(cabinet, 'first'))
  await until('the answers', () => authenticated.answers.length === 1)
  const silent = [await connect(url), await connect(url)]
  const closed = silent.map(({ socket }) => once(socket, 'close'))
  expect((await Promise.all(closed)).map(([code]) => code)).toEqual([1008, 1008])
  const next = await connect(url)
  next.send(event(cabinet, 'second'))
  authenticated.send(event(cabinet, 'third'))
  await until('the answers', () => next.answers.length + authenticated.answers.length === 3)
  await web.close()
})

test('P21: at shutdown every acknowledged event is stored, and every stored event is acknowledged', async () => {
  const cabinet = await newCabinet(api, scene)
  const web = await createWeb({ store: app.store, logger: false })
  const find = (named: Parameters<typeof cabinetByToken>[1]) => cabinetByToken(app.store, named)
  registerIntake(web, { log: app.log, cabinetByToken: find, name: 'stopping' })
  const url = await web.listen({ port: 0, host: '127.0.0.1' })
  const client = await connect(url.replace('http', 'ws'))
  const closed = once(client.socket, 'close')
  for (let i = 0; i < 1_500; i++) client.send(event(cabinet, `${i}`))
  await until('the answers', () => client.answers.length > 0)
  expect(await endsWithin(5_000, web.close())).toBe(true)
  expect((await closed)[0]).toBe(1001)
  const stored = eventIds(await factsOf(cabinet))
  expect(stored).toEqual(client.answers.map((answer) => answer.eventID))
  expect((await factsOf(cabinet)).at(-1)?.events.at(-1)?.type).toBe('clientOffline')
})

test('P1 P13: while the log is down nothing is acknowledged, and nothing is lost when it is back', async () => {
  const cabinet = await newCabinet(api, scene)
  const client = await connect()
  client.send(event(cabinet, 'before'))
  await until('the answers', () => client.answers.length === 1)
  await nats.kill()
  const ids = newIds()
  for (const id of ids) client.send(event(cabinet, id))
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(client.answers).toHaveLength(1)
  await nats.restart()
  await until('the answers', () => client.answers.length === 101)
  expect(client.answers.slice(1).map((answer) => answer.eventID)).toEqual(ids)
  // A message whose acknowledgement was lost may be stored twice, each time complete and in order.
  expect([...new Set(eventIds(await factsOf(cabinet)))]).toEqual(['before', ...ids])
  await until('the answers', async () => (await storedOf(cabinet)) === 101 + 1)
})

async function connect(url = app.wsUrl, address = '127.0.0.1') {
  const headers = { 'x-forwarded-for': address }
  const socket = new WebSocket(`${url}/ws/stats_listener/v3`, { headers })
  const answers: Answer[] = []
  open.push(socket)
  socket.on('message', (raw: Buffer) => answers.push(JSON.parse(raw.toString()) as Answer))
  await once(socket, 'open')
  return { socket, answers, send: (text: string) => socket.send(text) }
}

function event({ name, token }: NamedCabinet, eventID: string, type = 'spawn'): string {
  const cabinet = { sceneName: 'NYC', cabinetName: name, token }
  const time = new Date().toISOString()
  const gameID = type === 'gamestart' ? eventID : null
  return JSON.stringify({ gameID, eventID, time, type, values: ['map_day', 'True'], cabinet })
}

function newIds(): string[] {
  return Array.from({ length: 100 }, () => crypto.randomUUID())
}

/** All facts of a cabinet, in the order of the log. */
async function factsOf(cabinet: NamedCabinet): Promise<Facts[]> {
  const tail = await app.log.factsTail()
  const found: Facts[] = []
  if (tail === 0) return found
  const ending = new AbortController()
  await app.log
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

function eventIds(facts: Facts[]): string[] {
  const events = facts.flatMap((message) => message.events)
  return events.filter(({ type }) => !type.startsWith('client')).map(({ eventID }) => eventID)
}

async function statusOf(cabinet: NamedCabinet): Promise<string | undefined> {
  const row = await app.store.db
    .selectFrom('view.cabinet')
    .select('clientStatus')
    .where('id', '=', cabinet.id)
    .executeTakeFirst()
  return row?.clientStatus
}

async function storedOf(cabinet: NamedCabinet): Promise<number> {
  const { rows } = await app.store.pool.query<{ n: number }>(
    'select count(*)::int as n from view.cabinet_event where cabinet = $1',
    [cabinet.id],
  )
  return rows[0]!.n
}

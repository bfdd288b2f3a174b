import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StoreCompression, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startNats } from '#scripts/servers/index.ts'
import type { Nats } from '#scripts/servers/index.ts'
import type { NatsRoom } from '#services/log/index.ts'
import { launch, untilReady } from '#scripts/servers/child.ts'
import { natsProgram } from '#scripts/servers/nats-binary.ts'
import { authorization } from '#scripts/servers/nats.ts'
import { freePort } from '#scripts/servers/port.ts'
import { seed } from '#scripts/seed.ts'
import { simulate } from '#scripts/simulator/simulate.ts'
import { startWaggle } from '#services/index.ts'
import {
  firstChain,
  natsAddress,
  natsRooms,
  openLog,
  requireSyncAlways,
  subjects,
} from '#services/log/index.ts'
import { newDatabase } from '../support/app.ts'

let dir: string
let nats: Nats

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-rights-'))
  nats = await startNats({ dir })
  // The admin user creates the streams.
  await (await openLog({ url: nats.url })).close()
})
afterAll(async () => {
  await nats?.stop()
  await rm(dir, { recursive: true, force: true })
})

test('the log cannot be read or written without a user', async () => {
  const nobody = `nats://127.0.0.1:${nats.port}`
  await expect(connect(natsAddress(nobody))).rejects.toThrow('Authorization')
  const guess = `nats://desk:guess@127.0.0.1:${nats.port}`
  await expect(openLog({ url: guess })).rejects.toThrow('does not let this user in')
  await expect(openLog({ url: guess })).rejects.not.toThrow('guess')
})

test.each(natsRooms)(
  'the user of %s has only the rights on the log that its room needs',
  async (room) => {
    const [admin, roomLog] = [
      await openLog({ url: nats.url }),
      await openLog({ url: nats.urlOf(room) }),
    ]
    const before = [await admin.tail(), await admin.factsTail()]
    const couldWrite = {
      commits: await roomLog
        .append(commit(natsRooms.indexOf(room) + 1), 0)
        .then(Boolean, () => false),
      facts: await roomLog.appendFacts(facts()).then(Boolean, () => false),
    }
    expect(couldWrite).toEqual({
      commits: room === 'desk',
      facts: room === 'intake' || room === 'referee',
    })
    const after = [await admin.tail(), await admin.factsTail()]
    expect(after).toEqual([
      before[0]! + Number(couldWrite.commits),
      before[1]! + Number(couldWrite.facts),
    ])
    const connection = await connect(natsAddress(nats.urlOf(room)))
    const { streams } = await jetstreamManager(connection, { timeout: 500 })
    for (const name of ['tournaments', 'facts', 'KV_notes']) {
      await expect(streams.delete(name)).rejects.toThrow(/permission|timeout/i)
      await expect(streams.purge(name)).rejects.toThrow(/permission|timeout/i)
      await expect(streams.update(name, { max_msgs: 1 })).rejects.toThrow(/permission|timeout/i)
    }
    await connection.close()
    expect([await admin.tail(), await admin.factsTail()]).toEqual(after)
    await Promise.all([admin.close(), roomLog.close()])
  },
)

test('a user without the right to alter streams warns about a stream with wrong settings, and continues', async () => {
  const connection = await connect(natsAddress(nats.url))
  const { streams } = await jetstreamManager(connection)
  await streams.update('facts', { compression: StoreCompression.None })
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const roomLog = await openLog({ url: nats.urlOf('intake') })
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/^facts .*npm run log-replicas/)]])
  expect(await roomLog.appendFacts(facts())).toBeGreaterThan(0)
  await roomLog.close()
  await (await openLog({ url: nats.url })).close()
  expect((await streams.info('facts')).config.compression).toBe(StoreCompression.S2)
  expect(warn).toHaveBeenCalledTimes(1)
  warn.mockRestore()
  await connection.close()
})

test.each(Object.entries(subjects))(
  '%s reaches its subscribers from its publishers',
  async (name, of) => {
    const [rooms, subject] = [{ from: [...of.from], to: [...of.to] }, name.replace('*', '7')]
    const connections = await Promise.all(
      natsRooms.map((room) => connect(natsAddress(nats.urlOf(room)))),
    )
    const by = (room: NatsRoom) => connections[natsRooms.indexOf(room)]!
    const received: string[] = []
    for (const to of rooms.to) {
      by(to).subscribe(name, { callback: (_, m) => void received.push(`${m.string()} to ${to}`) })
      await by(to).flush()
    }
    for (const from of rooms.from) by(from).publish(subject, from)
    const expected = rooms.from.flatMap((from) => rooms.to.map((to) => `${from} to ${to}`))
    await expect.poll(() => received.toSorted()).toEqual(expected.toSorted())
    await Promise.all(connections.map((connection) => connection.close()))
  },
)

test('a published message is received once per process, by all its subscribers', async () => {
  const log = await openLog({ url: nats.url })
  const received: Record<'one' | 'other', unknown[]> = { one: [], other: [] }
  const unsubscribeOne = log.subscribe('frame.*', (message) => received.one.push(message))
  const unsubscribeOther = log.subscribe('frame.*', (message) => received.other.push(message))
  const publish = async (n: number, listener: 'one' | 'other', count: number) => {
    log.publish('frame.1', { n })
    await expect.poll(() => received[listener].length).toBe(count)
  }
  await publish(1, 'other', 1)
  expect(received.one[0]).toBe(received.other[0]) // parsed once
  unsubscribeOne()
  unsubscribeOne()
  await publish(2, 'other', 2)
  expect(received.one).toEqual([{ n: 1 }])
  unsubscribeOther()
  const unsubscribeAgain = log.subscribe('frame.*', (message) => received.one.push(message))
  await publish(3, 'one', 2)
  expect(received).toEqual({ one: [{ n: 1 }, { n: 3 }], other: [{ n: 1 }, { n: 2 }] })
  unsubscribeAgain()
  await log.close()
})

test('listeners of the same process get a message at once, those of other processes through the server, each once', async () => {
  const [own, other] = await Promise.all([openLog({ url: nats.url }), openLog({ url: nats.url })])
  const received: Record<'pattern' | 'subject' | 'other', unknown[]> = {
    pattern: [],
    subject: [],
    other: [],
  }
  own.subscribe('frame.*', (message, subject) => received.pattern.push([message, subject]))
  own.subscribe('frame.1', (message, subject) => received.subject.push([message, subject]))
  other.subscribe('frame.*', (message, subject) => received.other.push([message, subject]))
  await other.ask('status.fanout', {}, 100).catch(() => {}) // its subscription is at the server now
  own.publish('frame.1', 'first')
  await Promise.resolve()
  const first = ['first', 'frame.1']
  expect(received).toEqual({ pattern: [first], subject: [first], other: [] })
  await expect.poll(() => received.other).toEqual([first])
  // The server sends this after its own copies of the first message.
  other.publish('frame.1', 'second')
  const both = [first, ['second', 'frame.1']]
  await expect.poll(() => received).toEqual({ pattern: both, subject: both, other: both })
  // What one listener throws reaches neither the others nor the connection.
  const error = vi.spyOn(console, 'error').mockReturnValue()
  own.subscribe('frame.2', () => {
    throw new Error('broken')
  })
  own.publish('frame.2', 'third')
  await expect.poll(() => received.other.length).toBe(3)
  other.publish('frame.2', 'fourth')
  await expect.poll(() => received.pattern.length).toBe(4)
  expect(received.pattern.slice(2)).toEqual(received.other.slice(2))
  expect(error).toHaveBeenCalledTimes(2)
  expect(own.connected()).toBe(true)
  error.mockRestore()
  // A subject without a number is its own pattern.
  const mended: unknown[] = []
  own.subscribe('log.mended', (message) => mended.push(message))
  own.publish('log.mended', 'mended')
  await Promise.resolve()
  expect(mended).toEqual(['mended'])
  await Promise.all([own.close(), other.close()])
})

test('an evening works with a user for each room as it does with one user', async () => {
  const own = await startNats({ dir: join(dir, 'evening') })
  const natsUrls = Object.fromEntries(natsRooms.map((room) => [room, own.urlOf(room)]))
  const databaseUrl = await newDatabase(`rights_${Date.now()}`)
  const adminKey = randomBytes(24).toString('base64url')
  const common = { databaseUrl, natsUrl: own.url, port: 0, adminKey, stripe: null, quiet: true }
  const waggle = await startWaggle({
    ...common,
    natsUrls: natsUrls as Record<NatsRoom, string>,
    cabinetRateLimit: { perSecond: 100_000, burst: 100_000 },
  })
  const { cabinets, tournament } = await seed({ waggle, adminKey, empty: false })
  const ws = waggle.url.replace('http', 'ws')
  const viewer = new WebSocket(`${ws}/ws/tournament-relay/${tournament}`)
  const received: string[] = []
  viewer.on('message', (raw: Buffer) => received.push(raw.toString()))
  await once(viewer, 'open')
  viewer.send(JSON.stringify({ type: 'subscribe', have: 0 }))
  const ending = new AbortController()
  const playing = simulate({
    cabinets,
    url: `${ws}/ws/stats_listener/v3`,
    signal: ending.signal,
    speed: 20,
    gameSeconds: 50,
  })
  const hasReceived = (what: RegExp) => received.some((text) => what.test(text))
  await expect.poll(() => hasReceived(/"type":"live".*"gameID"/)).toBe(true)
  await expect.poll(() => hasReceived(/"type":"change".*"played"/)).toBe(true)
  ending.abort()
  await playing
  const online = async () =>
    (await waggle.store.db.selectFrom('view.cabinet').select('clientStatus').execute()).map(
      (row) => row.clientStatus,
    )
  await expect.poll(online).toEqual(cabinets.map(() => 'offline'))
  viewer.close()
  await waggle.stop()
  await own.stop()
  const log = await readFile(join(dir, 'evening', 'nats.log'), 'utf8')
  expect(log.split('\n').filter((line) => line.includes('Violation'))).toEqual([])
})

test('compose.yaml gives each room the same rights', async () => {
  const compose = await readFile(join(import.meta.dirname, '../../compose.yaml'), 'utf8')
  const users = [...natsRooms, 'admin'] as const
  const password = (user: string) => `\${NATS_${user.toUpperCase()}_PASSWORD:-waggle}`
  const passwords = Object.fromEntries(users.map((user) => [user, `PASSWORD OF ${user}`]))
  const text = authorization(passwords as Parameters<typeof authorization>[0])
    .replaceAll('$', '$$$$')
    .replaceAll(/PASSWORD OF (\w+)/g, (_, user: string) => password(user))
  const indented = text.trim().replaceAll(/^/gm, '  ')
  expect(compose).toContain(indented)
  for (const room of natsRooms) {
    expect(compose).toContain(`nats://${room}:${password(room)}@nats:4222`)
  }
})

test('a token in NATS_URL is accepted; P1: a server without sync_interval: always is refused', async () => {
  const [port, monitor] = [await freePort(), await freePort()]
  const conf = join(dir, 'token.conf')
  await writeFile(
    conf,
    `listen: "127.0.0.1:${port}"\nhttp: "127.0.0.1:${monitor}"\nauthorization { token: s3cret }
jetstream { store_dir: ${JSON.stringify(join(dir, 'token'))} }\n`,
  )
  const program = await natsProgram()
  if (program.kind === 'image') return
  const log = join(dir, 'token.log')
  const server = launch({ name: 'nats-server', command: program.path, args: ['-c', conf], log })
  const at = `http://127.0.0.1:${monitor}`
  await untilReady(server, () => fetch(`${at}/jsz`).then(Boolean, () => undefined))
  await expect(requireSyncAlways(at)).rejects.toThrow('sync_interval: always')
  const open = await openLog({ url: `nats://s3cret@127.0.0.1:${port}` })
  expect(await open.tail()).toBe(0)
  await open.close()
  await server.stop('SIGINT')
})

function commit(tournament: number): Parameters<Awaited<ReturnType<typeof openLog>>['append']>[0] {
  const by = { kind: 'service', name: 'test' } as const
  const command = { type: 'test', hash: '' }
  const body = { id: crypto.randomUUID(), tournament, version: 1, at: new Date().toISOString() }
  return { ...body, by, command, events: [], chain: firstChain } as never
}

function facts() {
  const time = new Date().toISOString()
  const event = { gameID: null, eventID: crypto.randomUUID(), time, type: 'alive', values: [] }
  return { cabinet: 1, after: 0, events: [event] }
}

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StoreCompression, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startNats } from '../../scripts/servers/index.ts'
import type { Nats } from '../../scripts/servers/index.ts'
import type { NatsRoom } from '../../services/log/index.ts'
import { launch, untilReady } from '../../scripts/servers/child.ts'
import { natsProgram } from '../../scripts/servers/nats-binary.ts'
import { authorization } from '../../scripts/servers/nats-users.ts'
import { freePort } from '../../scripts/servers/port.ts'
import { seed } from '../../scripts/seed.ts'
import { simulate } from '../../scripts/simulator/simulate.ts'
import { startWaggle } from '../../services/index.ts'
import {
  firstChain,
  natsAddress,
  natsRooms,
  openLog,
  requireSyncAlways,
  subjects,
} from '../../services/log/index.ts'
import { newDatabase } from '../support/app.ts'

let dir: string
let nats: Nats

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-rights-'))
  nats = await startNats({ dir })
  // The streams are made once by who may do everything.
  await (await openLog({ url: nats.url })).close()
})
afterAll(async () => {
  await nats?.stop()
  await rm(dir, { recursive: true, force: true })
})

test('nobody reads or writes the log without a user', async () => {
  const nobody = `nats://127.0.0.1:${nats.port}`
  await expect(connect(natsAddress(nobody))).rejects.toThrow('Authorization')
  const guess = `nats://desk:guess@127.0.0.1:${nats.port}`
  await expect(openLog({ url: guess })).rejects.toThrow('does not let this user in')
  await expect(openLog({ url: guess })).rejects.not.toThrow('guess')
})

test.each(natsRooms)(
  'the user of %s may do to the log what its room does, and no more',
  async (room) => {
    const [admin, own] = [
      await openLog({ url: nats.url }),
      await openLog({ url: nats.urlOf(room) }),
    ]
    const before = [await admin.tail(), await admin.factsTail()]
    const wrote = {
      commits: await own.append(commit(natsRooms.indexOf(room) + 1), 0).then(Boolean, () => false),
      facts: await own.appendFacts(facts()).then(Boolean, () => false),
    }
    expect(wrote).toEqual({
      commits: room === 'desk',
      facts: room === 'intake' || room === 'referee',
    })
    const after = [await admin.tail(), await admin.factsTail()]
    expect(after).toEqual([before[0]! + Number(wrote.commits), before[1]! + Number(wrote.facts)])
    const connection = await connect(natsAddress(nats.urlOf(room)))
    const { streams } = await jetstreamManager(connection, { timeout: 500 })
    for (const name of ['tournaments', 'facts', 'KV_notes']) {
      await expect(streams.delete(name)).rejects.toThrow(/permission|timeout/i)
      await expect(streams.purge(name)).rejects.toThrow(/permission|timeout/i)
      await expect(streams.update(name, { max_msgs: 1 })).rejects.toThrow(/permission|timeout/i)
    }
    await connection.close()
    expect([await admin.tail(), await admin.factsTail()]).toEqual(after)
    await Promise.all([admin.close(), own.close()])
  },
)

test('who may not alter streams says which is stored otherwise than it should be, and goes on', async () => {
  const connection = await connect(natsAddress(nats.url))
  const { streams } = await jetstreamManager(connection)
  await streams.update('facts', { compression: StoreCompression.None })
  const said = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const own = await openLog({ url: nats.urlOf('intake') })
  expect(said.mock.calls).toEqual([[expect.stringMatching(/^facts .*npm run log-replicas/)]])
  expect(await own.appendFacts(facts())).toBeGreaterThan(0)
  await own.close()
  await (await openLog({ url: nats.url })).close()
  expect((await streams.info('facts')).config.compression).toBe(StoreCompression.S2)
  expect(said).toHaveBeenCalledTimes(1)
  said.mockRestore()
  await connection.close()
})

test.each(Object.entries(subjects))(
  '%s comes from its rooms to those it is for',
  async (name, of) => {
    const [rooms, subject] = [{ from: [...of.from], to: [...of.to] }, name.replace('*', '7')]
    const connections = await Promise.all(
      natsRooms.map((room) => connect(natsAddress(nats.urlOf(room)))),
    )
    const by = (room: NatsRoom) => connections[natsRooms.indexOf(room)]!
    const heard: string[] = []
    for (const to of rooms.to) {
      by(to).subscribe(name, { callback: (_, m) => void heard.push(`${m.string()} to ${to}`) })
      await by(to).flush()
    }
    for (const from of rooms.from) by(from).publish(subject, from)
    const wanted = rooms.from.flatMap((from) => rooms.to.map((to) => `${from} to ${to}`))
    await expect.poll(() => heard.toSorted()).toEqual(wanted.toSorted())
    await Promise.all(connections.map((connection) => connection.close()))
  },
)

test('what is published comes to a process once, and to all in it who listen', async () => {
  const log = await openLog({ url: nats.url })
  const heard: Record<'one' | 'other', unknown[]> = { one: [], other: [] }
  const endOne = log.subscribe('frame.*', (message) => heard.one.push(message))
  const endOther = log.subscribe('frame.*', (message) => heard.other.push(message))
  const say = async (n: number, listener: 'one' | 'other', count: number) => {
    log.publish('frame.1', { n })
    await expect.poll(() => heard[listener].length).toBe(count)
  }
  await say(1, 'other', 1)
  expect(heard.one[0]).toBe(heard.other[0]) // read once
  endOne()
  endOne()
  await say(2, 'other', 2)
  expect(heard.one).toEqual([{ n: 1 }])
  endOther()
  const endAgain = log.subscribe('frame.*', (message) => heard.one.push(message))
  await say(3, 'one', 2)
  expect(heard).toEqual({ one: [{ n: 1 }, { n: 3 }], other: [{ n: 1 }, { n: 2 }] })
  endAgain()
  await log.close()
})

test('with a user for each room an evening is played as it is with one', async () => {
  const own = await startNats({ dir: join(dir, 'evening') })
  const natsUrls = Object.fromEntries(natsRooms.map((room) => [room, own.urlOf(room)]))
  const databaseUrl = await newDatabase(`rights_${Date.now()}`)
  const adminKey = randomBytes(24).toString('base64url')
  const common = { databaseUrl, natsUrl: own.url, port: 0, adminKey, stripe: null, quiet: true }
  const waggle = await startWaggle({
    ...common,
    natsUrls: natsUrls as Record<NatsRoom, string>,
    cabinetPace: { perSecond: 100_000, burst: 100_000 },
  })
  const { cabinets, tournament } = await seed({ waggle, adminKey, empty: false })
  const ws = waggle.url.replace('http', 'ws')
  const viewer = new WebSocket(`${ws}/ws/tournament-relay/${tournament}`)
  const heard: string[] = []
  viewer.on('message', (raw: Buffer) => heard.push(raw.toString()))
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
  const says = (what: RegExp) => heard.some((text) => what.test(text))
  await expect.poll(() => says(/"type":"live".*"gameID"/)).toBe(true)
  await expect.poll(() => says(/"type":"change".*"played"/)).toBe(true)
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

test('compose.yaml gives the rooms the same rights', async () => {
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

test('a token in NATS_URL is taken; P1: a server that syncs later is not', async () => {
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

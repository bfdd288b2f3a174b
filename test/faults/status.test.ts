import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startNats, startPostgres } from '#scripts/servers/index.ts'
import type { Nats, Postgres } from '#scripts/servers/index.ts'
import { statusLines } from '#events/describe/status.ts'
import type { StatusLineName } from '#events/describe/status.ts'
import { registerApi } from '#services/api/index.ts'
import type { StatusLine } from '#services/api/schema/http/status.ts'
import { openDesk } from '#services/desk/index.ts'
import { openLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { openStates } from '#services/states/index.ts'
import { dropLinkToken, keepLinkToken, openEncryption, openStore } from '#services/store/index.ts'
import type { Store } from '#services/store/index.ts'
import { createWeb, keepAdminKey } from '#services/web/index.ts'
import type { Web } from '#services/web/index.ts'
import { serveMetrics } from '#services/telemetry/index.ts'
import { bundled, startChild } from '../support/child-process.ts'
import type { TestChild } from '../support/child-process.ts'
import { person } from '../support/two-scenes.ts'

// Each service is a process, on servers of its own, so that every fault is real. The faults come
// one after another; each is repaired if a later one requires it.
const rooms = ['projector', 'referee', 'fanout', 'intake'] as const
/** The goal on an idle machine. The measured time is printed but not asserted. */
const goalMs = 10_000
const interval = 250
const adminKey = randomBytes(24).toString('base64url')
const encryption = openEncryption('a secret of this test')!
const settings = { diskPaths: [tmpdir()], diskDays: 0, backupDays: 7 }

let dir: string
let nats: Nats
let postgres: Postgres
let store: Store
let log: Log
let web: Web
let owner: Record<string, string>
let cabinetToken: string
let metrics: Awaited<ReturnType<typeof serveMetrics>>
const children = new Map<string, TestChild>()
const closers: (() => Promise<unknown> | void)[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-status-'))
  ;[nats, postgres] = await Promise.all([
    startNats({ dir }),
    startPostgres({ dir: join(dir, 'postgres'), fsync: false }),
  ])
  // The projector migrates the database; the other services wait for that.
  await start('projector')
  await Promise.all([...rooms.slice(1).map(start), startApi()])
  await createEvening()
})
afterAll(async () => {
  for (const end of closers.toReversed()) await end()
  await Promise.all([...children.values()].map((child) => child.end('SIGKILL')))
  await Promise.all([nats?.stop(), postgres?.stop()])
  await rm(dir, { recursive: true, force: true })
})

async function start(room: (typeof rooms)[number]): Promise<void> {
  const child = startChild(
    await bundled(`services/${room === 'referee' ? 'automation' : room}/main.ts`),
    {
      DATABASE_URL: postgres.url,
      NATS_URL: nats.urlOf(room),
      DESK_NATS_URL: nats.urlOf('desk'),
      HOST: '127.0.0.1',
      PORT: '0',
      // Each service serves both APIs; the second gets any free port.
      HIVE_PORT: '0',
      METRICS_PORT: '',
      LOG_LEVEL: 'info',
    },
    'listening at',
  )
  children.set(room, child)
  await child.ready
}

async function startApi(): Promise<void> {
  store = await openStore({ url: postgres.url, max: 4 })
  closers.push(() => store.close())
  closers.push(await keepAdminKey(store, adminKey))
  log = await openLog({ url: nats.urlOf('desk') })
  closers.push(() => log.close())
  const states = openStates({ log, store })
  const desk = openDesk(log, { states, nextIds: store.nextIds })
  closers.push(() => (desk.close(), states.close()))
  web = await createWeb({ store, logger: false })
  web.addHealthCheck('log', () => log.tail())
  web.addHealthCheck('gate', () => desk.ready())
  registerApi({ web, store, desk, states, log, encryption, status: settings })
  await web.ready()
  metrics = await serveMetrics({ host: '127.0.0.1', port: 0 })
  closers.push(() => web.close())
  closers.push(() => metrics.close())
  owner = await person({ store } as never, { isOwner: true })
}

/** A scene with a cabinet, and a tournament of today on it. */
async function createEvening(): Promise<void> {
  const scene = await post('/api/game/scene/', { name: 'hall', displayName: 'The hall' })
  const north = { scene: scene['id'], name: 'north', displayName: 'North' }
  const cabinet = await post('/api/game/cabinet/', north)
  cabinetToken = String(cabinet['token'])
  const today = new Date().toISOString().slice(0, 10)
  const assignedCabinets = [cabinet['id']]
  const friday = { scene: scene['id'], name: 'Friday', date: today, assignedCabinets }
  await post('/api/tournament/tournament/', friday)
}

async function post(url: string, payload: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${adminKey}` }
  const response = await web.inject({ method: 'POST', url, headers, payload })
  if (response.statusCode >= 300) throw new Error(`${response.statusCode}: ${response.body}`)
  return response.json()
}

async function report(clockOffsetMs: number, unsent: number): Promise<void> {
  const headers = { ...owner, 'x-device': 'Left tablet' }
  const payload = { build: 'x', clockOffsetMs, health: { battery: 90, unsent, latency: null } }
  await web.inject({ method: 'POST', url: '/api/user/device/', headers, payload })
}

async function setStandby(names: string): Promise<void> {
  await store.pool.query(`alter system set synchronous_standby_names = '${names}'`)
  await store.pool.query('select pg_reload_conf()')
}

async function connectCabinet(): Promise<WebSocket> {
  const url = /listening at http(:\/\/127\.0\.0\.1:\d+)/.exec(children.get('intake')!.output())?.[1]
  const socket = new WebSocket(`ws${url}/ws/stats_listener/v3`)
  await once(socket, 'open')
  const cabinet = { sceneName: 'hall', cabinetName: 'north', token: cabinetToken }
  const event = { gameID: null, eventID: crypto.randomUUID(), time: new Date().toISOString() }
  socket.send(JSON.stringify({ ...event, type: 'alive', values: [], cabinet }))
  await once(socket, 'message')
  return socket
}

async function statusLine(name: StatusLineName): Promise<StatusLine | undefined> {
  const response = await web.inject({ url: '/api/status/', headers: owner })
  const { lines = [] } = response.json<{ lines?: StatusLine[] }>()
  return lines.find((row) => row.line === name)
}

/** Waits until the line is red, with a text that names the fault. */
async function expectRed(name: StatusLineName, words: RegExp): Promise<void> {
  const expected = { line: name, ok: false, text: expect.stringMatching(words) }
  const sinceMs = performance.now()
  await expect.poll(() => statusLine(name), { interval }).toEqual(expected)
  const ms = Math.round(performance.now() - sinceMs)
  console.info(`${name}: red after ${ms} ms${ms > goalMs ? `, wanted ${goalMs}` : ''}`)
}

async function expectGreen(name: StatusLineName): Promise<void> {
  await expect.poll(async () => (await statusLine(name))?.ok, { interval }).toBe(true)
}

test('all lines are green without faults, and only the owner can read them', async () => {
  const socket = await connectCabinet()
  for (const name of statusLines) await expectGreen(name)
  expect((await statusLine('intake'))?.text).toMatch(/^1 cabinet client is connected; /)
  expect((await web.inject('/api/status/')).statusCode).toBe(401)
  // 1: a cabinet whose client has disconnected
  socket.terminate()
  await expectRed('cabinets', /^Away: North \(The hall\) since \d\d:\d\d UTC\. Check its power/)
})

test('2, 3: a wrong clock and unsent presses on a tablet are red', async () => {
  await report(65_000, 0)
  await expectRed('clocks', /^Left tablet is 65 s ahead\. Set it/)
  await report(0, 2)
  await expectRed('presses', /^Not sent: 2 on Left tablet\. Go to it/)
  await expectGreen('clocks')
})

test('a watched folder that is missing is red, and named', async () => {
  const [readable = ''] = settings.diskPaths
  settings.diskPaths.push('/no/such/disk')
  await expectRed('disk', /^Cannot be checked: \/no\/such\/disk cannot be read\. .*DISK_PATHS/)
  settings.diskPaths.splice(0, 2, readable)
  await expectGreen('disk')
})

test('tokens and addresses of another secret are red, and counted', async () => {
  const previous = openEncryption('the previous secret')!
  await keepLinkToken(store, previous, { stage: 7, tournament: 1, token: { key: 'k' } })
  await expectRed(
    'secret',
    /^Cannot be used: 1 tokens .+ stored with another one\. .+WAGGLE_SECRET/,
  )
  await dropLinkToken(store, 7)
  await keepLinkToken(store, encryption, { stage: 7, tournament: 1, token: { key: 'k' } })
  await expectGreen('secret')
})

test('4, 5: a nearly full disk and an old backup are red', async () => {
  settings.diskDays = 1e9
  await expectRed('disk', / free: room for .+ Free some of the disk/)
  const at = new Date(Date.now() - 8 * 24 * 60 * 60_000)
  await store.db.insertInto('kept.backupTaken').values({ at, commits: 1, facts: 0 }).execute()
  await expectRed('backup', /^The last one was taken 8 days ago\. Take one now: npm run backup/)
})

test('6: a log that differs from the witness is red', async () => {
  await store.pool.query(
    `insert into kept.witness (seq, tournament, version, chain, commit)
     values (1000000, 1, 1000000, 'of another log', '{}')`,
  )
  // Log and witness are compared after every reconnect.
  await nats.restart()
  await expectRed('gate', /no changes can be made\. .*npm run repair\.$/)
  await store.pool.query('delete from kept.witness where seq = 1000000')
  await expectGreen('gate')
})

test('a tournament whose log differs from the witness is red, and nothing else is', async () => {
  const reversed = 'update kept.witness set chain = reverse(chain) where version = 1'
  await store.pool.query(
    `with turned as (${reversed} returning seq, tournament, version)
     insert into kept.halted (seq, tournament, version, reason)
     select seq, tournament, version, 'which differs' from turned`,
  )
  await expectRed(
    'tournaments',
    /^Stopped: Friday \(\d+\) at step 1, which differs\. .+ npm run repair/,
  )
  await expectGreen('gate')
  await store.pool.query(reversed)
  await expectGreen('tournaments')
})

test.each([
  ['7', 'fanout', /^Is not responding: no screen receives/],
  ['8', 'intake', /^Is not responding: cabinets cannot send/],
  ['9', 'referee', /^Is not responding: games are not counted/],
  ['10', 'projector', /^Is not responding: screens are not updated/],
] as const)('%s: a killed %s is red', async (_, room, words) => {
  await expectGreen(room)
  await children.get(room)!.end('SIGKILL')
  await expectRed(room, words)
})

test('a synchronous standby that is away is red, with what ends the wait', async () => {
  await expectGreen('database')
  await setStandby('standby')
  await expectRed('database', /^Answers, but the standby \(standby\) does not confirm .*pg_reload/)
  await setStandby('')
  await expectGreen('database')
})

test('11: a database that is down is reported by /readyz without a sign-in, and red in metrics', async () => {
  await postgres.kill()
  const missing = async () => (await web.inject('/readyz')).json<{ missing: string[] }>().missing
  const soon = { interval }
  await expect.poll(missing, soon).toContain('database')
  expect((await web.inject({ url: '/api/status/', headers: owner })).statusCode).toBe(503)
  const text = async () => (await fetch(metrics.url)).text()
  await expect.poll(text, soon).toContain('waggle_line_red{line="database"} 1')
  await postgres.restart()
  await expectGreen('database')
})

test('12: a log that is down is red, and lines that depend on it are unknown', async () => {
  await nats.kill()
  await expectRed('log', /^The log \(NATS\) is not responding/)
  expect((await statusLine('projector'))?.ok).toBe(null)
})

import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { startAutomation } from '#services/automation/index.ts'
import { bundled, startChild } from '../support/child-process.ts'
import type { TestChild } from '../support/child-process.ts'
import { apiOf } from '#scripts/support/rest-client.ts'
import type { Api } from '#scripts/support/rest-client.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'
import { newCabinet } from './named-cabinet.ts'
import type { NamedCabinet } from './named-cabinet.ts'
import { until } from '../support/desk-client.ts'

type Row = { id: number; token: string }
type Intake = TestChild & { url: string }

let app: App
let api: Api
let scene: number
const open: WebSocket[] = []
const children: TestChild[] = []

beforeAll(async () => {
  app = await startApp()
  api = apiOf(app.url, app.adminKey)
  scene = (await api.post<Row>('/api/game/scene/', { name: 'nyc', displayName: 'NYC' })).id
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate()
  await Promise.all(children.splice(0).map((child) => child.end('SIGKILL')))
})
afterAll(() => app?.stop())

test('R-GE-2: cabinets whose intake is killed go offline, those of another intake do not', async () => {
  const [dead, moved, other] = [
    await newCabinet(api, scene),
    await newCabinet(api, scene),
    await newCabinet(api, scene),
  ]
  const [dying, living] = [await newIntake('dying'), await newIntake('living')]
  // With two referees a cabinet still goes offline only once.
  const second = await startAutomation({ log: app.log, desk: app.desk })
  for (const cabinet of [dead, moved]) await connect(dying.url, cabinet)
  await connect(living.url, other)
  for (const cabinet of [dead, moved, other]) await until('the presence', () => isOnline(cabinet))

  const diedAt = Date.now()
  await dying.end('SIGKILL')
  await connect(living.url, moved)
  await until('the presence', async () => !(await isOnline(dead)))
  expect(Date.now() - diedAt).toBeGreaterThan(8_000)
  expect(await presenceEvents(dead)).toEqual(['clientOnline', 'clientOffline'])
  await connect(living.url, dead)
  // Wait as long again: no other cabinet is considered dead, nor one that has come back.
  await new Promise((resolve) => setTimeout(resolve, 14_000))
  expect(await presenceEvents(dead)).toEqual(['clientOnline', 'clientOffline', 'clientOnline'])
  expect(await presenceEvents(moved)).not.toContain('clientOffline')
  expect(await presenceEvents(other)).toEqual(['clientOnline'])
  await second.stop()
})

test('an intake that was suspended reports its cabinets as online again', async () => {
  const cabinet = await newCabinet(api, scene)
  const intake = await newIntake('stopped')
  await connect(intake.url, cabinet)
  await until('the presence', () => isOnline(cabinet))
  intake.signal('SIGSTOP')
  await until('the presence', async () => !(await isOnline(cabinet)))
  intake.signal('SIGCONT')
  await until('the presence', () => isOnline(cabinet))
  expect(await presenceEvents(cabinet)).toEqual(['clientOnline', 'clientOffline', 'clientOnline'])
})

async function newIntake(name: string): Promise<Intake> {
  const { databaseUrl, streams } = app
  const env = { DATABASE_URL: databaseUrl, NATS_URL: inject('natsUrl'), STREAMS: streams }
  const program = await bundled('test/log/children/intake.ts')
  const child = startChild(program, { ...env, INTAKE_NAME: name }, 'ready ')
  children.push(child)
  await child.ready
  const url = () => /ready (\d+)\n/.exec(child.output())?.[1]
  await until('its address', () => url() !== undefined)
  return { ...child, url: `ws://127.0.0.1:${url()}` }
}

async function connect(url: string, { name, token }: NamedCabinet): Promise<void> {
  const socket = new WebSocket(`${url}/ws/stats_listener/v3`)
  open.push(socket)
  socket.on('error', () => {})
  await once(socket, 'open')
  const cabinet = { sceneName: 'NYC', cabinetName: name, token }
  const time = new Date().toISOString()
  const eventID = crypto.randomUUID()
  const acknowledgement = once(socket, 'message')
  socket.send(JSON.stringify({ gameID: null, eventID, time, type: 'alive', values: [], cabinet }))
  expect(JSON.parse(String((await acknowledgement)[0]))).toEqual({ eventID })
}

async function isOnline({ id }: NamedCabinet): Promise<boolean> {
  const row = await app.store.db
    .selectFrom('view.cabinet')
    .select('clientStatus')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.clientStatus === 'online'
}

/** All presence events of a cabinet, in the order of the log. */
async function presenceEvents({ id }: NamedCabinet): Promise<string[]> {
  const { rows } = await app.store.pool.query<{ type: string }>(
    `select type from view.cabinet_event where cabinet = $1 and type like 'client%' order by seq`,
    [id],
  )
  return rows.map(({ type }) => type)
}

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startNats, startPostgres } from '#scripts/servers/index.ts'
import type { Nats, Postgres } from '#scripts/servers/index.ts'
import { freePort } from '#scripts/servers/port.ts'
import { bundled, startChild } from '../support/child-process.ts'
import type { TestChild } from '../support/child-process.ts'
import { until } from '../support/desk-client.ts'

const services = [
  'projector',
  'api',
  'fanout',
  'intake',
  'automation',
  'challonge',
  'notify',
] as const
/** The NATS user of each service, as in compose.yaml. */
const users = {
  projector: 'projector',
  api: 'desk',
  fanout: 'fanout',
  intake: 'intake',
  automation: 'referee',
  challonge: 'desk',
  notify: 'desk',
} as const
/** The intake listens on a second address, as on a machine with several. */
const hostOf = (service: string) => (service === 'intake' ? '127.0.0.2' : '127.0.0.1')
const adminKey = randomBytes(24).toString('base64url')

let dir: string
let nats: Nats
let postgres: Postgres
let metricsPort: number
const children = new Map<string, TestChild>()
const ports = new Map<string, number>()

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-restart-'))
  nats = await startNats({ dir: join(dir, 'nats') })
  postgres = await startPostgres({ dir: join(dir, 'postgres') })
  metricsPort = await freePort()
  for (const service of services) {
    const port = await freePort()
    const env = {
      DATABASE_URL: postgres.url,
      NATS_URL: nats.urlOf(users[service]),
      DESK_NATS_URL: nats.urlOf('desk'),
      HOST: hostOf(service),
      PORT: `${port}`,
      METRICS_PORT: service === 'intake' ? `${metricsPort}` : '',
      LOG_LEVEL: 'fatal',
      ADMIN_API_KEY: adminKey,
    }
    ports.set(service, port)
    const program = await bundled(`services/${service}/main.ts`)
    children.set(service, startChild(program, env, 'never printed'))
    // The projector creates the tables that the other services read.
    if (service === 'projector') await until('the projector is up', () => isUp(service))
  }
  for (const service of services) await until(`${service} is up`, () => isUp(service))
})

afterAll(async () => {
  await Promise.all([...children.values()].map((child) => child.end('SIGKILL')))
  await postgres?.stop()
  await nats?.stop()
  await rm(dir, { recursive: true, force: true })
})

test('ux 43: a practice works with each service as a process, and is not counted in metrics', async () => {
  const { body: scene } = await send('POST', '/api/game/scene/', { name: 'hall', displayName: 'H' })
  const practice = await send('POST', `/api/tournament/scene/${Number(scene['id'])}/practice/`, {})
  const { id, assignedCabinets } = practice.body as { id: number; assignedCabinets: number[] }
  const [cabinet] = assignedCabinets
  const readJson = async (path: string) => {
    return (await (await fetch(baseUrl('api') + path)).json()) as Record<string, unknown>
  }
  await until('the cabinet to be there', async () => {
    return (await readJson(`/api/game/cabinet/${cabinet}/`))['clientStatus'] === 'online'
  })
  await send('PUT', `/api/tournament/tournament/${id}/select-next/`, { cabinet })
  await until('a game to begin', async () => {
    return (await readJson(`/api/game/game/?cabinetId=${cabinet}`))['count'] === 1
  })
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(metrics).toMatch(/^waggle_cabinet_clients 0$/m)
  expect(metrics).toMatch(/^waggle_cabinet_events_total 0$/m)
})

test('P15: while Postgres restarts, requests are refused with 503 and no service ends', async () => {
  const scene = (await write(1)).body.id as number
  const endedServices: string[] = []
  for (const [service, child] of children) void child.ended.then(() => endedServices.push(service))
  const statuses = new Set<number>()
  let isRunning = true
  const repeat = async (request: () => Promise<number>) => {
    while (isRunning) statuses.add(await request())
  }
  let n = 1
  const work = Promise.all([
    ...Array.from({ length: 12 }, () => repeat(() => read(`/api/game/scene/${scene}/`))),
    // Inside transactions, where the pool has no error listener on the connection.
    ...Array.from({ length: 8 }, () => repeat(async () => (await write(++n)).status)),
    repeat(() => watch()),
  ])
  for (let round = 0; round < 4; round++) {
    await new Promise((resolve) => setTimeout(resolve, 300))
    if (round % 2 === 0) await postgres.kill()
    await postgres.restart()
  }
  isRunning = false
  await work
  expect(endedServices).toEqual([])
  await until('it answers again', async () => (await read(`/api/game/scene/${scene}/`)) === 200)
  await until('it writes again', async () => (await write(++n)).status === 201)
  expect([...statuses].filter((status) => ![0, 200, 201, 503].includes(status))).toEqual([])
  expect(statuses).toContain(503)
  for (const service of services) await until(`${service} is up again`, () => isUp(service))
})

const baseUrl = (service: string) => `http://${hostOf(service)}:${ports.get(service)}`

async function isUp(service: string): Promise<boolean> {
  return fetch(`${baseUrl(service)}/health`).then(
    (response) => response.ok,
    () => false,
  )
}

async function read(path: string): Promise<number> {
  const response = await fetch(baseUrl('api') + path)
  await response.arrayBuffer()
  return response.status
}

const write = (n: number) =>
  send('POST', '/api/game/scene/', { name: `scene${n}`, displayName: `Scene ${n}` })

async function send(method: string, path: string, body: object) {
  const response = await fetch(baseUrl('api') + path, {
    method,
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** Connects a viewer for a moment. Returns 0 in place of an HTTP status. */
async function watch(): Promise<number> {
  const socket = new WebSocket(`${baseUrl('fanout').replace('http', 'ws')}/ws/tournament-relay/1`)
  socket.on('error', () => {})
  socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', have: 0 })))
  await Promise.race([once(socket, 'close'), new Promise((resolve) => setTimeout(resolve, 200))])
  socket.terminate()
  return 0
}

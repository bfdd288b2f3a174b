import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startNats, startPostgres } from '../../scripts/servers/index.ts'
import type { Nats, Postgres } from '../../scripts/servers/index.ts'
import { freePort } from '../../scripts/servers/port.ts'
import { bundled, startChild } from '../support/child-process.ts'
import type { TestChild } from '../support/child-process.ts'
import { until } from '../support/desk-client.ts'

const services = ['projector', 'api', 'fanout', 'intake', 'referee', 'challonge', 'notify'] as const
/** As the compose file has them. */
const users = {
  projector: 'projector',
  api: 'desk',
  fanout: 'fanout',
  intake: 'intake',
  referee: 'referee',
  challonge: 'desk',
  notify: 'desk',
} as const
/** The intake has an address of its own, as on a machine with several. */
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
    children.set(service, startChild(program, env, 'never said'))
    // The projector makes the tables all others read.
    if (service === 'projector') await until('the projector is up', () => isUp(service), 60_000)
  }
  for (const service of services) await until(`${service} is up`, () => isUp(service), 60_000)
})

afterAll(async () => {
  await Promise.all([...children.values()].map((child) => child.end('SIGKILL')))
  await postgres?.stop()
  await nats?.stop()
  await rm(dir, { recursive: true, force: true })
})

test('ux 43: a practice is played where each service is its own process, and is in no number', async () => {
  const { body: scene } = await send('POST', '/api/game/scene/', { name: 'hall', displayName: 'H' })
  const begun = await send('POST', `/api/tournament/scene/${Number(scene['id'])}/practice/`, {})
  const { id, assignedCabinets } = begun.body as { id: number; assignedCabinets: number[] }
  const [cabinet] = assignedCabinets
  const shown = async (path: string) => {
    return (await (await fetch(at('api') + path)).json()) as Record<string, unknown>
  }
  await until('the cabinet to be there', async () => {
    return (await shown(`/api/game/cabinet/${cabinet}/`))['clientStatus'] === 'online'
  })
  await send('PUT', `/api/tournament/tournament/${id}/select-next/`, { cabinet })
  await until('a game to begin', async () => {
    return (await shown(`/api/game/game/?cabinetId=${cabinet}`))['count'] === 1
  })
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(metrics).toMatch(/^waggle_cabinet_clients 0$/m)
  expect(metrics).toMatch(/^waggle_cabinet_events_total 0$/m)
})

test('P15: while Postgres restarts requests are told to come again, and no service ends', async () => {
  const scene = (await write(1)).body.id as number
  const ended: string[] = []
  for (const [service, child] of children) void child.ended.then(() => ended.push(service))
  const answers = new Set<number>()
  let storming = true
  const storm = async (ask: () => Promise<number>) => {
    while (storming) answers.add(await ask())
  }
  let n = 1
  const work = Promise.all([
    ...Array.from({ length: 12 }, () => storm(() => read(`/api/game/scene/${scene}/`))),
    // Inside of transactions, where a lost connection has no listener of the pool's.
    ...Array.from({ length: 8 }, () => storm(async () => (await write(++n)).status)),
    storm(() => watch()),
  ])
  for (let round = 0; round < 4; round++) {
    await new Promise((resolve) => setTimeout(resolve, 300))
    if (round % 2 === 0) await postgres.kill()
    await postgres.restart()
  }
  storming = false
  await work
  expect(ended).toEqual([])
  await until('it answers again', async () => (await read(`/api/game/scene/${scene}/`)) === 200)
  await until('it writes again', async () => (await write(++n)).status === 201)
  expect([...answers].filter((status) => ![0, 200, 201, 503].includes(status))).toEqual([])
  expect(answers).toContain(503)
  for (const service of services) await until(`${service} is up again`, () => isUp(service))
})

const at = (service: string) => `http://${hostOf(service)}:${ports.get(service)}`

async function isUp(service: string): Promise<boolean> {
  return fetch(`${at(service)}/health`).then(
    (answer) => answer.ok,
    () => false,
  )
}

async function read(path: string): Promise<number> {
  const answer = await fetch(at('api') + path)
  await answer.arrayBuffer()
  return answer.status
}

const write = (n: number) =>
  send('POST', '/api/game/scene/', { name: `scene${n}`, displayName: `Scene ${n}` })

async function send(method: string, path: string, body: object) {
  const answer = await fetch(at('api') + path, {
    method,
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** A viewer that comes and goes; 0: it was there. */
async function watch(): Promise<number> {
  const socket = new WebSocket(`${at('fanout').replace('http', 'ws')}/ws/tournament-relay/1`)
  socket.on('error', () => {})
  socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', have: 0 })))
  await Promise.race([once(socket, 'close'), new Promise((resolve) => setTimeout(resolve, 200))])
  socket.terminate()
  return 0
}

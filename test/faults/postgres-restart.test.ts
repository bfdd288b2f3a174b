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
const adminKey = randomBytes(24).toString('base64url')

let dir: string
let nats: Nats
let postgres: Postgres
const children = new Map<string, TestChild>()
const ports = new Map<string, number>()

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-restart-'))
  nats = await startNats({ dir: join(dir, 'nats') })
  postgres = await startPostgres({ dir: join(dir, 'postgres') })
  for (const service of services) {
    const port = await freePort()
    const env = {
      DATABASE_URL: postgres.url,
      NATS_URL: nats.url,
      HOST: '127.0.0.1',
      PORT: `${port}`,
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

const at = (service: string) => `http://127.0.0.1:${ports.get(service)}`

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

async function write(n: number) {
  const answer = await fetch(`${at('api')}/api/game/scene/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `scene${n}`, displayName: `Scene ${n}` }),
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

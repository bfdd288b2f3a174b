import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startNats } from '../../scripts/servers/index.ts'
import type { Nats } from '../../scripts/servers/index.ts'
import { openStore } from '../../services/store/index.ts'
import { createWeb } from '../../services/web/index.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'

let dir: string
let nats: Nats
let app: App

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-health-'))
  nats = await startNats({ dir })
  app = await startApp({ natsUrl: nats.url })
})
afterAll(async () => {
  await app?.stop()
  await nats?.stop()
  await rm(dir, { recursive: true, force: true })
})

const waiting = { interval: 250 }
const sound = [200, undefined, { ok: true }]

async function health() {
  const { statusCode, headers, body } = await app.web.inject('/health')
  return [statusCode, headers['retry-after'], JSON.parse(body) as unknown]
}

test('health is 200 while all parts are there, and says when the log is away', async () => {
  expect(await health()).toEqual(sound)
  await nats.stop()
  await expect
    .poll(health, waiting)
    .toEqual([503, '1', { ok: false, missing: expect.arrayContaining(['log']) }])
  await nats.restart()
  // The gate is shut until the log has been compared with the database again (P9).
  await expect.poll(health, waiting).toEqual(sound)
})

test('health says when the gate is shut, since the log is not what the database has seen', async () => {
  const { pool } = app.store
  await pool.query(
    `insert into kept.witness (seq, tournament, version, chain, commit)
     values (1000000, 1, 1, 'of another log', '{}')`,
  )
  // As after every reconnect: what was found sound before has to be compared again.
  app.log.publish('witness.broken', { ok: false, reason: 'compare again' })
  const gate = expect.stringContaining('the database has seen') as string
  const shut = [503, '1', { ok: false, missing: ['gate'], reasons: { gate } }]
  await expect.poll(health, waiting).toEqual(shut)
  // A repair is found without a restart.
  await pool.query('delete from kept.witness where seq = 1000000')
  await expect.poll(health, waiting).toEqual(sound)
})

test('health says when the database is away, and checks once a second however often it is asked', async () => {
  const store = await openStore({ url: inject('databaseUrl'), max: 1 })
  const web = await createWeb({ store, logger: false, maxInFlight: 0 })
  let checks = 0
  web.addHealthCheck('something', async () => {
    checks++
    throw new Error('away')
  })
  await store.pool.end()
  // All arrive before the first check has ended.
  const answers = await Promise.all(Array.from({ length: 20 }, () => web.inject('/health')))
  for (const { statusCode, body } of answers) {
    const missing = { ok: false, missing: ['database', 'something'] }
    expect([statusCode, JSON.parse(body)]).toEqual([503, missing])
  }
  expect(checks).toBe(1)
  await web.close()
})

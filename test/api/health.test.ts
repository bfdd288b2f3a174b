import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startNats } from '#scripts/servers/index.ts'
import type { Nats } from '#scripts/servers/index.ts'
import { openStore } from '#services/store/index.ts'
import { createWeb } from '#services/web/index.ts'
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

const pollOptions = { interval: 250 }
const healthy = [200, undefined, { ok: true }]

async function health() {
  const { statusCode, headers, body } = await app.web.inject('/health')
  return [statusCode, headers['retry-after'], JSON.parse(body) as unknown]
}

test('health is 200 while all parts are available, and reports a missing log', async () => {
  expect(await health()).toEqual(healthy)
  await nats.stop()
  await expect
    .poll(health, pollOptions)
    .toEqual([503, '1', { ok: false, missing: expect.arrayContaining(['log']) }])
  await nats.restart()
  // The gate stays closed until the log has been compared with the database again (P9).
  await expect.poll(health, pollOptions).toEqual(healthy)
})

test('health reports a closed gate if the log differs from what the database has seen', async () => {
  const { pool } = app.store
  await pool.query(
    `insert into kept.witness (seq, tournament, version, chain, commit)
     values (1000000, 1, 1, 'of another log', '{}')`,
  )
  // As after every reconnect, an earlier comparison is no longer valid.
  app.log.publish('witness.broken', { ok: false, reason: 'compare again' })
  const gate = expect.stringContaining('the database has seen') as string
  const shut = [503, '1', { ok: false, missing: ['gate'], reasons: { gate } }]
  await expect.poll(health, pollOptions).toEqual(shut)
  // A repair is detected without a restart.
  await pool.query('delete from kept.witness where seq = 1000000')
  await expect.poll(health, pollOptions).toEqual(healthy)
})

test('health reports a missing database, and checks at most once a second', async () => {
  const store = await openStore({ url: inject('databaseUrl'), max: 1 })
  const web = await createWeb({ store, logger: false, maxInFlight: 0 })
  let checks = 0
  web.addHealthCheck('something', async () => {
    checks++
    throw new Error('away')
  })
  await store.pool.end()
  // All requests arrive before the first check has ended.
  const answers = await Promise.all(Array.from({ length: 20 }, () => web.inject('/health')))
  for (const { statusCode, body } of answers) {
    const missing = { ok: false, missing: ['database', 'something'] }
    expect([statusCode, JSON.parse(body)]).toEqual([503, missing])
  }
  expect(checks).toBe(1)
  await web.close()
})

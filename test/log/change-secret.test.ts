// What an operator does after the secret has changed, or is lost.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscribe } from '#services/notify/index.ts'
import { vapidKeys } from '#services/notify/push/vapid.ts'
import {
  countUnreadable,
  keepLinkToken,
  openEncryption,
  openStore,
  readLinkToken,
} from '#services/store/index.ts'
import type { Store } from '#services/store/index.ts'
import { newDatabase } from '../support/app.ts'
import { runScript } from '../support/run-script.ts'

const [previous, next, lost] = ['the previous secret', 'the next secret', 'a lost secret']
const none = { token: 0, address: 0, vapid: 0 }
let databaseUrl: string
let store: Store

beforeAll(async () => {
  databaseUrl = await newDatabase(`s${randomBytes(6).toString('hex')}`)
  store = await openStore({ url: databaseUrl, max: 2 })
  await store.pool.query(`insert into kept.tournament (id) values (1)`)
})
afterAll(() => store?.close())

function change(env: Record<string, string>, ...args: string[]) {
  const servers = { DATABASE_URL: databaseUrl, NATS_URL: 'nats://127.0.0.1:1' }
  return runScript('scripts/change-secret.ts', { args, env: { ...servers, ...env } })
}

function subscribeHook(secret: string): Promise<number> {
  const about = { channel: 'webhook', tournament: 1, options: {}, after: 0 }
  return subscribe(store, openEncryption(secret)!, { ...about, address: { url: 'https://x.test' } })
}

test('what was stored with the previous secret can be used with the next one', async () => {
  const from = openEncryption(previous)!
  await keepLinkToken(store, from, { stage: 1, tournament: 1, token: { key: 'k' } })
  await subscribeHook(previous)
  const keys = await vapidKeys(store, from)
  const to = openEncryption(next)
  expect(await countUnreadable(store, to)).toEqual({ token: 1, address: 1, vapid: 1 })
  expect(await change({ PREVIOUS_SECRET: previous, WAGGLE_SECRET: next })).toEqual({
    code: 0,
    output: expect.stringMatching(/^Encrypted again: 1 tokens .+ 1 addresses .+ 1 keys/),
  })
  expect(await countUnreadable(store, to)).toEqual(none)
  expect(await readLinkToken(store, to, 1)).toEqual({ key: 'k' })
  expect(await vapidKeys(store, to)).toEqual(keys)
})

test('what was stored with a lost secret stays until it is to be forgotten; then phones can subscribe again', async () => {
  await keepLinkToken(store, openEncryption(lost)!, {
    stage: 2,
    tournament: 1,
    token: { key: 'k' },
  })
  const id = await subscribeHook(lost)
  await store.pool.query('delete from kept.vapid_key')
  await vapidKeys(store, openEncryption(lost))
  const to = openEncryption(next)
  expect(await vapidKeys(store, to)).toBe(null)

  const settings = { PREVIOUS_SECRET: previous, WAGGLE_SECRET: next }
  expect(await change(settings)).toEqual({
    code: 1,
    output: expect.stringMatching(/^Encrypted again: 0 .+\nStored with neither secret.+: 1 tokens/),
  })
  expect(await countUnreadable(store, to)).toEqual({ token: 1, address: 1, vapid: 1 })
  expect((await change(settings, '--forget')).code).toBe(0)
  expect(await countUnreadable(store, to)).toEqual(none)
  expect(await readLinkToken(store, to, 1)).toEqual({ key: 'k' })
  const { rows } = await store.pool.query(
    'select ended_at is not null as ended from kept.subscription where id = $1',
    [id],
  )
  expect(rows).toEqual([{ ended: true }])
  expect(await vapidKeys(store, to)).not.toBe(null)
})

test('without a secret nothing is changed', async () => {
  expect(await change({ WAGGLE_SECRET: '' })).toEqual({
    code: 2,
    output: expect.stringMatching(/^WAGGLE_SECRET is not set/),
  })
})

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '#services/store/index.ts'
import type { Store } from '#services/store/index.ts'
import { newDatabase } from '../support/app.ts'
import { startProxy } from '../support/proxy.ts'
import type { Proxy } from '../support/proxy.ts'

let proxy: Proxy
let store: Store
beforeAll(async () => {
  const url = new URL(await newDatabase(`s${randomBytes(6).toString('hex')}`))
  const port = Number(url.port)
  proxy = await startProxy(() => port)
  url.port = `${proxy.port}`
  store = await openStore({ url: url.href, max: 2 })
})
afterAll(async () => {
  proxy?.heal()
  await store?.close()
  await proxy?.close()
})

test('P1: a query fails if the database server has died, and queries work when it is back', async () => {
  await store.pool.query('select 1')
  proxy.swallow()
  await expect(store.pool.query('select 2')).rejects.toThrow('Connection terminated')
  proxy.heal()
  const { rows } = await store.pool.query('select 3 as n')
  expect(rows).toEqual([{ n: 3 }])
})

test('a slow query is not timed out', async () => {
  const { rows } = await store.pool.query('select 4 as n from pg_sleep(5)')
  expect(rows).toEqual([{ n: 4 }])
})

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, inject, test } from 'vitest'
import { startWaggle } from '#services/index.ts'
import type { Waggle } from '#services/index.ts'
import { locks, openStore } from '#services/store/index.ts'
import { hashOf, keepAdminKey } from '#services/web/index.ts'
import { newDatabase } from '../support/app.ts'
import { until } from '../support/desk-client.ts'

// P18: the operator's key has all rights only while the server is started with it.
let waggle: Waggle | null = null
afterEach(() => stop())

const newKey = () => randomBytes(24).toString('base64url')
async function stop(): Promise<void> {
  await waggle?.stop()
  waggle = null
}
async function restart(name: string, databaseUrl: string, adminKey?: string): Promise<void> {
  await stop()
  waggle = await startWaggle({
    databaseUrl,
    natsUrl: inject('natsUrl'),
    streams: `${name}_`,
    port: 0,
    quiet: true,
    stripe: null,
    ...(adminKey === undefined ? {} : { adminKey }),
  })
}
async function mayDo(key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` }
  return (await fetch(`${waggle?.url}/api/user/me/`, { headers })).status
}

test('P18: after it is changed or removed, the previous key has no rights', async () => {
  const name = `k${randomBytes(6).toString('hex')}`
  const databaseUrl = await newDatabase(name)
  const [first, second] = [newKey(), newKey()]
  await restart(name, databaseUrl, first)
  expect(await mayDo(first)).toBe(200)
  await restart(name, databaseUrl, second)
  expect([await mayDo(first), await mayDo(second)]).toEqual([401, 200])
  // An older release stored the key under another name.
  await waggle?.store.pool.query(`update kept.api_key set name = 'operator' where person is null`)
  await restart(name, databaseUrl)
  expect([await mayDo(first), await mayDo(second)]).toEqual([401, 401])
})

test('P18: the server does not start with a key that can be guessed', async () => {
  const name = `k${randomBytes(6).toString('hex')}`
  const databaseUrl = await newDatabase(name)
  const weak = ['', 'x', 'change-me', 'a'.repeat(64), 'abababababababababababababababab']
  for (const key of weak) {
    await expect(restart(name, databaseUrl, key)).rejects.toThrow(/ADMIN_API_KEY.*openssl rand/)
  }
})

test('P18: several servers that start at once with one key all start', async () => {
  const store = await openStore({ url: await newDatabase(`k${randomBytes(6).toString('hex')}`) })
  const key = newKey()
  const ends = await Promise.all(Array.from({ length: 8 }, () => keepAdminKey(store, key)))
  const kept = await store.db.selectFrom('kept.apiKey').select('name').execute()
  for (const end of ends) end()
  await store.close()
  expect(kept).toEqual([{ name: 'ADMIN_API_KEY' }])
})

test('P18: a server without the key, or with another one, leaves the key of one that is running', async () => {
  const url = await newDatabase(`k${randomBytes(6).toString('hex')}`)
  const [first, second] = await Promise.all([openStore({ url }), openStore({ url })])
  const [key, other] = [newKey(), newKey()]
  const hashes = async () => {
    const rows = await second.db.selectFrom('kept.apiKey').select('hash').execute()
    return rows.map(({ hash }) => hash).toSorted()
  }
  const end = await keepAdminKey(first, key)
  await keepAdminKey(second, null)
  expect(await hashes()).toEqual([hashOf(key)])
  const endOther = await keepAdminKey(second, other)
  expect(await hashes()).toEqual([hashOf(key), hashOf(other)].toSorted())

  // A failover ends the connections of both, and one of them is back before the other.
  await second.db.transaction().execute(async (tx) => {
    // Until the commit no key can be back: one that is back has a lock, so no start would delete it.
    await sql`lock table kept.api_key`.execute(tx)
    await sql`select pg_terminate_backend(pid) from pg_locks
      where classid = ${locks.adminKey} and pid <> pg_backend_pid()`.execute(tx)
    await tx.deleteFrom('kept.apiKey').execute()
  })
  await until('both keys to be back', async () => (await hashes()).length === 2)

  end()
  await first.close()
  await keepAdminKey(second, other).then((endAgain) => endAgain())
  expect(await hashes()).toEqual([hashOf(other)])
  endOther()
  await second.close()
})

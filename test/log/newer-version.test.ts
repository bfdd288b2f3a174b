import { expect, inject, test } from 'vitest'
import { startWaggle } from '#services/index.ts'
import { migrate, openStore } from '#services/store/index.ts'
import { emptyDatabase } from '../support/app.ts'
import { until } from '../support/desk-client.ts'
import { bundled, startChild } from '../support/child-process.ts'

test('an older version does not start on the database of a newer one, and says why', async () => {
  const databaseUrl = await emptyDatabase('newer_version')
  const store = await openStore({ url: databaseUrl })
  await migrate(store)
  await store.pool.query(
    `insert into kept_migrations.kysely_migration values ('9999_later', '2099-01-01')`,
  )
  await store.close()
  const start = startWaggle({ databaseUrl, natsUrl: inject('natsUrl'), port: 0, quiet: true })
  await expect(start).rejects.toThrow('belongs to a newer version of Waggle')
})

test('a service that starts first waits until a projector has created the tables', async () => {
  const databaseUrl = await emptyDatabase('not_migrated')
  const servers = { DATABASE_URL: databaseUrl, NATS_URL: inject('natsUrl'), HOST: '127.0.0.1' }
  const env = { ...servers, PORT: '0', HIVE_PORT: '0', METRICS_PORT: '', LOG_LEVEL: 'info' }
  const api = startChild(
    await bundled('services/api/main.ts'),
    { ...env, ADMIN_API_KEY: 'only for this test, and long' },
    'listening at',
  )
  await Promise.race([api.ended, until('it to wait', () => /Waiting/.test(api.output()))])
  expect(api.output()).toBe('Waiting for a projector, which creates and migrates the tables\n')
  const store = await openStore({ url: databaseUrl })
  await migrate(store)
  await store.close()
  await api.ready
  await api.end('SIGTERM')
})

import { expect, inject, test } from 'vitest'
import { startWaggle } from '../../services/index.ts'
import { migrate, openStore } from '../../services/store/index.ts'
import { emptyDatabase } from '../support/app.ts'

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

// The previous release's data under this one: a fixed part of what `npm run try-upgrade` does whole.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { compareView } from '../../scripts/upgrade/compare-rows.ts'
import { frozenRows, tryUpgrade } from '../../scripts/upgrade/trial.ts'
import type { Upgraded } from '../../scripts/upgrade/trial.ts'
import { migrate, openStore } from '../../services/store/index.ts'
import type { Store } from '../../services/store/index.ts'
import { emptyDatabase, newDatabase } from '../support/app.ts'

let store: Store
let found: Upgraded

beforeAll(async () => {
  const name = `u${randomBytes(6).toString('hex')}`
  const databaseUrl = await emptyDatabase(name)
  found = await tryUpgrade({ natsUrl: inject('natsUrl'), databaseUrl, streams: `${name}_` }, 5_000)
  store = await openStore({ url: databaseUrl, max: 1 })
})
afterAll(() => store?.close())

test('P6 P22: after an upgrade all rows of many commits are those of the release before', () => {
  const { differences, commits, evenings, rows } = found
  expect(differences).toEqual([])
  expect([commits, evenings]).toEqual([5_016, 152])
  // its teams, matches and queues among them, and the commit the database has seen
  expect(rows).toBeGreaterThan(2 * commits)
})

test('how long an upgrade takes is said', () => {
  const { answersMs, completeMs } = found
  expect(completeMs).toBeGreaterThan(answersMs)
  console.log(
    `${found.commits} commits: answers after ${Math.round(answersMs)} ms, with all rows after ${Math.round(completeMs)} ms`,
  )
})

test('a row that is other than before is found, in the first evening and in any other', async () => {
  const { pool } = store
  await pool.query('update view.match set blue_score = 7 where id = 2001')
  await pool.query(`update view.team set name = 'Others' where id = 1`)
  const { differences } = await compareView(store, frozenRows, found.evenings)
  expect(differences).toEqual([
    // The team that was added to the last evening after all had been compared.
    'view.tournament_version: rows of 1 evenings differ, such as 151.',
    // Each is compared with the first.
    'view.team: rows of 152 evenings differ, such as 0, 1, 2.',
    'view.match: rows of 1 evenings differ, such as 2.',
  ])
})

test('a database that a later version has migrated starts no earlier one', async () => {
  const url = await newDatabase(`u${randomBytes(6).toString('hex')}`)
  const own = await openStore({ url, max: 2 })
  await migrate(own)
  await own.pool.query(
    `insert into kept_migrations.kysely_migration (name, timestamp)
     select '9999_later', max(timestamp) from kept_migrations.kysely_migration`,
  )
  await expect(migrate(own)).rejects.toThrow('9999_later')
  await own.close()
})

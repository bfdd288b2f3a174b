// The data of the previous release under this one: a fixed part of what `npm run try-upgrade` does.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { compareView } from '#scripts/upgrade/compare-rows.ts'
import { frozenRows, tryUpgrade } from '#scripts/upgrade/trial.ts'
import type { UpgradeResult } from '#scripts/upgrade/trial.ts'
import { migrate, openStore } from '#services/store/index.ts'
import type { Store } from '#services/store/index.ts'
import { emptyDatabase, newDatabase } from '../support/app.ts'

let store: Store
let report: UpgradeResult

beforeAll(async () => {
  const name = `u${randomBytes(6).toString('hex')}`
  const databaseUrl = await emptyDatabase(name)
  report = await tryUpgrade({ natsUrl: inject('natsUrl'), databaseUrl, streams: `${name}_` }, 5_000)
  store = await openStore({ url: databaseUrl, max: 1 })
})
afterAll(() => store?.close())

test('P6 P22: after an upgrade the rows of many commits are those of the previous release', () => {
  const { differences, commits, evenings, rows } = report
  expect(differences).toEqual([])
  expect([commits, evenings]).toEqual([5_016, 152])
  // Includes teams, matches and queues, and the witnessed commits.
  expect(rows).toBeGreaterThan(2 * commits)
})

test('prints how long an upgrade takes', () => {
  const { answersMs, completeMs } = report
  expect(completeMs).toBeGreaterThan(answersMs)
  console.log(
    `${report.commits} commits: answers after ${Math.round(answersMs)} ms, with all rows after ${Math.round(completeMs)} ms`,
  )
})

test('a row that differs is found, in the first evening and in later ones', async () => {
  const { pool } = store
  await pool.query('update view.match set blue_score = 7 where id = 2001')
  await pool.query(`update view.team set name = 'Others' where id = 1`)
  const { differences } = await compareView(store, frozenRows, report.evenings)
  expect(differences).toEqual([
    // The last evening got another team after the comparison.
    'view.tournament_version: rows of 1 evenings differ, such as 151.',
    // Every evening is compared with the first one.
    'view.team: rows of 152 evenings differ, such as 0, 1, 2.',
    'view.match: rows of 1 evenings differ, such as 2.',
  ])
})

test('an older version does not start on a database that a newer version has migrated', async () => {
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

import { afterAll, beforeAll, expect, test } from 'vitest'
import { aimAt, atRate, stopAiming } from '#scripts/bench/load/commands.ts'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { SampleTournament, TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
let sample: SampleTournament
let transactionCount = 0

beforeAll(async () => {
  fixture = await startTwoScenes()
  sample = await newSampleTournament(fixture)
  // Each acquired connection is one transaction, since there are no queries outside transactions.
  fixture.app.store.pool.on('acquire', () => transactionCount++)
})
afterAll(() => fixture?.app.stop())

const t = '/api/tournament'
const settle = () => new Promise((resolve) => setTimeout(resolve, 100))

/** The minimum of several presses, because periodic work adds transactions to some of them. */
async function transactionsOf(presses: [url: string, body: object][]): Promise<number> {
  const counts: number[] = []
  for (const [url, body] of presses) {
    transactionCount = 0
    const headers = { 'idempotency-key': crypto.randomUUID() }
    await expectOk(fixture.call('official', 'PUT', url, { body, headers }))
    await settle()
    counts.push(transactionCount)
  }
  return Math.min(...counts)
}

test('a press takes two transactions, plus one of the projector', async () => {
  const { match, teams } = sample
  const matchUrl = `${t}/match/${match}`
  const force = { cabinet: fixture.cabinet, force: true }
  // The first press also reads the scene of the match and stores the last write of the device.
  await expectOk(fixture.call('official', 'PUT', `${matchUrl}/start/`, { body: force }))
  const points = Array.from({ length: 5 }, () => [
    [`${matchUrl}/add-score/`, { team: teams[0], by: 1 }] as [string, object],
    [`${matchUrl}/add-score/`, { team: teams[0], by: -1 }] as [string, object],
  ])
  expect(await transactionsOf(points.flat())).toBeLessThanOrEqual(3)
  const stops = Array.from({ length: 4 }, () => [
    [`${matchUrl}/stop/`, {}] as [string, object],
    [`${matchUrl}/start/`, force] as [string, object],
  ])
  expect(await transactionsOf(stops.flat())).toBeLessThanOrEqual(3)
})

test('Postgres plans the statements of a press only for the first presses', async () => {
  const url = `${t}/match/${sample.match}/add-score/`
  const body = { team: sample.teams[0], by: 1, force: true }
  const isPlannedOften = `select name, left(statement, 80) as statement from pg_prepared_statements
    where custom_plans > 5`
  for (const who of ['official', 'key'] as const) {
    for (let press = 0; press < 12; press++) await expectOk(fixture.call(who, 'PUT', url, { body }))
  }
  const { pool } = fixture.app.store
  const all = Array.from({ length: pool.totalCount }, () => pool.query(isPlannedOften))
  expect((await Promise.all(all)).flatMap(({ rows }) => rows)).toEqual([])
})

test('the bench receives a frame for every press that it sends, including the first', async () => {
  const { tournament, match, teams } = sample
  const { url, wsUrl, adminKey } = fixture.app
  await aimAt('product', {
    url: `${url}${t}/match/${match}/add-score/`,
    method: 'PUT',
    headers: { authorization: `Bearer ${adminKey}` },
    body: { team: teams[0], by: 1, force: true },
    socketUrl: `${wsUrl}/ws/tournament-relay/${tournament}`,
    hello: '{"type":"subscribe","have":0}',
  })
  const { answer, screen } = await atRate('product', 100, 5)
  stopAiming()
  expect([answer.length, screen.length]).toEqual([5, 5])
})

test('R-QT-2: a match starts on a cabinet whose client is offline only by force', async () => {
  const { db } = fixture.app.store
  const start = `${t}/match/${sample.otherMatch}/start/`
  const cabinet = { id: fixture.cabinet, clientStatus: 'offline', newest: '', heard: '' } as const
  const row = { ...cabinet, since: null, live: '{}', game: null }
  await db.insertInto('view.cabinet').values(row).execute()
  const press = (force: boolean) =>
    fixture.call('official', 'PUT', start, { body: { cabinet: fixture.cabinet, force } })
  expect((await press(false)).body).toMatchObject({ code: 'CABINET_OFFLINE' })
  await db.deleteFrom('view.cabinet').where('id', '=', fixture.cabinet).execute()
  expect((await press(false)).status).toBe(200)
  await expectOk(
    fixture.call('official', 'PUT', `${t}/match/${sample.otherMatch}/stop/`, { body: {} }),
  )
})

test('a repeated request gets the stored response that was read together with the session', async () => {
  const url = `${t}/match/${sample.otherMatch}/annotate/`
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const annotateAs = (who: 'official' | 'admin', note: string) =>
    fixture.call(who, 'PUT', url, { body: { note }, headers })
  const first = await expectOk(annotateAs('official', 'one'))
  await expectOk(fixture.call('official', 'PUT', url, { body: { note: 'two' } }))
  expect((await annotateAs('official', 'one')).text).toBe(first.text)
  expect((await annotateAs('official', 'other')).body).toMatchObject({ code: 'ID_REUSED' })
  expect((await annotateAs('admin', 'one')).body).toMatchObject({ code: 'ID_REUSED' })
})

test('the response to a press equals a later read, with and without videos', async () => {
  const { match, tournament } = sample
  const url = `${t}/match/${match}/`
  for (const isFilmed of [false, true]) {
    if (isFilmed) {
      const video = {
        tournament,
        cabinet: fixture.cabinet,
        videoId: 'abcdefghijk',
      }
      await fixture.app.store.db
        .insertInto('kept.video')
        .values({ ...video, length: 60 })
        .execute()
    }
    const note = { note: `${isFilmed}` }
    const pressed = await expectOk(
      fixture.call('official', 'PUT', `${url}annotate/`, { body: note }),
    )
    expect(pressed.body).toEqual((await fixture.call('anonymous', 'GET', url)).body)
    const patched = await expectOk(
      fixture.call('official', 'PATCH', url, { body: { isFlipped: isFilmed } }),
    )
    const { body } = await expectOk(fixture.call('anonymous', 'GET', url))
    expect(patched.body).toEqual(body)
  }
})

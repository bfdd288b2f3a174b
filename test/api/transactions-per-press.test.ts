import { afterAll, beforeAll, expect, test } from 'vitest'
import { aimAt, atRate, stopAiming } from '../../scripts/bench/load/commands.ts'
import { newEvent, ok, startHall } from '../support/two-scenes.ts'
import type { Event, Hall } from '../support/two-scenes.ts'

let hall: Hall
let event: Event
let taken = 0

beforeAll(async () => {
  hall = await startHall()
  event = await newEvent(hall)
  // Each time a connection is taken from the pool is one transaction: nothing is asked outside of one.
  hall.rig.store.pool.on('acquire', () => taken++)
})
afterAll(() => hall?.rig.stop())

const t = '/api/tournament'
const settled = () => new Promise((resolve) => setTimeout(resolve, 100))

/** The least of several: what runs by the clock falls on some of them, on a slow machine on most. */
async function transactionsOf(presses: [url: string, body: object][]): Promise<number> {
  const counts: number[] = []
  for (const [url, body] of presses) {
    taken = 0
    const headers = { 'idempotency-key': crypto.randomUUID() }
    await ok(hall.call('official', 'PUT', url, { body, headers }))
    await settled()
    counts.push(taken)
  }
  return Math.min(...counts)
}

test('a press takes two transactions and the one of the projector', async () => {
  const { match, teams } = event
  const of = `${t}/match/${match}`
  const force = { cabinet: hall.cabinet, force: true }
  // The scene of a match is asked for once, and that a device wrote is noted once in ten seconds.
  await ok(hall.call('official', 'PUT', `${of}/start/`, { body: force }))
  const points = Array.from({ length: 5 }, () => [
    [`${of}/add-score/`, { team: teams[0], by: 1 }] as [string, object],
    [`${of}/add-score/`, { team: teams[0], by: -1 }] as [string, object],
  ])
  expect(await transactionsOf(points.flat())).toBeLessThanOrEqual(3)
  const stops = Array.from({ length: 4 }, () => [
    [`${of}/stop/`, {}] as [string, object],
    [`${of}/start/`, force] as [string, object],
  ])
  expect(await transactionsOf(stops.flat())).toBeLessThanOrEqual(3)
})

test('the bench sees on a socket every press that it sends, also the first', async () => {
  const { tournament, match, teams } = event
  const { url, wsUrl, adminKey } = hall.rig
  await aimAt('product', {
    url: `${url}${t}/match/${match}/add-score/`,
    method: 'PUT',
    headers: { authorization: `Bearer ${adminKey}` },
    body: { team: teams[0], by: 1 },
    socketUrl: `${wsUrl}/ws/tournament-relay/${tournament}`,
    hello: '{"type":"subscribe","have":0}',
  })
  const { answer, screen } = await atRate('product', 100, 5)
  stopAiming()
  expect([answer.length, screen.length]).toEqual([5, 5])
})

test('R-QT-2: a match starts on no cabinet of its tournament whose client is away, unless insisted on', async () => {
  const { db } = hall.rig.store
  const start = `${t}/match/${event.otherMatch}/start/`
  const cabinet = { id: hall.cabinet, clientStatus: 'offline', newest: '', heard: '' } as const
  const row = { ...cabinet, since: null, live: '{}', game: null }
  await db.insertInto('view.cabinet').values(row).execute()
  const press = (force: boolean) =>
    hall.call('official', 'PUT', start, { body: { cabinet: hall.cabinet, force } })
  expect((await press(false)).body).toMatchObject({ code: 'CABINET_OFFLINE' })
  await db.deleteFrom('view.cabinet').where('id', '=', hall.cabinet).execute()
  expect((await press(false)).status).toBe(200)
  await ok(hall.call('official', 'PUT', `${t}/match/${event.otherMatch}/stop/`, { body: {} }))
})

test('what was read with who asks is what a repeat is answered with', async () => {
  const url = `${t}/match/${event.otherMatch}/annotate/`
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const sent = (who: 'official' | 'admin', note: string) =>
    hall.call(who, 'PUT', url, { body: { note }, headers })
  const first = await ok(sent('official', 'one'))
  await ok(hall.call('official', 'PUT', url, { body: { note: 'two' } }))
  expect((await sent('official', 'one')).text).toBe(first.text)
  expect((await sent('official', 'other')).body).toMatchObject({ code: 'ID_REUSED' })
  expect((await sent('admin', 'one')).body).toMatchObject({ code: 'ID_REUSED' })
})

test('what a press answers with is what is read afterwards, with videos and without', async () => {
  const { match, tournament } = event
  const url = `${t}/match/${match}/`
  for (const isFilmed of [false, true]) {
    if (isFilmed) {
      const video = {
        tournament,
        cabinet: hall.cabinet,
        videoId: 'abcdefghijk',
      }
      await hall.rig.store.db
        .insertInto('kept.video')
        .values({ ...video, length: 60 })
        .execute()
    }
    const note = { note: `${isFilmed}` }
    const pressed = await ok(hall.call('official', 'PUT', `${url}annotate/`, { body: note }))
    expect(pressed.body).toEqual((await hall.call('anonymous', 'GET', url)).body)
    const patched = await ok(hall.call('official', 'PATCH', url, { body: { isFlipped: isFilmed } }))
    const { body } = await ok(hall.call('anonymous', 'GET', url))
    expect(patched.body).toEqual(body)
  }
})

// Webhooks of a scene as its admins make them; what receivers are sent is in test/notify/webhook.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPreview } from '../../services/preview/index.ts'
import { newEvent, ok, startHall } from '../support/two-scenes.ts'
import type { Body, Hall } from '../support/two-scenes.ts'

let hall: Hall
let at: string
beforeAll(async () => {
  const hosts: Record<string, string[]> = {
    'hooks.example': ['93.184.216.34'],
    'inside.example': ['93.184.216.34', '10.0.0.7'],
  }
  const preview = openPreview({ resolve: async (host) => hosts[host] ?? [] })
  hall = await startHall({ preview, secret: 'a secret of this test' })
  at = `/api/tournament/scene/${hall.scene}/webhook/`
})
afterAll(() => hall?.rig.stop())

const url = 'https://hooks.example/waggle?token=between-us'
const events = ['team.changed']
const make = (body: object = { url, events }, headers = {}) =>
  hall.call('admin', 'POST', at, { body, headers })
const read = async (path: string): Promise<Body[]> =>
  (await ok(hall.call('admin', 'GET', path))).body.results

test('a webhook has an address out in the world, chosen events, and a secret that is shown once', async () => {
  const headers = { 'idempotency-key': 'the-same-press' }
  const made = (await ok(make(undefined, headers))).body
  expect(made).toMatchObject({ url, events, secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) })
  // The same press sent again makes no other one.
  expect((await ok(make(undefined, headers))).body).toEqual(made)
  const { secret: _, ...shown } = made
  expect(await read(at)).toEqual([shown])

  for (const hostile of [
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/',
    'https://inside.example/',
    'https://nobody.example/',
    'ftp://hooks.example/',
  ]) {
    const { status, body } = await make({ url: hostile, events })
    expect([hostile, status, body]).toEqual([
      hostile,
      400,
      { url: ['This address is not out in the world'] },
    ])
  }
  expect((await make({ url, events: ['person.changed'] })).status).toBe(400)
  expect((await make({ url, events: [] })).body).toEqual({ events: ['Choose what it is told of'] })
  expect(await read(at)).toHaveLength(1)

  // Neither the address nor the secret can be read in the database.
  const { rows } = await hall.rig.store.pool.query<{ address: string }>(
    'select address, options::text from kept.subscription',
  )
  const { rows: answers } = await hall.rig.store.pool.query('select body from kept.idempotency_key')
  const kept = JSON.stringify([rows, answers.map((row: { body: Body }) => row.body?.secret)])
  for (const word of ['between-us', made.secret.slice(6)]) expect(kept).not.toContain(word)
})

test('events are chosen anew, the secret is changed, and it is withdrawn', async () => {
  const { id, secret } = (await ok(make())).body
  const one = `${at}${id}/`
  const changed = ['match.started', 'match.completed']
  const body = { events: changed }
  expect((await ok(hall.call('admin', 'PATCH', one, { body }))).body.events).toEqual(changed)
  const next = (await ok(hall.call('admin', 'POST', `${one}secret/`))).body
  expect(next.secret).toMatch(/^whsec_/)
  expect(next.secret).not.toBe(secret)
  expect(next).toMatchObject({ id, url, events: changed })
  const elsewhere = `/api/tournament/scene/${hall.otherScene}/webhook/${id}/`
  expect((await hall.call('otherAdmin', 'DELETE', elsewhere)).status).toBe(404)
  expect((await hall.call('admin', 'DELETE', one)).status).toBe(204)
  expect((await hall.call('admin', 'DELETE', one)).status).toBe(404)
  expect((await read(at)).map((row) => row.id)).not.toContain(id)
})

test('what it was sent is listed, the latest first, and can be sent again', async () => {
  const { tournament } = await newEvent(hall)
  const { id } = (await ok(make())).body
  const teams = ['Moths', 'Gnats']
  for (const name of teams) {
    await ok(hall.call('key', 'POST', '/api/tournament/team/', { body: { tournament, name } }))
  }
  const list = `${at}${id}/delivery/`
  await expect.poll(async () => (await read(list)).length).toBe(2)
  const [latest, first] = await read(list)
  expect(latest).toMatchObject({ type: 'team.changed', tournament, state: 'pending' })
  expect(latest.id).toBeGreaterThan(first.id)
  const again = (delivery: number) => hall.call('admin', 'POST', `${list}${delivery}/again/`)
  expect((await again(first.id)).status, 'it is on its way').toBe(404)
  const { db } = hall.rig.store
  const sent = { state: 'sent', endedAt: new Date() } as const
  await db.updateTable('kept.delivery').set(sent).where('subscription', '=', id).execute()
  expect((await ok(again(first.id))).body).toEqual({ success: true })
  const [, pending] = await read(list)
  expect(pending).toMatchObject({ id: first.id, state: 'pending', endedAt: null })
  expect((await again(999_999)).status).toBe(404)
})

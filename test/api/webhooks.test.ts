// Webhooks of a scene, as its admins manage them; deliveries are tested in
// test/notify/webhook.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPreview } from '#services/outbound/index.ts'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
let webhooksUrl: string
beforeAll(async () => {
  const hosts: Record<string, string[]> = {
    'hooks.example': ['93.184.216.34'],
    'inside.example': ['93.184.216.34', '10.0.0.7'],
  }
  const preview = openPreview({ resolve: async (host) => hosts[host] ?? [] })
  fixture = await startTwoScenes({ preview, secret: 'a secret of this test' })
  webhooksUrl = `/api/tournament/scene/${fixture.scene}/webhook/`
})
afterAll(() => fixture?.app.stop())

const url = 'https://hooks.example/waggle?token=between-us'
const events = ['team.changed']
const make = (body: object = { url, events }, headers = {}) =>
  fixture.call('admin', 'POST', webhooksUrl, { body, headers })
const read = async (path: string): Promise<Body[]> =>
  (await expectOk(fixture.call('admin', 'GET', path))).body.results

test('a webhook has a public address, chosen events, and a secret that is shown once', async () => {
  const headers = { 'idempotency-key': 'the-same-press' }
  const made = (await expectOk(make(undefined, headers))).body
  expect(made).toMatchObject({ url, events, secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) })
  // A repeated request creates no other webhook.
  expect((await expectOk(make(undefined, headers))).body).toEqual(made)
  const { secret: _, ...shown } = made
  expect(await read(webhooksUrl)).toEqual([shown])

  for (const hostile of [
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/',
    'https://inside.example/',
    'https://nobody.example/',
  ]) {
    const { status, body } = await make({ url: hostile, events })
    expect([hostile, status, body]).toEqual([
      hostile,
      400,
      { url: ['This address is not on the public internet, or its host is not known there'] },
    ])
  }
  for (const unusable of ['ftp://hooks.example/', 'https://user:word@hooks.example/']) {
    const { status, body } = await make({ url: unusable, events })
    expect([unusable, status, body]).toEqual([
      unusable,
      400,
      { url: ['Use http or https, without a user name and password'] },
    ])
  }
  expect((await make({ url, events: ['person.changed'] })).status).toBe(400)
  expect((await make({ url, events: [] })).body).toEqual({
    events: ['Choose the events it is sent'],
  })
  expect(await read(webhooksUrl)).toHaveLength(1)
})

test('a test is sent as a message of the documented form, and its result is listed', async () => {
  const { body: made } = await expectOk(make())
  const one = `${webhooksUrl}${made.id}/`
  await expectOk(fixture.call('admin', 'POST', `${one}test/`))
  expect(await read(`${one}delivery/`)).toMatchObject([{ type: 'webhook.test', tournament: null }])
  const { content } = await fixture.app.store.db
    .selectFrom('kept.delivery')
    .select('content')
    .where('subscription', '=', made.id)
    .executeTakeFirstOrThrow()
  expect(content).toEqual({
    type: 'webhook.test',
    timestamp: expect.any(String),
    data: { scene: fixture.scene },
  })
  await expectOk(fixture.call('admin', 'DELETE', one))
})

test('neither the address nor the secret is stored in plain text, whatever is answered', async () => {
  const { body: made } = await expectOk(make(undefined, { 'idempotency-key': 'made' }))
  const one = `${webhooksUrl}${made.id}/`
  const change = (method: 'PATCH' | 'POST', path: string, key: string, body: object) =>
    fixture.call('admin', method, path, { body, headers: { 'idempotency-key': key } })
  const presses = [
    () => change('PATCH', one, 'changed', { events }),
    () => change('POST', `${one}secret/`, 'rotated', {}),
  ]
  const shown: Body[] = []
  for (const press of presses) {
    const { body } = await expectOk(press())
    expect(body).toMatchObject({ id: made.id, url })
    // A repeated request gets the same answer.
    expect((await expectOk(press())).body).toEqual(body)
    shown.push(body)
  }
  const { pool } = fixture.app.store
  const { rows } = await pool.query('select address, options::text from kept.subscription')
  const { rows: answers } = await pool.query('select body::text from kept.idempotency_key')
  const stored = JSON.stringify([rows, answers])
  expect(stored).toContain(made.createdAt)
  const secrets = [made.secret, shown[1]!.secret].map((secret: string) => secret.slice(6))
  for (const word of ['between-us', ...secrets]) expect(stored).not.toContain(word)
})

test('events can be changed, the secret rotated, and the webhook deleted', async () => {
  const { id, secret } = (await expectOk(make())).body
  const one = `${webhooksUrl}${id}/`
  const changed = ['match.started', 'match.completed']
  const body = { events: changed }
  expect((await expectOk(fixture.call('admin', 'PATCH', one, { body }))).body.events).toEqual(
    changed,
  )
  const next = (await expectOk(fixture.call('admin', 'POST', `${one}secret/`))).body
  expect(next.secret).toMatch(/^whsec_/)
  expect(next.secret).not.toBe(secret)
  expect(next).toMatchObject({ id, url, events: changed })
  const elsewhere = `/api/tournament/scene/${fixture.otherScene}/webhook/${id}/`
  expect((await fixture.call('otherAdmin', 'DELETE', elsewhere)).status).toBe(404)
  expect((await fixture.call('admin', 'DELETE', one)).status).toBe(204)
  expect((await fixture.call('admin', 'DELETE', one)).status).toBe(404)
  expect((await read(webhooksUrl)).map((row) => row.id)).not.toContain(id)
})

test('deliveries are listed, the latest first, and can be repeated', async () => {
  const { tournament } = await newSampleTournament(fixture)
  const { id } = (await expectOk(make())).body
  const teams = ['Moths', 'Gnats']
  for (const name of teams) {
    await expectOk(
      fixture.call('key', 'POST', '/api/tournament/team/', { body: { tournament, name } }),
    )
  }
  const list = `${webhooksUrl}${id}/delivery/`
  await expect.poll(async () => (await read(list)).length).toBe(2)
  const [latest, first] = await read(list)
  expect(latest).toMatchObject({ type: 'team.changed', tournament, state: 'pending' })
  expect(latest.id).toBeGreaterThan(first.id)
  const again = (delivery: number) => fixture.call('admin', 'POST', `${list}${delivery}/again/`)
  expect((await again(first.id)).status, 'it is on its way').toBe(404)
  const { db } = fixture.app.store
  const sent = { state: 'sent', endedAt: new Date() } as const
  await db.updateTable('kept.delivery').set(sent).where('subscription', '=', id).execute()
  expect((await expectOk(again(first.id))).body).toEqual({ success: true })
  const [, pending] = await read(list)
  expect(pending).toMatchObject({ id: first.id, state: 'pending', endedAt: null })
  expect((await again(999_999)).status).toBe(404)
})

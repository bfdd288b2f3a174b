import { snapshotForm } from '#services/fanout/tournament/source.ts'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { publicIdOf } from '#events/public-command-id.ts'
import { pruneAnswers } from '#services/api/http/idempotency.ts'
import { hashOf, newSecret } from '#services/web/index.ts'
import { answerOf, newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { SampleTournament, TwoScenes, Caller } from '../support/two-scenes.ts'
import { until } from '../support/desk-client.ts'

let fixture: TwoScenes
let sample: SampleTournament
const t = '/api/tournament'

beforeAll(async () => {
  fixture = await startTwoScenes()
  sample = await newSampleTournament(fixture)
})
afterAll(() => fixture?.app.stop())

describe('P18: a stored response belongs to the original caller', () => {
  const patchWith = (url: string, body: unknown, key: string) => (who: Caller) =>
    fixture.call(who, 'PATCH', url, { body, headers: { 'idempotency-key': key } })

  test('P2: an official who reuses an admin’s idempotency key reads and changes nothing', async () => {
    const made = { tournament: sample.tournament, name: 'Private', email: 'private@example.org' }
    const { body: player } = await expectOk(
      fixture.call('admin', 'POST', `${t}/player/`, { body: made }),
    )
    const change = { checkInTime: 'now', team: sample.teams[0] }
    const patchAs = patchWith(`${t}/player/${player.id}/`, change, randomUUID())
    const first = await expectOk(patchAs('admin'))
    expect(first.text).toContain('private@example.org')
    const tail = await fixture.app.log.tail()
    const reused = await patchAs('official')
    expect([reused.status, reused.body.code]).toEqual([409, 'ID_REUSED'])
    expect(reused.text).not.toContain('private')
    expect(answerOf(await patchAs('admin'))).toEqual(answerOf(first))
    expect(await fixture.app.log.tail()).toBe(tail)
  })

  test('P2: if the stored response is lost, the log too answers only the original caller', async () => {
    const { body: match } = await expectOk(
      fixture.call('admin', 'GET', `${t}/match/${sample.otherMatch}/`),
    )
    const key = randomUUID()
    const patchAs = patchWith(`${t}/match/${match.id}/`, { isWarmup: !match.isWarmup }, key)
    const first = await expectOk(patchAs('admin'))
    await fixture.app.store.pool.query('delete from kept.idempotency_key')
    const tail = await fixture.app.log.tail()
    expect((await patchAs('official')).body.code).toBe('ID_REUSED')
    expect(answerOf(await patchAs('admin'))).toEqual(answerOf(first))
    expect(await fixture.app.log.tail()).toBe(tail)
  })

  test('P2: an unfinished command is completed only for its original caller', async () => {
    const body = { tournament: sample.tournament, name: 'Half' }
    const headers = { 'idempotency-key': randomUUID() }
    const createAs = (who: Caller) => fixture.call(who, 'POST', `${t}/player/`, { body, headers })
    const first = await expectOk(createAs('admin'))
    // As after a crash between storing the row and the response.
    await fixture.app.store.pool.query(
      `update kept.idempotency_key set status = 0, body = jsonb_build_object('made', $1::int)
       where body -> 'body' ->> 'name' = 'Half'`,
      [first.body.id],
    )
    expect((await createAs('key')).body.code).toBe('ID_REUSED')
    expect((await expectOk(createAs('admin'))).body.id).toBe(first.body.id)
  })

  test('P2: a tablet is a different caller than the person who paired it', async () => {
    const { pool } = fixture.app.store
    const token = newSecret()
    await pool.query(
      `insert into kept.session (token_hash, person, expires_at, scene, cabinet, name)
       select $1, person, now() + interval '1 hour', $2, $3, 'Tablet' from kept.role
       where scene = $2 and role = 'admin' limit 1`,
      [hashOf(token), fixture.scene, fixture.cabinet],
    )
    const { body: match } = await expectOk(
      fixture.call('admin', 'GET', `${t}/match/${sample.otherMatch}/`),
    )
    const headers = { 'idempotency-key': randomUUID() }
    const url = `${t}/match/${match.id}/`
    const body = { isFlipped: !match.isFlipped }
    await expectOk(fixture.call('admin', 'PATCH', url, { body, headers }))
    const cookie = { ...headers, cookie: `waggle=${token}` }
    const tablet = await fixture.call('anonymous', 'PATCH', url, { body, headers: cookie })
    expect([tablet.status, tablet.body.code]).toEqual([409, 'ID_REUSED'])
  })
})

test('P18, P19: public frames contain a public id instead of the idempotency key', async () => {
  const key = randomUUID()
  const { body: match } = await expectOk(
    fixture.call('admin', 'GET', `${t}/match/${sample.otherMatch}/`),
  )
  const body = { isWarmup: !match.isWarmup }
  const { headers } = await expectOk(
    fixture.call('admin', 'PATCH', `${t}/match/${match.id}/`, {
      body,
      headers: { 'idempotency-key': key },
    }),
  )
  const version = Number(headers['x-version'])
  for (const have of [0, version - 1]) {
    const socket = new WebSocket(`${fixture.app.wsUrl}/ws/tournament-relay/${sample.tournament}`)
    const frames: string[] = []
    socket.on('message', (data: Buffer) => frames.push(data.toString()))
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'subscribe', have, form: snapshotForm }))
    await until('the commit', () => frames.some((text) => text.includes(publicIdOf(key))))
    socket.terminate()
    expect(frames.join()).not.toContain(key)
  }
  const { rows } = await fixture.app.store.pool.query('select frame::text from view.change')
  expect(JSON.stringify(rows)).not.toContain(key)
})

test('P2: an old response is pruned, and its command still takes effect only once', async () => {
  const { pool } = fixture.app.store
  const keys = [randomUUID(), randomUUID()]
  const createScene = (name: string, key = '') =>
    fixture.call('key', 'POST', '/api/game/scene/', {
      body: { name, displayName: name },
      headers: { 'idempotency-key': key },
    })
  const made = [await createScene('aged', keys[0]), await createScene('young', keys[1])]
  expect(made.map(({ status }) => status)).toEqual([201, 201])
  const storedAnswers = async () =>
    (
      await pool.query(
        `select body::text from kept.idempotency_key where body::text ~ 'aged|young'`,
      )
    ).rows
  expect(await storedAnswers()).toHaveLength(2)
  await pool.query(
    `update kept.idempotency_key set created_at = now() - interval '31 days' where body::text ~ 'aged'`,
  )
  await pruneAnswers(fixture.app.store, Date.now())
  expect((await storedAnswers()).map(({ body }) => body.includes('young'))).toEqual([true])
  const again = await createScene('aged', keys[0])
  expect([again.status, again.body.code]).toEqual([409, 'ANSWER_PRUNED'])
  expect((await createScene('other', keys[0])).body.code).toBe('ID_REUSED')
  expect(answerOf(await createScene('young', keys[1]))).toEqual(answerOf(made[1]!))
  const { rows } = await pool.query(`select count(*)::int as n from kept.scene where name = 'aged'`)
  expect(rows).toEqual([{ n: 1 }])
})

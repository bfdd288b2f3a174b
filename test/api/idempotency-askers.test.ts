import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { publicIdOf } from '../../events/schema/public-command-id.ts'
import { pruneAnswers } from '../../services/api/http/idempotency.ts'
import { hashOf, newSecret } from '../../services/web/index.ts'
import { newEvent, ok, startHall } from '../support/two-scenes.ts'
import type { Event, Hall, Reply, Who } from '../support/two-scenes.ts'
import { until } from '../support/desk-client.ts'

let hall: Hall
let event: Event
const t = '/api/tournament'

beforeAll(async () => {
  hall = await startHall()
  event = await newEvent(hall)
})
afterAll(() => hall?.rig.stop())

const answerOf = ({ status, text, headers }: Reply) => ({
  status,
  text,
  version: headers['x-version'],
})

describe('P18: an answer belongs to who asked', () => {
  const both = (url: string, body: unknown, key: string) => (who: Who) =>
    hall.call(who, 'PATCH', url, { body, headers: { 'idempotency-key': key } })

  test('P2: an official with the id of an admin’s press reads nothing and changes nothing', async () => {
    const made = { tournament: event.tournament, name: 'Private', email: 'private@example.org' }
    const { body: player } = await ok(hall.call('admin', 'POST', `${t}/player/`, { body: made }))
    const change = { checkInTime: 'now', team: event.teams[0] }
    const sent = both(`${t}/player/${player.id}/`, change, randomUUID())
    const first = await ok(sent('admin'))
    expect(first.text).toContain('private@example.org')
    const tail = await hall.rig.log.tail()
    const stolen = await sent('official')
    expect([stolen.status, stolen.body.code]).toEqual([409, 'ID_REUSED'])
    expect(stolen.text).not.toContain('private')
    expect(answerOf(await sent('admin'))).toEqual(answerOf(first))
    expect(await hall.rig.log.tail()).toBe(tail)
  })

  test('P2: where the answer was lost, the log too answers only who asked', async () => {
    const { body: match } = await ok(hall.call('admin', 'GET', `${t}/match/${event.otherMatch}/`))
    const key = randomUUID()
    const sent = both(`${t}/match/${match.id}/`, { isWarmup: !match.isWarmup }, key)
    const first = await ok(sent('admin'))
    await hall.rig.store.pool.query('delete from kept.idempotency_key')
    const tail = await hall.rig.log.tail()
    expect((await sent('official')).body.code).toBe('ID_REUSED')
    expect(answerOf(await sent('admin'))).toEqual(answerOf(first))
    expect(await hall.rig.log.tail()).toBe(tail)
  })

  test('P2: an id whose answer is still to come makes its thing for who sent it first', async () => {
    const body = { tournament: event.tournament, name: 'Half' }
    const headers = { 'idempotency-key': randomUUID() }
    const sent = (who: Who) => hall.call(who, 'POST', `${t}/player/`, { body, headers })
    const first = await ok(sent('admin'))
    // As after a death between the row and the answer.
    await hall.rig.store.pool.query(
      `update kept.idempotency_key set status = 0, body = jsonb_build_object('made', $1::int)
       where body -> 'body' ->> 'name' = 'Half'`,
      [first.body.id],
    )
    expect((await sent('key')).body.code).toBe('ID_REUSED')
    expect((await ok(sent('admin'))).body.id).toBe(first.body.id)
  })

  test('P2: a tablet is another asker than the person who paired it', async () => {
    const { pool } = hall.rig.store
    const token = newSecret()
    await pool.query(
      `insert into kept.session (token_hash, person, expires_at, scene, cabinet, name)
       select $1, person, now() + interval '1 hour', $2, $3, 'Tablet' from kept.role
       where scene = $2 and role = 'admin' limit 1`,
      [hashOf(token), hall.scene, hall.cabinet],
    )
    const { body: match } = await ok(hall.call('admin', 'GET', `${t}/match/${event.otherMatch}/`))
    const headers = { 'idempotency-key': randomUUID() }
    const url = `${t}/match/${match.id}/`
    const body = { isFlipped: !match.isFlipped }
    await ok(hall.call('admin', 'PATCH', url, { body, headers }))
    const cookie = { ...headers, cookie: `waggle=${token}` }
    const tablet = await hall.call('anonymous', 'PATCH', url, { body, headers: cookie })
    expect([tablet.status, tablet.body.code]).toEqual([409, 'ID_REUSED'])
  })
})

test('P18, P19: public frames name a command by what cannot be sent', async () => {
  const key = randomUUID()
  const { body: match } = await ok(hall.call('admin', 'GET', `${t}/match/${event.otherMatch}/`))
  const body = { isWarmup: !match.isWarmup }
  const { headers } = await ok(
    hall.call('admin', 'PATCH', `${t}/match/${match.id}/`, {
      body,
      headers: { 'idempotency-key': key },
    }),
  )
  const version = Number(headers['x-version'])
  for (const have of [0, version - 1]) {
    const socket = new WebSocket(`${hall.rig.wsUrl}/ws/tournament-relay/${event.tournament}`)
    const got: string[] = []
    socket.on('message', (data: Buffer) => got.push(data.toString()))
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'subscribe', have }))
    await until('the commit', () => got.some((text) => text.includes(publicIdOf(key))))
    socket.terminate()
    expect(got.join()).not.toContain(key)
  }
  const { rows } = await hall.rig.store.pool.query('select frame::text from view.change')
  expect(JSON.stringify(rows)).not.toContain(key)
})

test('P2: an old answer is pruned, and its command still takes no effect again', async () => {
  const { pool } = hall.rig.store
  const keys = [randomUUID(), randomUUID()]
  const sent = (name: string, key = '') =>
    hall.call('key', 'POST', '/api/game/scene/', {
      body: { name, displayName: name },
      headers: { 'idempotency-key': key },
    })
  const made = [await sent('aged', keys[0]), await sent('young', keys[1])]
  expect(made.map(({ status }) => status)).toEqual([201, 201])
  const kept = async () =>
    (
      await pool.query(
        `select body::text from kept.idempotency_key where body::text ~ 'aged|young'`,
      )
    ).rows
  expect(await kept()).toHaveLength(2)
  await pool.query(
    `update kept.idempotency_key set created_at = now() - interval '31 days' where body::text ~ 'aged'`,
  )
  await pruneAnswers(hall.rig.store, Date.now())
  expect((await kept()).map(({ body }) => body.includes('young'))).toEqual([true])
  const again = await sent('aged', keys[0])
  expect([again.status, again.body.code]).toEqual([409, 'ANSWER_PRUNED'])
  expect((await sent('other', keys[0])).body.code).toBe('ID_REUSED')
  expect(answerOf(await sent('young', keys[1]))).toEqual(answerOf(made[1]!))
  const { rows } = await pool.query(`select count(*)::int as n from kept.scene where name = 'aged'`)
  expect(rows).toEqual([{ n: 1 }])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../../services/projector/index.ts'
import { ok, startHall } from '../support/two-scenes.ts'
import type { Body, Hall } from '../support/two-scenes.ts'
import { canaries, found, inStreams, withCanaries } from './personal-data.ts'
import { dump, openTournament, organise, photo, somebody } from './open-registration.ts'
import type { Somebody } from './open-registration.ts'
import { projected } from '../support/desk-client.ts'

// P20: a person goes, and no byte of theirs stays; what was played stands.
let hall: Hall
const t = '/api/tournament'

beforeAll(async () => {
  hall = await startHall()
})
afterAll(() => hall?.rig.stop())

const query = async (text: string, values: unknown[] = []): Promise<Body[]> =>
  (await hall.rig.store.pool.query(text, values)).rows
const get = async (path: string): Promise<Body> =>
  (await ok(hall.call('anonymous', 'GET', `${t}/${path}`))).body
const leave = (who: Somebody, body: object = {}) => who.call('DELETE', '/api/user/me/', body)
const role = (person: number, scene: number, as: 'admin' | 'tournament' = 'admin') =>
  query('insert into kept.role (person, scene, role) values ($1, $2, $3)', [person, scene, as])
const adminsOf = async (scene: number) =>
  (await query(`select person from kept.role where scene = $1 and role = 'admin'`, [scene])).map(
    (row) => row.person,
  )
const newScene = async (name: string): Promise<number> =>
  (await ok(hall.call('key', 'POST', '/api/game/scene/', { body: { name, displayName: name } })))
    .body.id

/** As text, and as the bytes of a picture or a secret are shown. */
const traces = (text: string) => {
  const asBytes = Object.values(canaries).filter((canary) =>
    text.includes(Buffer.from(canary).toString('hex')),
  )
  return [...found(text), ...asBytes]
}

describe('P20: a player of a tournament that was played', () => {
  test('goes by their own wish without a trace; brackets, results and sums stand', async () => {
    const stage = await withCanaries(hall)
    const { shown, tournament } = stage
    const { dee, team } = await stage.register()
    // The other one stays another's; here all that is unmistakable is of the one who goes.
    await ok(stage.hidden.mine('DELETE', tournament))
    const { body: wasps } = await ok(
      hall.call('admin', 'POST', `${t}/team/`, { body: { tournament, name: 'Wasps' } }),
    )
    const settings = { tournament, name: 'Main', stageType: 'single_elim', winsPerMatch: 1 }
    const { id: bracket } = await organise(hall, 'POST', 'bracket/', settings)
    await organise(hall, 'PUT', `bracket/${bracket}/set-teams/`, { teams: [team, wasps.id] })
    const { matches } = await organise(hall, 'PUT', `bracket/${bracket}/create-matches/`)
    const match = matches[0].id
    await organise(hall, 'PUT', `match/${match}/add-score/`, { team, by: 1 })
    await organise(hall, 'PUT', `match/${match}/complete/`)

    // All ways in which somebody leaves something behind.
    const headers = { 'idempotency-key': 'role-of-the-one-who-goes' }
    await query('update kept.person set email_verified = true, email = $2 where id = $1', [
      shown.id,
      canaries.mail,
    ])
    await ok(
      hall.call('admin', 'PUT', `${t}/scene/${hall.scene}/role/`, {
        body: { email: canaries.mail, role: 'tournament' },
        headers,
      }),
    )
    await ok(shown.call('PATCH', '/api/user/me/', { name: canaries.legal }))
    await ok(shown.call('PATCH', '/api/user/me/', { name: canaries.account }))
    await ok(shown.call('POST', '/api/user/key/', { name: canaries.diet }))
    await query(`update kept.session set device = $2 where person = $1`, [shown.id, canaries.legal])
    await query(
      `insert into kept.verification (identifier, value, expires_at)
       values ('a', $1, now()), ('b', $2, now())`,
      [`${shown.id} ${canaries.mail}`, canaries.mail],
    )
    await query(
      `insert into kept.invitation (scene, email, role, code_hash, expires_at)
       values ($1, $2, 'admin', 'x', now())`,
      [hall.otherScene, canaries.mail],
    )
    await organise(hall, 'PATCH', `player/${dee.id}/`, { paid: true, tidbit: canaries.diet })
    const image = (await shown.mine('GET', tournament)).body.player.image as string

    const standing = () =>
      Promise.all([
        get(`match/?tournamentId=${tournament}`),
        get(`bracket/${bracket}/standings/`),
        get(`team/?tournamentId=${tournament}`),
        query(
          'select tournament, player, kind, cents, covers, person from kept.ledger order by id',
        ),
      ])
    const before = await standing()
    expect(before[3]).toMatchObject([{ player: dee.id, cents: 7_771_234 }])
    expect(new Set(traces(await dump(hall))).size).toBeGreaterThan(5)
    expect((await hall.rig.web.inject({ method: 'GET', url: image })).statusCode).toBe(200)

    const gone = await leave(shown)
    expect(gone.status).toBe(204)
    expect(gone.headers['set-cookie']).toMatch(/^waggle=;/)

    const { log, store } = hall.rig
    await projected(log, store)
    // The sums of the tournament are made of what each paid, by a number that is nobody's now.
    const rows = (await dump(hall)).split('\n')
    const isLedger = (row: string) => row.startsWith('kept.ledger ')
    expect(traces(rows.filter((row) => !isLedger(row)).join('\n'))).toEqual([])
    expect(traces(rows.filter(isLedger).join('\n'))).toEqual(['price'])
    expect(traces(await inStreams(hall))).toEqual([])
    expect((await shown.call('GET', '/api/user/me/')).status).toBe(401)
    expect((await hall.rig.web.inject({ method: 'GET', url: image })).statusCode).toBe(404)
    expect((await hall.call('admin', 'GET', `${t}/player/${dee.id}/`)).status).toBe(404)
    expect(await standing()).toEqual(before)
    expect(await query('select id from kept.image')).toEqual([])
    expect((await verify(log, store)).problems).toEqual([])
  })

  test('goes with what an organiser typed in with their e-mail, once it is shown to be theirs', async () => {
    const tournament = await openTournament(hall)
    const typed = (email: string) =>
      organise(hall, 'POST', 'player/', { tournament, name: 'Typed', email })
    const [mine, others] = [await typed('Gone@Example.org'), await typed('stays@example.org')]
    const gone = await somebody(hall, { email: 'gone@example.org', emailVerified: true })
    const stays = await somebody(hall, { email: 'stays@example.org' })
    for (const who of [gone, stays]) expect((await leave(who)).status).toBe(204)
    const { results } = await get(`player/?tournamentId=${tournament}`)
    expect(results.map((row: Body) => row.id)).toEqual([others.id])
    expect(mine.id).not.toBe(others.id)
  })
})

describe('P20: roles are handed on', () => {
  test('the last admin of a scene stays until somebody else is one', async () => {
    const scene = await newScene('handed')
    const [ann, bo] = [await somebody(hall), await somebody(hall)]
    await role(ann.id, scene)
    const refused = await leave(ann)
    expect([refused.status, refused.body.code]).toEqual([409, 'LAST_ADMIN'])
    expect((await ann.call('GET', '/api/user/me/')).status).toBe(200)
    // Bo has accepted no role here: nobody is handed one by their id, and no id is told from another.
    for (const handTo of [ann.id, bo.id, 999_999]) {
      const nobody = await leave(ann, { handTo })
      const told = { handTo: ['Nobody with a role in your scene'] }
      expect([nobody.status, nobody.body]).toEqual([400, told])
    }
    await role(bo.id, scene, 'tournament')
    expect((await leave(ann, { handTo: bo.id })).status).toBe(204)
    expect(await adminsOf(scene)).toEqual([bo.id])
  })

  test('of two admins who leave at once, one stays', async () => {
    for (let round = 0; round < 5; round++) {
      const scene = await newScene(`rivals-${round}`)
      const both = [await somebody(hall), await somebody(hall)]
      for (const { id } of both) await role(id, scene)
      const left = await Promise.all(both.map((who) => leave(who)))
      expect(new Set(left.map(({ status }) => status))).toEqual(new Set([204, 409]))
      expect(await adminsOf(scene)).toHaveLength(1)
    }
  })

  test('the site never is without an owner', async () => {
    const me = async () => (await hall.call('owner', 'GET', '/api/user/me/')).body.id as number
    const heir = await somebody(hall)
    const byOwner = (id: number, body: object = {}) =>
      hall.call('owner', 'DELETE', `/api/user/${id}/`, { body })
    const last = await byOwner(await me())
    expect([last.status, last.body.code]).toEqual([409, 'LAST_OWNER'])
    expect((await byOwner(await me(), { handTo: heir.id })).status).toBe(204)
    const owners = await query('select id from kept.person where is_owner')
    expect(owners).toEqual([{ id: heir.id }])
    expect((await hall.call('owner', 'GET', '/api/user/me/')).status).toBe(401)
    // An owner erases others too, with all that is theirs.
    const tournament = await openTournament(hall)
    const gone = await somebody(hall)
    const { id } = (await ok(gone.mine('POST', tournament, { name: 'Gone', image: await photo() })))
      .body
    expect((await heir.call('DELETE', `/api/user/${gone.id}/`)).status).toBe(204)
    expect((await hall.call('admin', 'GET', `${t}/player/${id}/`)).status).toBe(404)
    expect((await heir.call('DELETE', `/api/user/${gone.id}/`)).status).toBe(404)
  })
})

test('P20: a browser left open is not enough', async () => {
  const dee = await somebody(hall)
  await query(`update kept.session set created_at = now() - interval '1 hour' where person = $1`, [
    dee.id,
  ])
  const refused = await leave(dee)
  expect([refused.status, refused.body.code]).toEqual([409, 'SIGN_IN_AGAIN'])
  expect((await dee.call('GET', '/api/user/me/')).status).toBe(200)
})

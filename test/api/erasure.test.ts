import { withoutMessages } from '../support/without-messages.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '#services/projector/index.ts'
import { expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, TwoScenes } from '../support/two-scenes.ts'
import { canaries, canariesIn, streamContents, newCanarySetup } from './personal-data.ts'
import { dump, openTournament, organise, photo, newRegistrant } from './open-registration.ts'
import type { Registrant } from './open-registration.ts'
import { projected } from '../support/desk-client.ts'

// P20: erasing a person leaves no personal data behind, and results stay.
let fixture: TwoScenes
const t = '/api/tournament'

beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

const query = async (text: string, values: unknown[] = []): Promise<Body[]> =>
  (await fixture.app.store.pool.query(text, values)).rows
const get = async (path: string): Promise<Body> =>
  (await expectOk(fixture.call('anonymous', 'GET', `${t}/${path}`))).body
const eraseSelf = (who: Registrant, body: object = {}) => who.call('DELETE', '/api/user/me/', body)
const role = (person: number, scene: number, as: 'admin' | 'tournament' = 'admin') =>
  query('insert into kept.role (person, scene, role) values ($1, $2, $3)', [person, scene, as])
const adminsOf = async (scene: number) =>
  (await query(`select person from kept.role where scene = $1 and role = 'admin'`, [scene])).map(
    (row) => row.person,
  )
const newScene = async (name: string): Promise<number> =>
  (
    await expectOk(
      fixture.call('key', 'POST', '/api/game/scene/', { body: { name, displayName: name } }),
    )
  ).body.id

/** Canaries in the text, also hex-encoded as in dumped bytes. */
const canariesOrBytesIn = (text: string) => {
  const asBytes = Object.values(canaries).filter((canary) =>
    text.includes(Buffer.from(canary).toString('hex')),
  )
  return [...canariesIn(text), ...asBytes]
}

describe('P20: a player of a played tournament', () => {
  test('can erase themself without a trace; brackets, results and sums stay', async () => {
    const setup = await newCanarySetup(fixture)
    const { shown, tournament } = setup
    const { dee, team } = await setup.register()
    // All remaining canaries then belong to the person who is erased.
    await expectOk(setup.hidden.registration('DELETE', tournament))
    const { body: wasps } = await expectOk(
      fixture.call('admin', 'POST', `${t}/team/`, { body: { tournament, name: 'Wasps' } }),
    )
    const settings = { tournament, name: 'Main', stageType: 'single_elim', winsPerMatch: 1 }
    const { id: bracket } = await organise(fixture, 'POST', 'bracket/', settings)
    await organise(fixture, 'PUT', `bracket/${bracket}/set-teams/`, { teams: [team, wasps.id] })
    const { matches } = await organise(fixture, 'PUT', `bracket/${bracket}/create-matches/`)
    const match = matches[0].id
    await organise(fixture, 'PUT', `match/${match}/add-score/`, { team, by: 1 })
    await organise(fixture, 'PUT', `match/${match}/complete/`)

    // Every place where personal data is stored.
    const headers = { 'idempotency-key': 'role-of-the-one-who-goes' }
    await query('update kept.person set email_verified = true, email = $2 where id = $1', [
      shown.id,
      canaries.mail,
    ])
    await expectOk(
      fixture.call('admin', 'PUT', `${t}/scene/${fixture.scene}/role/`, {
        body: { email: canaries.mail, role: 'tournament' },
        headers,
      }),
    )
    await expectOk(shown.call('PATCH', '/api/user/me/', { name: canaries.legal }))
    await expectOk(shown.call('PATCH', '/api/user/me/', { name: canaries.account }))
    await expectOk(shown.call('POST', '/api/user/key/', { name: canaries.diet }))
    await query(`update kept.session set device = $2 where person = $1`, [shown.id, canaries.legal])
    await query(
      `insert into kept.verification (identifier, value, expires_at)
       values ('a', $1, now()), ('b', $2, now())`,
      [`${shown.id} ${canaries.mail}`, canaries.mail],
    )
    await query(
      `insert into kept.invitation (scene, email, role, code_hash, expires_at)
       values ($1, $2, 'admin', 'x', now())`,
      [fixture.otherScene, canaries.mail],
    )
    await organise(fixture, 'PATCH', `player/${dee.id}/`, { paid: true, tidbit: canaries.diet })
    const image = (await shown.registration('GET', tournament)).body.player.image as string

    const publicResults = () =>
      Promise.all([
        get(`match/?tournamentId=${tournament}`),
        get(`bracket/${bracket}/standings/`),
        get(`team/?tournamentId=${tournament}`),
        query(
          'select tournament, player, kind, cents, covers, person from kept.ledger order by id',
        ),
      ])
    const before = await publicResults()
    expect(before[3]).toMatchObject([{ player: dee.id, cents: 7_771_234 }])
    expect(new Set(canariesOrBytesIn(await dump(fixture))).size).toBeGreaterThan(5)
    expect((await fixture.app.web.inject({ method: 'GET', url: image })).statusCode).toBe(200)

    const gone = await eraseSelf(shown)
    expect(gone.status).toBe(204)
    expect(gone.headers['set-cookie']).toMatch(/^waggle=;/)

    const { log, store } = fixture.app
    await projected(log, store)
    // The ledger keeps what each player paid, under an id that no longer belongs to a person.
    const rows = (await dump(fixture)).split('\n')
    const isLedger = (row: string) => row.startsWith('kept.ledger ')
    expect(canariesOrBytesIn(rows.filter((row) => !isLedger(row)).join('\n'))).toEqual([])
    expect(canariesOrBytesIn(rows.filter(isLedger).join('\n'))).toEqual(['price'])
    expect(canariesOrBytesIn(await streamContents(fixture))).toEqual([])
    expect((await shown.call('GET', '/api/user/me/')).status).toBe(401)
    expect((await fixture.app.web.inject({ method: 'GET', url: image })).statusCode).toBe(404)
    expect((await fixture.call('admin', 'GET', `${t}/player/${dee.id}/`)).status).toBe(404)
    expect(await publicResults()).toEqual(before)
    expect(await query('select id from kept.image')).toEqual([])
    expect((await verify(log, store)).problems).toEqual([])
  })

  test('is removed where an organiser entered them with their e-mail, if the e-mail is verified', async () => {
    const tournament = await openTournament(fixture)
    const typed = (email: string) =>
      organise(fixture, 'POST', 'player/', { tournament, name: 'Typed', email })
    const [mine, others] = [await typed('Gone@Example.org'), await typed('stays@example.org')]
    const gone = await newRegistrant(fixture, { email: 'gone@example.org', emailVerified: true })
    const stays = await newRegistrant(fixture, { email: 'stays@example.org' })
    for (const who of [gone, stays]) expect((await eraseSelf(who)).status).toBe(204)
    const { results } = await get(`player/?tournamentId=${tournament}`)
    expect(results.map((row: Body) => row.id)).toEqual([others.id])
    expect(mine.id).not.toBe(others.id)
  })
})

describe('P20: roles are handed over', () => {
  test('the last admin of a scene cannot be erased until there is another', async () => {
    const scene = await newScene('handed')
    const [ann, bo] = [await newRegistrant(fixture), await newRegistrant(fixture)]
    await role(ann.id, scene)
    const refused = await eraseSelf(ann)
    expect([refused.status, refused.body.code]).toEqual([409, 'LAST_ADMIN'])
    expect((await ann.call('GET', '/api/user/me/')).status).toBe(200)
    // Bo has no role here. A role is not given by id, and the response does not reveal which ids
    // exist.
    for (const handTo of [ann.id, bo.id, 999_999]) {
      const nobody = await eraseSelf(ann, { handTo })
      const refusal = { handTo: ['This person has no role in your scene'] }
      expect(withoutMessages([nobody.status, nobody.body])).toEqual([400, refusal])
    }
    await role(bo.id, scene, 'tournament')
    expect((await eraseSelf(ann, { handTo: bo.id })).status).toBe(204)
    expect(await adminsOf(scene)).toEqual([bo.id])
  })

  test('if two admins are erased at once, one stays', async () => {
    for (let round = 0; round < 5; round++) {
      const scene = await newScene(`rivals-${round}`)
      const both = [await newRegistrant(fixture), await newRegistrant(fixture)]
      for (const { id } of both) await role(id, scene)
      const left = await Promise.all(both.map((who) => eraseSelf(who)))
      expect(new Set(left.map(({ status }) => status))).toEqual(new Set([204, 409]))
      expect(await adminsOf(scene)).toHaveLength(1)
    }
  })

  test('the site always has an owner', async () => {
    const me = async () => (await fixture.call('owner', 'GET', '/api/user/me/')).body.id as number
    const heir = await newRegistrant(fixture)
    const byOwner = (id: number, body: object = {}) =>
      fixture.call('owner', 'DELETE', `/api/user/${id}/`, { body })
    const last = await byOwner(await me())
    expect([last.status, last.body.code]).toEqual([409, 'LAST_OWNER'])
    expect((await byOwner(await me(), { handTo: heir.id })).status).toBe(204)
    const owners = await query('select id from kept.person where is_owner')
    expect(owners).toEqual([{ id: heir.id }])
    expect((await fixture.call('owner', 'GET', '/api/user/me/')).status).toBe(401)
    // An owner can erase others too, with all their data.
    const tournament = await openTournament(fixture)
    const gone = await newRegistrant(fixture)
    const { id } = (
      await expectOk(gone.registration('POST', tournament, { name: 'Gone', image: await photo() }))
    ).body
    expect((await heir.call('DELETE', `/api/user/${gone.id}/`)).status).toBe(204)
    expect((await fixture.call('admin', 'GET', `${t}/player/${id}/`)).status).toBe(404)
    expect((await heir.call('DELETE', `/api/user/${gone.id}/`)).status).toBe(404)
  })
})

test('P20: erasing requires a recent sign-in', async () => {
  const dee = await newRegistrant(fixture)
  await query(`update kept.session set created_at = now() - interval '1 hour' where person = $1`, [
    dee.id,
  ])
  const refused = await eraseSelf(dee)
  expect([refused.status, refused.body.code]).toEqual([409, 'SIGN_IN_AGAIN'])
  expect((await dee.call('GET', '/api/user/me/')).status).toBe(200)
})

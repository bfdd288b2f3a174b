import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailOf, password, startAccounts } from './account-client.ts'
import type { AccountStand, Browser } from './account-client.ts'
import { until } from '../support/desk-client.ts'

let stand: AccountStand
type Someone = Browser & { email: string; id: number }
let owner: Someone

beforeAll(async () => {
  stand = await startAccounts({ mail: true, publicUrl: 'https://waggle.example' })
  owner = await stand.person('Owner')
})
afterAll(() => stand?.rig.stop())

let scenes = 0
/** What an admin may do with an e-mail, and the person who accepts it. */
async function officiates(admin: Browser, url: string, one: Someone, role = 'tournament') {
  await admin.put(url, { email: one.email, role })
  const { invitations } = (await one.get('/api/user/notice/')).body
  for (const { id } of invitations) await one.post(`/api/user/invitation/${id}/`)
}
/** A scene with this admin. */
async function sceneOf(admin: Someone): Promise<{ scene: number; url: string }> {
  const name = `scene${++scenes}`
  const { body } = await owner.post('/api/game/scene/', { name, displayName: name })
  const url = `/api/tournament/scene/${body.id}/role/`
  await owner.put(url, { person: admin.id, role: 'admin' })
  if (admin.id !== owner.id) await owner.remove(`${url}${owner.id}/`)
  return { scene: body.id, url }
}
const rolesOf = async (one: Browser) =>
  (await one.get('/api/user/me/')).body.roles.map(
    ({ scene, role }: { scene: number; role: string }) => [scene, role],
  )
async function mailed(email: string, subject: string): Promise<string> {
  await until(`mail to ${email}`, () =>
    stand.letters.some((letter) => letter.to === email && letter.subject.startsWith(subject)),
  )
  return stand.codeTo(email)
}

describe('roles of a scene', () => {
  test('R-PE-1: an admin offers and takes them, in that scene alone', async () => {
    const [ann, bo, cy] = [
      await stand.person('Ann'),
      await stand.person('Bo'),
      await stand.person('Cy'),
    ]
    const { scene, url } = await sceneOf(ann)
    const other = await sceneOf(cy)
    await officiates(ann, url, bo)
    expect(await rolesOf(bo)).toEqual([[scene, 'tournament']])
    expect((await bo.put(url, { person: bo.id, role: 'admin' })).status).toBe(403)
    expect((await cy.put(url, { person: cy.id, role: 'admin' })).status).toBe(403)
    expect((await cy.get(url)).status).toBe(403)
    // Bo has accepted to be somebody here: what exactly, the admins say.
    expect((await ann.put(url, { person: bo.id, role: 'admin' })).body).toEqual({
      role: 'admin',
      person: { id: bo.id, name: 'Bo' },
      invitation: null,
    })
    expect((await ann.get(url)).body.results).toEqual([
      { person: { id: ann.id, name: 'Ann' }, role: 'admin' },
      { person: { id: bo.id, name: 'Bo' }, role: 'admin' },
    ])
    expect((await ann.remove(`${url}${bo.id}/`)).status).toBe(204)
    expect(await rolesOf(bo)).toEqual([])
    expect(await rolesOf(cy)).toEqual([[other.scene, 'admin']])
  })

  test('the last admin stays: not removed, not lowered', async () => {
    const dee = await stand.person('Dee')
    const { url } = await sceneOf(dee)
    const gone = await dee.remove(`${url}${dee.id}/`)
    expect([gone.status, gone.body.code]).toEqual([409, 'LAST_ADMIN'])
    const lowered = await dee.put(url, { person: dee.id, role: 'tournament' })
    expect([lowered.status, lowered.body.code]).toEqual([409, 'LAST_ADMIN'])
    expect((await owner.remove(`${url}${dee.id}/`)).body.code).toBe('LAST_ADMIN')
  })

  test('of two admins who leave at once one stays, every time', async () => {
    const [eli, flo] = [await stand.person('Eli'), await stand.person('Flo')]
    const { url } = await sceneOf(eli)
    for (let round = 0; round < 5; round++) {
      await owner.put(url, { person: eli.id, role: 'admin' })
      await owner.put(url, { person: flo.id, role: 'admin' })
      const [one, two] = await Promise.all([
        eli.remove(`${url}${eli.id}/`),
        flo.put(url, { person: flo.id, role: 'tournament' }),
      ])
      expect([one.status, two.status].filter((status) => status === 409)).toHaveLength(1)
      const { results } = (await owner.get(url)).body
      expect(results.filter(({ role }: { role: string }) => role === 'admin')).toHaveLength(1)
    }
  })

  test('the same command sent again takes one role away, not two', async () => {
    const gil = await stand.person('Gil')
    const { url } = await sceneOf(gil)
    await owner.put(url, { person: owner.id, role: 'tournament' })
    const sent = { headers: { 'idempotency-key': 'gil-1' } }
    const path = `${url}${owner.id}/`
    expect((await gil.call('DELETE', path, sent)).status).toBe(204)
    expect((await gil.call('DELETE', path, sent)).status).toBe(204)
    expect((await gil.remove(path)).status).toBe(404)
  })
})

describe('an invitation', () => {
  test('waits for an account with the confirmed e-mail, which accepts it or does not', async () => {
    const hal = await stand.person('Hal')
    const { scene, url } = await sceneOf(hal)
    const { body } = await hal.put(url, { email: emailOf('Ida'), role: 'tournament' })
    expect(body).toMatchObject({
      person: null,
      invitation: { email: emailOf('Ida'), mailed: true },
    })
    const list = `/api/tournament/scene/${scene}/invitation/`
    expect((await hal.get(list)).body.results).toEqual([
      {
        id: body.invitation.id,
        email: emailOf('Ida'),
        role: 'tournament',
        expiresAt: expect.any(String),
      },
    ])
    const ida = await stand.person('Ida')
    expect(await rolesOf(ida)).toEqual([])
    const offered = async () => (await ida.get('/api/user/notice/')).body.invitations
    const shown = { id: scene, name: `scene${scenes}`, displayName: `scene${scenes}` }
    expect(await offered()).toEqual([{ id: body.invitation.id, scene: shown, role: 'tournament' }])
    const path = `/api/user/invitation/${body.invitation.id}/`
    expect((await hal.post(path)).status).toBe(404)
    const before = ida.jar.get('waggle')
    expect((await ida.post(path)).body).toEqual({ scene: shown, role: 'tournament' })
    expect(ida.jar.get('waggle')).not.toBe(before)
    expect(await rolesOf(ida)).toEqual([[scene, 'tournament']])
    expect([(await hal.get(list)).body.count, await offered()]).toEqual([0, []])
    // Another one is declined, and gone for both.
    const { id } = (await hal.put(url, { email: ida.email, role: 'admin' })).body.invitation
    expect((await hal.remove(`/api/user/invitation/${id}/`)).status).toBe(204)
    expect(await offered()).toHaveLength(1)
    expect((await ida.remove(`/api/user/invitation/${id}/`)).status).toBe(204)
    expect([(await hal.get(list)).body.count, await offered()]).toEqual([0, []])
    expect(await rolesOf(ida)).toEqual([[scene, 'tournament']])
  })

  test('is not taken by who only says that the e-mail is theirs', async () => {
    const jo = await stand.person('Jo')
    const { scene, url } = await sceneOf(jo)
    const thief = { name: 'Thief', email: emailOf('Kim'), password }
    await stand.browser().post('/api/user/sign-up/', thief)
    await jo.put(url, { email: emailOf('Kim'), role: 'admin' })
    expect((await stand.browser().post('/api/user/sign-in/', thief)).status).toBe(401)
    expect((await jo.get(url)).body.count).toBe(1)
    // Kim opens the mail that the thief had sent, and chooses a password of their own.
    await stand.browser().post('/api/user/reset/', { email: emailOf('Kim') })
    const code = await mailed(emailOf('Kim'), 'Choose')
    await stand.browser().post('/api/user/reset/finish/', { code, password: 'Kim’s own sentence' })
    const kim = stand.browser()
    await kim.post('/api/user/sign-in/', { email: emailOf('Kim'), password: 'Kim’s own sentence' })
    const [offer] = (await kim.get('/api/user/notice/')).body.invitations
    await kim.post(`/api/user/invitation/${offer.id}/`)
    expect(await rolesOf(kim)).toEqual([[scene, 'admin']])
    expect((await stand.browser().post('/api/user/sign-in/', thief)).status).toBe(401)
  })

  test('is taken by its link once, and the session goes on under another token', async () => {
    const lea = await stand.person('Lea')
    const { scene, url } = await sceneOf(lea)
    const { body } = await lea.put(url, { email: 'nobody@example.org', role: 'admin' })
    const [path, code] = (body.invitation.link as string).split('#role=')
    expect(path).toBe('https://waggle.example/account')
    const max = await stand.person('Max')
    expect((await stand.browser().post('/api/user/role/', { code })).status).toBe(401)
    const before = max.jar.get('waggle')
    const taken = await max.post('/api/user/role/', { code })
    expect(taken.body).toMatchObject({ scene: { id: scene }, role: 'admin' })
    expect(max.jar.get('waggle')).not.toBe(before)
    expect(await rolesOf(max)).toEqual([[scene, 'admin']])
    const again = await lea.post('/api/user/role/', { code })
    expect([again.status, again.body.code]).toEqual([409, 'LINK_USED_UP'])
  })

  test('never lowers: an admin who opens one for officials stays an admin', async () => {
    const ned = await stand.person('Ned')
    const { scene, url } = await sceneOf(ned)
    const { body } = await ned.put(url, { email: 'some@example.org', role: 'tournament' })
    const code = (body.invitation.link as string).split('=')[1]
    await ned.post('/api/user/role/', { code })
    expect(await rolesOf(ned)).toEqual([[scene, 'admin']])
  })

  test('taken back or too old it opens nothing; its code is kept as a hash', async () => {
    const ola = await stand.person('Ola')
    const { scene, url } = await sceneOf(ola)
    const invite = async (email: string) =>
      (await ola.put(url, { email, role: 'tournament' })).body.invitation
    const back = await invite('back@example.org')
    const list = `/api/tournament/scene/${scene}/invitation/`
    expect((await ola.remove(`${list}${back.id}/`)).status).toBe(204)
    const old = await invite('old@example.org')
    const { pool } = stand.rig.store
    await pool.query(`update kept.invitation set expires_at = now() where id = $1`, [old.id])
    const pat = await stand.person('Pat')
    for (const { link } of [back, old]) {
      const code = link.split('=')[1]
      expect((await pat.post('/api/user/role/', { code })).body.code).toBe('LINK_USED_UP')
      const { rows } = await pool.query(
        `select row_to_json(i) as row from kept.invitation i union all select row_to_json(a) from kept.idempotency_key a`,
      )
      expect(JSON.stringify(rows)).not.toContain(code)
    }
  })
})

describe('P18: an admin of a scene and people elsewhere', () => {
  test('get no role by their id, and no name is told; by e-mail they are asked', async () => {
    const [uma, vic] = [await stand.person('Uma'), await stand.person('Vic')]
    const { url } = await sceneOf(uma)
    const notHere = {
      person: ['This person has no role in this scene. Invite them by their e-mail.'],
    }
    for (const person of [vic.id, owner.id, 999_999]) {
      const given = await uma.put(url, { person, role: 'tournament' })
      expect([given.status, given.body]).toEqual([400, notHere])
    }
    // The same answer, whether somebody has the e-mail or nobody.
    const asked = []
    for (const email of [vic.email, 'nobody-at-all@example.org']) {
      const { body } = await uma.put(url, { email, role: 'tournament' })
      asked.push({ ...body, invitation: Object.keys(body.invitation) })
    }
    expect(asked[0]).toEqual(asked[1])
    expect(await rolesOf(vic)).toEqual([])
    expect((await uma.get(url)).body.count).toBe(1)
  })
})

describe('a reset link', () => {
  const link = async (asker: Browser, person: number) =>
    (await asker.post('/api/user/reset/link/', { person })).status
  const made = async (name: string, more: object) => {
    const own = stand.browser()
    const email = emailOf(name)
    await own.post('/api/user/sign-up/', { name, email, password, ...more })
    await own.post('/api/user/confirm/', { code: stand.codeTo(email), password })
    const { id } = (await own.get('/api/user/me/')).body
    return { ...own, email, id: id as number }
  }

  test('R-PE-2: is made by an admin for nobody whose account was not made in their scene', async () => {
    const [quy, ray, sam, tia] = [
      await stand.person('Quy'),
      await stand.person('Ray'),
      await stand.person('Sam'),
      await stand.person('Tia'),
    ]
    const { url } = await sceneOf(quy)
    await sceneOf(sam)
    await officiates(quy, url, ray)
    expect([await link(ray, quy.id), await link(tia, ray.id)]).toEqual([403, 403])
    expect([await link(quy, ray.id), await link(quy, sam.id), await link(quy, owner.id)]).toEqual([
      409, 404, 404,
    ])
    expect(await link(owner, ray.id)).toBe(200)
  })

  test('is made for an account made in the scene, as long as it is nothing elsewhere, and the person is told', async () => {
    const [wes, xia] = [await stand.person('Wes'), await stand.person('Xia')]
    const home = await sceneOf(wes)
    const away = await sceneOf(xia)
    const yan = await made('Yan', { scene: `scene${scenes - 1}` })
    const { body } = await wes.put(home.url, { email: 'zoe@elsewhere.org', role: 'tournament' })
    const zoe = await made('Zoe', { invitation: body.invitation.link.split('=')[1] })
    expect([await link(xia, yan.id), await link(wes, yan.id), await link(wes, zoe.id)]).toEqual([
      404, 200, 200,
    ])
    await mailed(yan.email, 'A link to your account')
    const { resetLinks } = (await yan.get('/api/user/notice/')).body
    expect(resetLinks).toEqual([
      { id: expect.any(Number), madeBy: 'Wes', madeAt: expect.any(String) },
    ])
    const seen = `/api/user/notice/${resetLinks[0].id}/`
    await zoe.remove(seen)
    expect((await yan.get('/api/user/notice/')).body.resetLinks).toHaveLength(1)
    expect((await yan.remove(seen)).status).toBe(204)
    expect((await yan.get('/api/user/notice/')).body.resetLinks).toEqual([])
    // Whoever had the account now would be somebody elsewhere too.
    await officiates(xia, away.url, yan)
    expect([await link(wes, yan.id), await link(xia, yan.id)]).toEqual([404, 409])
    const { pool } = stand.rig.store
    await pool.query(
      `insert into kept.credential (person, provider_id, account_id) values ($1, 'google', 'z')`,
      [zoe.id],
    )
    expect(await link(wes, zoe.id)).toBe(404)
  })

  test('of an admin opens nothing once the person is somebody elsewhere too; one of the owner does', async () => {
    const [quin, rex] = [await stand.person('Quin'), await stand.person('Rex')]
    await sceneOf(quin)
    const sia = await made('Sia', { scene: `scene${scenes}` })
    const away = await sceneOf(rex)
    const code = async (asker: Browser) =>
      (await asker.post('/api/user/reset/link/', { person: sia.id })).body.link.split('#')[1]
    const [early, whole] = [await code(quin), await code(owner)]
    await officiates(rex, away.url, sia)
    const finish = async (code: string) => {
      const body = { code, password: 'a sentence of the admin' }
      return stand.browser().post('/api/user/reset/finish/', body)
    }
    expect((await finish(early)).body).toMatchObject({ code: 'LINK_USED_UP' })
    expect((await sia.get('/api/user/me/')).status).toBe(200)
    expect((await finish(whole)).status).toBe(200)
  })

  test('is not made for who plays in another scene', async () => {
    const [abe, bea] = [await stand.person('Abe'), await stand.person('Bea')]
    await sceneOf(abe)
    const cat = await made('Cat', { scene: `scene${scenes}` })
    expect(await link(abe, cat.id)).toBe(200)
    const away = await sceneOf(bea)
    const { body: tournament } = await bea.post('/api/tournament/tournament/', {
      scene: away.scene,
      name: 'Away',
      date: '2026-03-01',
      allowRegistration: true,
    })
    const path = `/api/tournament/tournament/${tournament.id}/registration/`
    expect((await cat.post(path, { name: 'Cat' })).status).toBe(201)
    expect([await link(abe, cat.id), await link(bea, cat.id)]).toEqual([404, 404])
  })
})

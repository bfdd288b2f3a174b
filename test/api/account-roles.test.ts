import { withoutMessages } from '../support/without-messages.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailOf, password, startAccounts } from './account-client.ts'
import type { AccountFixture, Browser } from './account-client.ts'
import { until } from '../support/desk-client.ts'

let fixture: AccountFixture
type Visitor = Browser & { email: string; id: number }
let owner: Visitor

beforeAll(async () => {
  fixture = await startAccounts({ mail: true, publicUrl: 'https://waggle.example' })
  owner = await fixture.person('Owner')
})
afterAll(() => fixture?.app.stop())

let scenes = 0
/** An admin invites a person by e-mail, and the person accepts. */
async function giveRole(admin: Browser, url: string, one: Visitor, role = 'tournament') {
  await admin.put(url, { email: one.email, role })
  const { invitations } = (await one.get('/api/user/notice/')).body
  for (const { id } of invitations) await one.post(`/api/user/invitation/${id}/`)
}
/** A new scene with this admin. */
async function newSceneWith(admin: Visitor): Promise<{ scene: number; url: string }> {
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
async function codeMailed(email: string, subject: string): Promise<string> {
  await until(`mail to ${email}`, () =>
    fixture.mails.some((mail) => mail.to === email && mail.subject.startsWith(subject)),
  )
  return fixture.codeMailedTo(email)
}

describe('roles of a scene', () => {
  test('R-PE-1: are given and removed by an admin, only in their own scene', async () => {
    const [ann, bo, cy] = [
      await fixture.person('Ann'),
      await fixture.person('Bo'),
      await fixture.person('Cy'),
    ]
    const { scene, url } = await newSceneWith(ann)
    const other = await newSceneWith(cy)
    await giveRole(ann, url, bo)
    expect(await rolesOf(bo)).toEqual([[scene, 'tournament']])
    expect((await bo.put(url, { person: bo.id, role: 'admin' })).status).toBe(403)
    expect((await cy.put(url, { person: cy.id, role: 'admin' })).status).toBe(403)
    expect((await cy.get(url)).status).toBe(403)
    // Bo has accepted a role in this scene, so its admins may change which one.
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

  test('the last admin cannot be removed or demoted', async () => {
    const dee = await fixture.person('Dee')
    const { url } = await newSceneWith(dee)
    const gone = await dee.remove(`${url}${dee.id}/`)
    expect([gone.status, gone.body.code]).toEqual([409, 'LAST_ADMIN'])
    expect(gone.body.detail).toMatch(
      /^This is the last admin of scene\d+\. Make somebody else an admin/,
    )
    const lowered = await dee.put(url, { person: dee.id, role: 'tournament' })
    expect([lowered.status, lowered.body.code]).toEqual([409, 'LAST_ADMIN'])
    expect((await owner.remove(`${url}${dee.id}/`)).body.code).toBe('LAST_ADMIN')
  })

  test('if two admins leave at the same time, one of them always stays', async () => {
    const [eli, flo] = [await fixture.person('Eli'), await fixture.person('Flo')]
    const { url } = await newSceneWith(eli)
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

  test('a repeated command removes a role only once', async () => {
    const gil = await fixture.person('Gil')
    const { url } = await newSceneWith(gil)
    await owner.put(url, { person: owner.id, role: 'tournament' })
    const sent = { headers: { 'idempotency-key': 'gil-1' } }
    const path = `${url}${owner.id}/`
    expect((await gil.call('DELETE', path, sent)).status).toBe(204)
    expect((await gil.call('DELETE', path, sent)).status).toBe(204)
    expect((await gil.remove(path)).status).toBe(404)
  })
})

describe('an invitation', () => {
  test('is accepted or declined by an account with the confirmed e-mail', async () => {
    const hal = await fixture.person('Hal')
    const { scene, url } = await newSceneWith(hal)
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
    const ida = await fixture.person('Ida')
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
    // A declined invitation disappears for both sides.
    const { id } = (await hal.put(url, { email: ida.email, role: 'admin' })).body.invitation
    expect((await hal.remove(`/api/user/invitation/${id}/`)).status).toBe(204)
    expect(await offered()).toHaveLength(1)
    expect((await ida.remove(`/api/user/invitation/${id}/`)).status).toBe(204)
    expect([(await hal.get(list)).body.count, await offered()]).toEqual([0, []])
    expect(await rolesOf(ida)).toEqual([[scene, 'tournament']])
  })

  test('is not available to an account whose e-mail is unconfirmed', async () => {
    const jo = await fixture.person('Jo')
    const { scene, url } = await newSceneWith(jo)
    const thief = { name: 'Thief', email: emailOf('Kim'), password }
    await fixture.browser().post('/api/user/sign-up/', thief)
    await jo.put(url, { email: emailOf('Kim'), role: 'admin' })
    expect((await fixture.browser().post('/api/user/sign-in/', thief)).status).toBe(401)
    expect((await jo.get(url)).body.count).toBe(1)
    // Kim opens the reset mail and chooses their own password.
    await fixture.browser().post('/api/user/reset/', { email: emailOf('Kim') })
    const code = await codeMailed(emailOf('Kim'), 'Choose')
    await fixture
      .browser()
      .post('/api/user/reset/finish/', { code, password: 'Kim’s own sentence' })
    const kim = fixture.browser()
    await kim.post('/api/user/sign-in/', { email: emailOf('Kim'), password: 'Kim’s own sentence' })
    const [offer] = (await kim.get('/api/user/notice/')).body.invitations
    await kim.post(`/api/user/invitation/${offer.id}/`)
    expect(await rolesOf(kim)).toEqual([[scene, 'admin']])
    expect((await fixture.browser().post('/api/user/sign-in/', thief)).status).toBe(401)
  })

  test('is accepted by its link once, and the session gets a new token', async () => {
    const lea = await fixture.person('Lea')
    const { scene, url } = await newSceneWith(lea)
    const { body } = await lea.put(url, { email: emailOf('Max'), role: 'admin' })
    const [path, code] = (body.invitation.link as string).split('#role=')
    expect(path).toBe('https://waggle.example/account')
    const max = await fixture.person('Max')
    expect((await fixture.browser().post('/api/user/role/', { code })).status).toBe(401)
    // Whoever else has the link cannot use it, and does not use it up.
    const eve = await fixture.person('Eve')
    const other = await eve.post('/api/user/role/', { code })
    expect([other.status, other.body.code]).toEqual([409, 'INVITATION_FOR_OTHER'])
    expect(await rolesOf(eve)).toEqual([])
    const before = max.jar.get('waggle')
    const taken = await max.post('/api/user/role/', { code })
    expect(taken.body).toMatchObject({ scene: { id: scene }, role: 'admin' })
    expect(max.jar.get('waggle')).not.toBe(before)
    expect(await rolesOf(max)).toEqual([[scene, 'admin']])
    const again = await lea.post('/api/user/role/', { code })
    expect([again.status, again.body.code]).toEqual([409, 'LINK_USED_UP'])
  })

  test('never demotes: an admin who accepts one for an official stays an admin', async () => {
    const ned = await fixture.person('Ned')
    const { scene, url } = await newSceneWith(ned)
    const { body } = await ned.put(url, { email: emailOf('Ned'), role: 'tournament' })
    const code = (body.invitation.link as string).split('=')[1]
    await ned.post('/api/user/role/', { code })
    expect(await rolesOf(ned)).toEqual([[scene, 'admin']])
  })

  test('does nothing when revoked or expired; its code is stored as a hash', async () => {
    const ola = await fixture.person('Ola')
    const { scene, url } = await newSceneWith(ola)
    const invite = async (email: string) =>
      (await ola.put(url, { email, role: 'tournament' })).body.invitation
    const back = await invite('back@example.org')
    const list = `/api/tournament/scene/${scene}/invitation/`
    expect((await ola.remove(`${list}${back.id}/`)).status).toBe(204)
    const old = await invite('old@example.org')
    const { pool } = fixture.app.store
    await pool.query(`update kept.invitation set expires_at = now() where id = $1`, [old.id])
    const pat = await fixture.person('Pat')
    for (const { link: requestResetLink } of [back, old]) {
      const code = requestResetLink.split('=')[1]
      expect((await pat.post('/api/user/role/', { code })).body.code).toBe('LINK_USED_UP')
      const { rows } = await pool.query(
        `select row_to_json(i) as row from kept.invitation i union all select row_to_json(a) from kept.idempotency_key a`,
      )
      expect(JSON.stringify(rows)).not.toContain(code)
    }
  })
})

describe('P18: an admin cannot give roles to people outside the scene', () => {
  test('by their id, and no name is disclosed; an invitation by e-mail works', async () => {
    const [uma, vic] = [await fixture.person('Uma'), await fixture.person('Vic')]
    const { url } = await newSceneWith(uma)
    const notHere = {
      person: ['This person has no role in this scene. Invite them by e-mail address.'],
    }
    for (const person of [vic.id, owner.id, 999_999]) {
      const answer = await uma.put(url, { person, role: 'tournament' })
      expect(withoutMessages([answer.status, answer.body])).toEqual([400, notHere])
    }
    // The response is the same whether or not the e-mail has an account.
    const answers = []
    for (const email of [vic.email, 'nobody-at-all@example.org']) {
      const { body } = await uma.put(url, { email, role: 'tournament' })
      answers.push({ ...body, invitation: Object.keys(body.invitation) })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(await rolesOf(vic)).toEqual([])
    expect((await uma.get(url)).body.count).toBe(1)
  })
})

describe('a reset link', () => {
  const requestResetLink = async (requester: Browser, person: number) =>
    (await requester.post('/api/user/reset/link/', { person })).status
  const signUpWith = async (name: string, more: object) => {
    const own = fixture.browser()
    const email = emailOf(name)
    await own.post('/api/user/sign-up/', { name, email, password, ...more })
    await own.post('/api/user/confirm/', { code: fixture.codeMailedTo(email), password })
    const { id } = (await own.get('/api/user/me/')).body
    return { ...own, email, id: id as number }
  }

  test('R-PE-2: cannot be made by an admin for an account that was not created in their scene', async () => {
    const [quy, ray, sam, tia] = [
      await fixture.person('Quy'),
      await fixture.person('Ray'),
      await fixture.person('Sam'),
      await fixture.person('Tia'),
    ]
    const { url } = await newSceneWith(quy)
    await newSceneWith(sam)
    await giveRole(quy, url, ray)
    expect([await requestResetLink(ray, quy.id), await requestResetLink(tia, ray.id)]).toEqual([
      403, 403,
    ])
    expect([
      await requestResetLink(quy, ray.id),
      await requestResetLink(quy, sam.id),
      await requestResetLink(quy, owner.id),
    ]).toEqual([409, 404, 404])
    expect(await requestResetLink(owner, ray.id)).toBe(200)
  })

  test('can be made for an account created in the scene and used nowhere else, and notifies the person', async () => {
    const [wes, xia] = [await fixture.person('Wes'), await fixture.person('Xia')]
    const home = await newSceneWith(wes)
    const away = await newSceneWith(xia)
    const yan = await signUpWith('Yan', { scene: `scene${scenes - 1}` })
    const { body } = await wes.put(home.url, { email: 'zoe@elsewhere.org', role: 'tournament' })
    const zoe = await signUpWith('Zoe', { invitation: body.invitation.link.split('=')[1] })
    expect([
      await requestResetLink(xia, yan.id),
      await requestResetLink(wes, yan.id),
      await requestResetLink(wes, zoe.id),
    ]).toEqual([404, 200, 200])
    await codeMailed(yan.email, 'A password link was created')
    const { resetLinks } = (await yan.get('/api/user/notice/')).body
    expect(resetLinks).toEqual([
      { id: expect.any(Number), madeBy: 'Wes', madeAt: expect.any(String) },
    ])
    const notice = `/api/user/notice/${resetLinks[0].id}/`
    await zoe.remove(notice)
    expect((await yan.get('/api/user/notice/')).body.resetLinks).toHaveLength(1)
    expect((await yan.remove(notice)).status).toBe(204)
    expect((await yan.get('/api/user/notice/')).body.resetLinks).toEqual([])
    // The account now has a role in another scene, so taking it over would give access there.
    await giveRole(xia, away.url, yan)
    expect([await requestResetLink(wes, yan.id), await requestResetLink(xia, yan.id)]).toEqual([
      404, 409,
    ])
    const { pool } = fixture.app.store
    await pool.query(
      `insert into kept.credential (person, provider_id, account_id) values ($1, 'google', 'z')`,
      [zoe.id],
    )
    expect(await requestResetLink(wes, zoe.id)).toBe(404)
  })

  test('made by an admin is void once the person has a role elsewhere; one made by the owner still works', async () => {
    const [quin, rex] = [await fixture.person('Quin'), await fixture.person('Rex')]
    await newSceneWith(quin)
    const sia = await signUpWith('Sia', { scene: `scene${scenes}` })
    const away = await newSceneWith(rex)
    const code = async (requester: Browser) =>
      (await requester.post('/api/user/reset/link/', { person: sia.id })).body.link.split('#')[1]
    const [adminsCode, ownersCode] = [await code(quin), await code(owner)]
    await giveRole(rex, away.url, sia)
    const finish = async (code: string) => {
      const body = { code, password: 'a sentence of the admin' }
      return fixture.browser().post('/api/user/reset/finish/', body)
    }
    expect((await finish(adminsCode)).body).toMatchObject({ code: 'LINK_USED_UP' })
    expect((await sia.get('/api/user/me/')).status).toBe(200)
    expect((await finish(ownersCode)).status).toBe(200)
  })

  test('cannot be made for a person who is registered in another scene', async () => {
    const [abe, bea] = [await fixture.person('Abe'), await fixture.person('Bea')]
    await newSceneWith(abe)
    const cat = await signUpWith('Cat', { scene: `scene${scenes}` })
    expect(await requestResetLink(abe, cat.id)).toBe(200)
    const away = await newSceneWith(bea)
    const { body: tournament } = await bea.post('/api/tournament/tournament/', {
      scene: away.scene,
      name: 'Away',
      date: '2026-03-01',
      allowRegistration: true,
    })
    const path = `/api/tournament/tournament/${tournament.id}/registration/`
    expect((await cat.post(path, { name: 'Cat' })).status).toBe(201)
    expect([await requestResetLink(abe, cat.id), await requestResetLink(bea, cat.id)]).toEqual([
      404, 404,
    ])
  })
})

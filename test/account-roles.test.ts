import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailOf, password, startAccounts } from './account-stand.ts'
import type { AccountStand, Browser } from './account-stand.ts'
import { until } from './stand.ts'

let stand: AccountStand
type Someone = Browser & { email: string; id: number }
let owner: Someone

beforeAll(async () => {
  stand = await startAccounts({ mail: true, publicUrl: 'https://waggle.example' })
  owner = await stand.person('Owner')
})
afterAll(() => stand?.rig.stop())

let scenes = 0
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
  test('R-PE-1: an admin gives and takes them, by person and by e-mail, in that scene alone', async () => {
    const [ann, bo, cy] = [
      await stand.person('Ann'),
      await stand.person('Bo'),
      await stand.person('Cy'),
    ]
    const { scene, url } = await sceneOf(ann)
    const other = await sceneOf(cy)
    expect((await ann.put(url, { person: bo.id, role: 'tournament' })).body).toEqual({
      role: 'tournament',
      person: { id: bo.id, name: 'Bo' },
      invitation: null,
    })
    expect(await rolesOf(bo)).toEqual([[scene, 'tournament']])
    expect((await bo.put(url, { person: bo.id, role: 'admin' })).status).toBe(403)
    expect((await cy.put(url, { person: cy.id, role: 'admin' })).status).toBe(403)
    expect((await cy.get(url)).status).toBe(403)
    expect((await ann.put(url, { email: 'BO@example.org', role: 'admin' })).body.person.id).toBe(
      bo.id,
    )
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
    await gil.put(url, { person: owner.id, role: 'tournament' })
    const sent = { headers: { 'idempotency-key': 'gil-1' } }
    const path = `${url}${owner.id}/`
    expect((await gil.call('DELETE', path, sent)).status).toBe(204)
    expect((await gil.call('DELETE', path, sent)).status).toBe(204)
    expect((await gil.remove(path)).status).toBe(404)
  })
})

describe('an invitation', () => {
  test('waits for an account and is taken with the confirmed e-mail', async () => {
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
    expect(await rolesOf(ida)).toEqual([[scene, 'tournament']])
    expect((await hal.get(list)).body.count).toBe(0)
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
        `select row_to_json(i) as row from kept.invitation i union all select row_to_json(a) from kept.answered a`,
      )
      expect(JSON.stringify(rows)).not.toContain(code)
    }
  })
})

describe('a reset link', () => {
  const link = async (asker: Browser, person: number) =>
    (await asker.post('/api/user/reset/link/', { person })).status

  test('R-PE-2: is made by an admin for people of their scene who have no more rights than they', async () => {
    const [quy, ray, sam, tia] = [
      await stand.person('Quy'),
      await stand.person('Ray'),
      await stand.person('Sam'),
      await stand.person('Tia'),
    ]
    const { url } = await sceneOf(quy)
    const other = await sceneOf(sam)
    await quy.put(url, { person: ray.id, role: 'tournament' })
    expect(await link(quy, ray.id)).toBe(200)
    expect([await link(ray, quy.id), await link(tia, ray.id)]).toEqual([403, 403])
    expect([await link(quy, sam.id), await link(quy, tia.id), await link(quy, owner.id)]).toEqual([
      404, 404, 404,
    ])
    // Ray is somebody elsewhere too: whoever had Ray's account would be so.
    await sam.put(other.url, { person: ray.id, role: 'tournament' })
    expect([await link(quy, ray.id), await link(owner, ray.id)]).toEqual([404, 200])
  })
})

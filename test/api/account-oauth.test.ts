import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccounts } from '../../services/account/index.ts'
import { password, startAccounts } from './account-client.ts'
import type { AccountStand, Browser } from './account-client.ts'
import { client, startOpenId } from '../support/openid-provider.ts'
import type { Claims, OpenId } from '../support/openid-provider.ts'

let openId: OpenId
let stand: AccountStand
beforeAll(async () => {
  openId = await startOpenId()
  stand = await startAccounts({
    mail: true,
    publicUrl: 'http://waggle.example',
    providers: [{ id: 'club', name: 'The Club', issuer: openId.issuer, ...client }],
  })
})
afterAll(async () => {
  await stand?.rig.stop()
  openId?.close()
})

const me = '/api/user/me/'
const claims = (name: string, more: Partial<Claims> = {}): Claims => ({
  sub: `club-${name}`,
  email: `${name.toLowerCase()}@example.org`,
  email_verified: true,
  name,
  ...more,
})

async function enter(browser: Browser, who: Claims, to = '/') {
  openId.who = who
  const asked = await browser.post('/api/user/oauth/club/', { to })
  expect([asked.status, new URL(asked.body.url).origin]).toEqual([200, openId.issuer])
  return browser.get(openId.consent(asked.body.url))
}

test('what is configured is offered; what is not is not there', async () => {
  const { body } = await stand.browser().get('/api/user/options/')
  expect(body.providers).toEqual([{ id: 'club', name: 'The Club' }])
  expect((await stand.browser().post('/api/user/oauth/google/')).status).toBe(404)
  expect(
    (await stand.browser().get('/api/user/oauth/callback/google/?code=1&state=2')).status,
  ).toBe(404)
  const options = { store: stand.rig.store, providers: [{ id: 'club', name: 'C', ...client }] }
  expect(() => openAccounts(options)).toThrow('PUBLIC_URL')
})

test('who comes back is signed in with our own session, the first as the owner, and where they were', async () => {
  const browser = stand.browser()
  const back = await enter(browser, claims('Ann'), '/tournament/1/admin?x=1')
  expect([back.status, back.headers.get('location')]).toEqual([302, '/tournament/1/admin?x=1'])
  expect([...browser.jar.keys()]).toEqual(['waggle', 'waggle-device'])
  const { body } = await browser.get(me)
  expect(body).toMatchObject({
    name: 'Ann',
    email: 'ann@example.org',
    emailVerified: true,
    hasPassword: false,
    isOwner: true,
  })
  const again = stand.browser()
  await enter(again, claims('Ann'))
  expect((await again.get(me)).body.id).toBe(body.id)
})

test('nothing that the provider gave is kept, and no session of another kind', async () => {
  const { pool } = stand.rig.store
  const { rows } = await pool.query('select * from kept.credential')
  expect(JSON.stringify(rows)).not.toContain('opens nothing')
  expect(JSON.stringify(rows)).not.toMatch(/eyJ/)
  const { rows: tables } = await pool.query<{ tablename: string }>(
    `select tablename from pg_tables where tablename like '%session%'`,
  )
  expect(tables).toEqual([{ tablename: 'session' }])
})

test('nobody is led to another site', async () => {
  for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example']) {
    const back = await enter(stand.browser(), claims('Ann'), to)
    expect(back.headers.get('location')).toBe('/')
  }
})

test('an answer for another browser, made up or used before signs nobody in', async () => {
  openId.who = claims('Bo')
  const asked = await stand.browser().post('/api/user/oauth/club/')
  const way = openId.consent(asked.body.url)
  const victim = stand.browser()
  const planted = await victim.get(way)
  expect(planted.headers.get('location')).toBe('/sign-in?problem=elsewhere')
  expect((await victim.get(me)).status).toBe(401)
  const madeUp = await victim.get('/api/user/oauth/callback/club/?code=1&state=2')
  expect(madeUp.headers.get('location')).toBe('/sign-in?problem=elsewhere')
  const bo = stand.browser()
  const second = openId.consent((await bo.post('/api/user/oauth/club/')).body.url)
  await bo.get(second)
  const before = bo.jar.get('waggle')
  expect((await bo.get(second)).headers.get('location')).toBe('/sign-in?problem=elsewhere')
  expect(bo.jar.get('waggle')).toBe(before)
})

test('an account with a password is joined by its confirmed e-mail, never by a claimed one', async () => {
  const cy = await stand.person('Cy')
  const browser = stand.browser()
  await enter(browser, claims('Cy'))
  expect((await browser.get(me)).body).toMatchObject({ id: cy.id, hasPassword: true })
  // Somebody signed up with Di's e-mail and waits for Di to come by the provider.
  const thief = { name: 'Thief', email: 'di@example.org', password }
  await stand.browser().post('/api/user/sign-up/', thief)
  const di = stand.browser()
  expect((await enter(di, claims('Di'))).headers.get('location')).toBe('/sign-in?problem=elsewhere')
  // A provider that does not know whether the e-mail is theirs joins nothing.
  const eve = stand.browser()
  const unsure = claims('Cy', { sub: 'club-eve', email_verified: false })
  expect((await enter(eve, unsure)).headers.get('location')).toBe('/sign-in?problem=elsewhere')
  expect((await eve.get(me)).status).toBe(401)
})

test('a role waits for who has the e-mail, where the provider confirms it', async () => {
  const { call } = stand.browser()
  const headers = { authorization: `Bearer ${stand.rig.adminKey}` }
  const body = { name: 'here', displayName: 'Here' }
  const { body: scene } = await call('POST', '/api/game/scene/', { body, headers })
  for (const email of ['fay@example.org', 'gus@example.org']) {
    const path = `/api/tournament/scene/${scene.id}/role/`
    await call('PUT', path, { body: { email, role: 'tournament' }, headers })
  }
  const [fay, gus] = [stand.browser(), stand.browser()]
  await enter(fay, claims('Fay'))
  await enter(gus, claims('Gus', { email_verified: false }))
  const offered = async (one: Browser) =>
    (await one.get('/api/user/notice/')).body.invitations.map(
      ({ scene: at }: { scene: { id: number } }) => at.id,
    )
  expect([await offered(fay), await offered(gus)]).toEqual([[scene.id], []])
  expect((await fay.get(me)).body.roles).toEqual([])
  expect((await gus.get(me)).body).toMatchObject({ emailVerified: false, roles: [] })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccounts } from '#services/account/index.ts'
import { password, startAccounts } from './account-client.ts'
import type { AccountFixture, Browser } from './account-client.ts'
import { client, startOpenId } from '../support/openid-provider.ts'
import type { Claims, OpenId } from '../support/openid-provider.ts'

let openId: OpenId
let fixture: AccountFixture
beforeAll(async () => {
  openId = await startOpenId()
  fixture = await startAccounts({
    mail: true,
    publicUrl: 'http://waggle.example',
    providers: [{ id: 'club', name: 'The Club', issuer: openId.issuer, ...client }],
  })
})
afterAll(async () => {
  await fixture?.app.stop()
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

async function signInWith(browser: Browser, identity: Claims, to = '/') {
  openId.who = identity
  const started = await browser.post('/api/user/oauth/club/', { to })
  expect([started.status, new URL(started.body.url).origin]).toEqual([200, openId.issuer])
  return browser.get(openId.consent(started.body.url))
}

test('configured providers are offered; others are not found', async () => {
  const { body } = await fixture.browser().get('/api/user/options/')
  expect(body.providers).toEqual([{ id: 'club', name: 'The Club' }])
  expect((await fixture.browser().post('/api/user/oauth/google/')).status).toBe(404)
  expect(
    (await fixture.browser().get('/api/user/oauth/callback/google/?code=1&state=2')).status,
  ).toBe(404)
  const options = { store: fixture.app.store, providers: [{ id: 'club', name: 'C', ...client }] }
  expect(() => openAccounts(options)).toThrow('PUBLIC_URL')
})

test('the callback signs in with a Waggle session, makes the first person owner, and returns to their page', async () => {
  const browser = fixture.browser()
  const back = await signInWith(browser, claims('Ann'), '/tournament/1/admin?x=1')
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
  const again = fixture.browser()
  await signInWith(again, claims('Ann'))
  expect((await again.get(me)).body.id).toBe(body.id)
})

test('no provider token is stored, and there is only one kind of session', async () => {
  const { pool } = fixture.app.store
  const { rows } = await pool.query('select * from kept.credential')
  expect(JSON.stringify(rows)).not.toContain('opens nothing')
  expect(JSON.stringify(rows)).not.toMatch(/eyJ/)
  const { rows: tables } = await pool.query<{ tablename: string }>(
    `select tablename from pg_tables where tablename like '%session%'`,
  )
  expect(tables).toEqual([{ tablename: 'session' }])
})

test('the callback never redirects to another site', async () => {
  for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example']) {
    const back = await signInWith(fixture.browser(), claims('Ann'), to)
    expect(back.headers.get('location')).toBe('/')
  }
})

test('a callback from another browser, forged or already used, signs nobody in', async () => {
  openId.who = claims('Bo')
  const started = await fixture.browser().post('/api/user/oauth/club/')
  const callbackUrl = openId.consent(started.body.url)
  const victim = fixture.browser()
  const planted = await victim.get(callbackUrl)
  expect(planted.headers.get('location')).toBe('/sign-in?problem=elsewhere')
  expect((await victim.get(me)).status).toBe(401)
  const madeUp = await victim.get('/api/user/oauth/callback/club/?code=1&state=2')
  expect(madeUp.headers.get('location')).toBe('/sign-in?problem=elsewhere')
  // Whoever cancels at the provider is still on the way to the same page.
  const onTheWay = fixture.browser()
  await onTheWay.post('/api/user/oauth/club/', { to: '/t/hive/friday/register' })
  const cancelled = await onTheWay.get('/api/user/oauth/callback/club/?error=access_denied')
  expect(cancelled.headers.get('location')).toBe(
    '/sign-in?problem=elsewhere&to=%2Ft%2Fhive%2Ffriday%2Fregister',
  )
  const bo = fixture.browser()
  const second = openId.consent((await bo.post('/api/user/oauth/club/')).body.url)
  await bo.get(second)
  const before = bo.jar.get('waggle')
  expect((await bo.get(second)).headers.get('location')).toBe('/sign-in?problem=elsewhere')
  expect(bo.jar.get('waggle')).toBe(before)
})

test('a provider sign-in is linked to a password account by confirmed e-mail, never by an unconfirmed one', async () => {
  const cy = await fixture.person('Cy')
  const browser = fixture.browser()
  await signInWith(browser, claims('Cy'))
  expect((await browser.get(me)).body).toMatchObject({ id: cy.id, hasPassword: true })
  // An attacker has signed up with Di's e-mail and waits for Di to sign in with the provider.
  const thief = { name: 'Thief', email: 'di@example.org', password }
  await fixture.browser().post('/api/user/sign-up/', thief)
  const di = fixture.browser()
  expect((await signInWith(di, claims('Di'))).headers.get('location')).toBe(
    '/sign-in?problem=elsewhere',
  )
  // If the provider has not verified the e-mail, no account is linked.
  const eve = fixture.browser()
  const unsure = claims('Cy', { sub: 'club-eve', email_verified: false })
  expect((await signInWith(eve, unsure)).headers.get('location')).toBe('/sign-in?problem=elsewhere')
  expect((await eve.get(me)).status).toBe(401)
})

test('a password set through the mailed link ends sign-ins by a provider that had not verified the address', async () => {
  const { call } = fixture.browser()
  const other = claims('Hal', { email_verified: false })
  const thief = fixture.browser()
  await signInWith(thief, other)
  const email = 'hal@example.org'
  await call('POST', '/api/user/reset/', { body: { email } })
  await expect.poll(() => fixture.codeMailedTo(email)).not.toBe('')
  const code = fixture.codeMailedTo(email)
  const reset = { code, password }
  expect((await call('POST', '/api/user/reset/finish/', { body: reset })).status).toBe(200)
  const hal = fixture.browser()
  expect((await hal.post('/api/user/sign-in/', { email, password })).status).toBe(200)
  expect((await hal.get(me)).body).toMatchObject({ email, emailVerified: true })
  expect((await thief.get(me)).status).toBe(401)
  expect((await signInWith(thief, other)).headers.get('location')).toBe(
    '/sign-in?problem=elsewhere',
  )
  expect((await thief.get(me)).status).toBe(401)
  // The owner of the address still can, once the provider has verified it.
  await signInWith(hal, claims('Hal', { sub: 'club-hal-himself' }))
  expect((await hal.get(me)).body.email).toBe(email)
})

test('an invitation is shown to the person whose e-mail the provider has verified', async () => {
  const { call } = fixture.browser()
  const headers = { authorization: `Bearer ${fixture.app.adminKey}` }
  const body = { name: 'here', displayName: 'Here' }
  const { body: scene } = await call('POST', '/api/game/scene/', { body, headers })
  for (const email of ['fay@example.org', 'gus@example.org']) {
    const path = `/api/tournament/scene/${scene.id}/role/`
    await call('PUT', path, { body: { email, role: 'tournament' }, headers })
  }
  const [fay, gus] = [fixture.browser(), fixture.browser()]
  await signInWith(fay, claims('Fay'))
  await signInWith(gus, claims('Gus', { email_verified: false }))
  const offered = async (one: Browser) =>
    (await one.get('/api/user/notice/')).body.invitations.map(
      ({ scene: at }: { scene: { id: number } }) => at.id,
    )
  expect([await offered(fay), await offered(gus)]).toEqual([[scene.id], []])
  expect((await fay.get(me)).body.roles).toEqual([])
  expect((await gus.get(me)).body).toMatchObject({ emailVerified: false, roles: [] })
})

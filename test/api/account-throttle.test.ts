import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccounts } from '#services/account/index.ts'
import { registerApi } from '#services/api/index.ts'
import { createWeb } from '#services/web/index.ts'
import { emailOf, newBrowser, password, startAccounts } from './account-client.ts'
import type { AccountFixture } from './account-client.ts'
import { collectLogLines } from '../support/log-lines.ts'

let fixture: AccountFixture
beforeAll(async () => {
  fixture = await startAccounts()
  await fixture.person('Owner')
})
afterAll(() => fixture?.app.stop())

const second = 1_000
const signIn = (email: string, phrase = 'wrong', from = fixture) =>
  from.browser().post('/api/user/sign-in/', { email, password: phrase })

test('guessing at one account doubles the wait each time, up to 15 minutes', async () => {
  const ann = await fixture.person('Ann')
  for (let i = 0; i < 5; i++) expect((await signIn(ann.email)).status).toBe(401)
  const waits: number[] = []
  for (let i = 0; i < 14; i++) {
    const { status, body, headers } = await signIn(ann.email)
    expect([status, body.code]).toEqual([429, 'TOO_MANY_TRIES'])
    expect(headers.get('retry-after')).toBe(`${body.retryAfter}`)
    waits.push(body.retryAfter)
    fixture.clock.now += body.retryAfter * second
    expect((await signIn(ann.email)).status).toBe(401)
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900, 900])
  expect((await signIn(ann.email, password)).status).toBe(429)
  fixture.clock.now += 900 * second
  expect((await signIn(ann.email, password)).status).toBe(200)
  expect((await signIn(ann.email)).status).toBe(401)
})

test('guesses from another address do not block a person from signing in or changing their password', async () => {
  const eve = await fixture.person('Eve')
  const { throttle } = openAccounts({ store: fixture.app.store, now: () => fixture.clock.now })
  for (let i = 0; i < 8; i++) await throttle.account('sign-in', eve.email, '198.51.100.66')
  expect(await throttle.account('sign-in', eve.email, '198.51.100.66')).toBeGreaterThan(0)
  for (let i = 0; i < 8; i++) await signIn(eve.email)
  const next = { current: password, password: 'another sentence' }
  expect((await eve.put('/api/user/password/', next)).status).toBe(200)
  expect((await signIn(eve.email, next.password)).status).toBe(200)
})

describe('a browser in which the person has signed in before', () => {
  const lockOut = async (email: string) => {
    const { throttle } = openAccounts({ store: fixture.app.store, now: () => fixture.clock.now })
    for (let i = 0; i < 8; i++) await signIn(email)
    for (let i = 0; i < 120; i++) await throttle.account('sign-in anywhere', email)
    for (let i = 0; i < 300; i++) await throttle.address('sign-in', '127.0.0.1')
    expect((await signIn(email, password)).status).toBe(429)
  }

  test('can sign in while others at the same address are guessing, and is limited only by its own tries', async () => {
    const hal = await fixture.person('Hal')
    await hal.post('/api/user/sign-out/')
    await lockOut(hal.email)
    const enter = (phrase: string) =>
      hal.post('/api/user/sign-in/', { email: hal.email, password: phrase })
    expect((await enter(password)).status).toBe(200)
    expect((await signIn(hal.email, password)).status).toBe(429)
    const found: number[] = []
    for (let i = 0; i < 6; i++) found.push((await enter('wrong')).status)
    expect(found).toEqual([401, 401, 401, 401, 401, 429])
    fixture.clock.now += 24 * 60 * 60 * second
  })

  test('is trusted only for the people who have signed in on it', async () => {
    const [ida, jon, kim] = [
      await fixture.person('Ida'),
      await fixture.person('Jon'),
      await fixture.person('Kim'),
    ]
    const onIdas = (email: string) => ida.post('/api/user/sign-in/', { email, password })
    expect((await onIdas(jon.email)).status).toBe(200)
    for (const { email } of [ida, jon, kim]) await lockOut(email)
    expect((await onIdas(ida.email)).status).toBe(200)
    expect((await onIdas(jon.email)).status).toBe(200)
    expect((await onIdas(kim.email)).status).toBe(429)
    fixture.clock.now += 24 * 60 * 60 * second
  })

  test('is not trusted after signing out everywhere, or with a forged token', async () => {
    const lea = await fixture.person('Lea')
    const token = lea.jar.get('waggle-device') ?? ''
    expect(token).toHaveLength(43)
    expect((await lea.post('/api/user/sign-out-everywhere/')).status).toBe(200)
    await lockOut(lea.email)
    const enter = () => lea.post('/api/user/sign-in/', { email: lea.email, password })
    expect((await enter()).status).toBe(429)
    fixture.clock.now += 24 * 60 * 60 * second
    lea.jar.set('waggle-device', 'planted')
    expect((await enter()).status).toBe(200)
    expect(lea.jar.get('waggle-device')).not.toBe('planted')
    const { rows } = await fixture.app.store.pool.query('select * from kept.known_device')
    expect(JSON.stringify(rows)).not.toContain(lea.jar.get('waggle-device'))
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

test('an account that is tried from many addresses waits at most 30 seconds', async () => {
  const { throttle } = openAccounts({ store: fixture.app.store, now: () => fixture.clock.now })
  const email = emailOf('everywhere')
  const waits: number[] = []
  for (let i = 0; i < 300; i++) {
    const wait = await throttle.account('sign-in anywhere', email)
    waits.push(wait)
    fixture.clock.now += wait
  }
  expect(waits.slice(0, 100).every((wait) => wait === 0)).toBe(true)
  expect(Math.max(...waits)).toBe(30 * second)
})

test('one phone that uses up the tries of the venue’s address does not lock the others out', async () => {
  const [fay, gus] = [await fixture.person('Fay'), await fixture.person('Gus')]
  const { throttle } = openAccounts({ store: fixture.app.store, now: () => fixture.clock.now })
  for (let i = 0; i < 300; i++) await throttle.address('sign-in', '127.0.0.1')
  expect(await throttle.address('sign-in', '127.0.0.1')).toBeGreaterThan(0)
  expect((await signIn(fay.email, password)).status).toBe(200)
  expect((await signIn(gus.email)).status).toBe(401)
  // After that, one try a minute is allowed for each account.
  expect((await signIn(gus.email)).status).toBe(429)
  fixture.clock.now += 60 * second
  expect((await signIn(gus.email, password)).status).toBe(200)
  fixture.clock.now += 5 * 60 * second
})

test('an e-mail without an account is rate-limited in the same way', async () => {
  const found: number[] = []
  for (let i = 0; i < 7; i++) found.push((await signIn('nobody@example.org')).status)
  expect(found).toEqual([401, 401, 401, 401, 401, 429, 429])
})

test('only five of a hundred concurrent guesses are checked', async () => {
  const bo = await fixture.person('Bo')
  const tries = await Promise.all(Array.from({ length: 100 }, () => signIn(bo.email)))
  expect(tries.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(95)
})

test('guessing at one account blocks no other account at the same address', async () => {
  const cy = await fixture.person('Cy')
  for (let i = 0; i < 8; i++) await signIn(emailOf('Bo'))
  expect((await signIn(cy.email, password)).status).toBe(200)
})

test('wrong current passwords in a password change are rate-limited too', async () => {
  const di = await fixture.person('Di')
  const found: number[] = []
  for (let i = 0; i < 6; i++) {
    const sent = { current: 'wrong', password: 'another sentence' }
    found.push((await di.put('/api/user/password/', sent)).status)
  }
  expect(found).toEqual([400, 400, 400, 400, 400, 429])
})

test('a venue behind one address signs up 200 people in an evening and 50 in within minutes', async () => {
  const { throttle } = openAccounts({ store: fixture.app.store, now: () => fixture.clock.now })
  const address = '198.51.100.20'
  for (let guest = 0; guest < 200; guest++) {
    expect(await throttle.address('sign-up', address)).toBe(0)
  }
  for (let guest = 0; guest < 50; guest++) {
    expect(await throttle.address('sign-in', address)).toBe(0)
    expect(await throttle.account('sign-in', emailOf(`Guest${guest}`))).toBe(0)
  }
  const names = Array.from({ length: 12 }, (_, index) => `Guest${index}`)
  await Promise.all(names.map((name) => fixture.person(name)))
  const signedIn = await Promise.all(names.map((name) => signIn(emailOf(name), password)))
  expect(signedIn.every(({ status }) => status === 200)).toBe(true)
})

test('one address cannot try one password on many accounts for long', async () => {
  fixture.clock.now += 60 * 60 * second
  const { throttle } = openAccounts({ store: fixture.app.store, now: () => fixture.clock.now })
  const address = '203.0.113.7'
  for (let i = 0; i < 300; i++) expect(await throttle.address('sign-in', address)).toBe(0)
  expect(await throttle.address('sign-in', address)).toBe(5 * 60 * second)
  expect(await throttle.address('sign-in', '203.0.113.8')).toBe(0)
  fixture.clock.now += 5 * 60 * second
  expect(await throttle.address('sign-in', address)).toBe(0)
})

test('an IPv6 /64 network counts as one address', async () => {
  const { throttle } = openAccounts({ store: fixture.app.store, now: () => fixture.clock.now })
  for (let i = 0; i < 60; i++) await throttle.address('reset', `2001:db8:1:2::${i.toString(16)}`)
  expect(await throttle.address('reset', '2001:db8:1:2:ffff::1')).toBeGreaterThan(0)
  expect(await throttle.address('reset', '2001:db8:1:3::1')).toBe(0)
})

test('P19: log lines and stored attempts contain no e-mail, password, cookie, code or key', async () => {
  const { lines, stream } = collectLogLines()
  const { store, desk, states } = fixture.app
  const web = await createWeb({ store, logger: { level: 'trace', stream } })
  const texts: string[] = []
  const accounts = openAccounts({
    store,
    publicUrl: 'http://127.0.0.1',
    async mailer({ to, text }) {
      texts.push(text)
      throw new Error(`550 no such person ${to}`.slice(0, 3))
    },
    logError: (what, error) => web.log.warn({ err: error }, what),
  })
  registerApi({ web, store, desk, states, accounts })
  const canary = 'canary-in-the-coalmine'
  const email = `${canary}@example.org`
  const browser = newBrowser(await web.listen({ port: 0, host: '127.0.0.1' }))
  const phrase = `${canary} sentence`
  await browser.post('/api/user/sign-up/', { name: canary, email, password: phrase })
  await browser.post('/api/user/sign-in/', { email, password: `${phrase} wrong` })
  const code = /#([\w-]+)/.exec(texts[0] ?? '')?.[1] ?? ''
  expect((await browser.post('/api/user/confirm/', { code, password: phrase })).status).toBe(200)
  await browser.post('/api/user/reset/', { email })
  const { key } = (await browser.post('/api/user/key/', { name: canary, current: phrase })).body
  await browser.call('GET', `/api/user/me/?email=${email}`)
  await browser.put('/api/user/password/', { current: phrase, password: `${phrase} next` })
  await browser.put('/api/user/email/', { current: 7, email: [email] })
  const token = browser.jar.get('waggle') ?? ''
  await web.close()
  const all = lines.join('')
  expect(all).toContain('/api/user/sign-up/')
  expect(all).toContain('"msg":"mail"')
  for (const secret of [canary, code, key, token, 'scrypt']) {
    expect(secret).not.toBe('')
    expect(all).not.toContain(secret)
  }
  const { rows } = await store.pool.query('select * from kept.attempt')
  expect(JSON.stringify(rows)).not.toContain(canary)
})

import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccounts } from '../../services/account/index.ts'
import { registerApi } from '../../services/api/index.ts'
import { createWeb } from '../../services/web/index.ts'
import { emailOf, newBrowser, password, startAccounts } from './account-client.ts'
import type { AccountStand } from './account-client.ts'

let stand: AccountStand
beforeAll(async () => {
  stand = await startAccounts()
  await stand.person('Owner')
})
afterAll(() => stand?.rig.stop())

const second = 1_000
const signIn = (email: string, word = 'wrong', from = stand) =>
  from.browser().post('/api/user/sign-in/', { email, password: word })

test('who guesses at one account waits longer and longer, a quarter of an hour at most', async () => {
  const ann = await stand.person('Ann')
  for (let i = 0; i < 5; i++) expect((await signIn(ann.email)).status).toBe(401)
  const waits: number[] = []
  for (let i = 0; i < 14; i++) {
    const { status, body, headers } = await signIn(ann.email)
    expect([status, body.code]).toEqual([429, 'TOO_MANY_TRIES'])
    expect(headers.get('retry-after')).toBe(`${body.retryAfter}`)
    waits.push(body.retryAfter)
    stand.clock.now += body.retryAfter * second
    expect((await signIn(ann.email)).status).toBe(401)
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900, 900])
  expect((await signIn(ann.email, password)).status).toBe(429)
  stand.clock.now += 900 * second
  expect((await signIn(ann.email, password)).status).toBe(200)
  expect((await signIn(ann.email)).status).toBe(401)
})

test('whoever guesses elsewhere keeps a person out neither of signing in nor of their account', async () => {
  const eve = await stand.person('Eve')
  const { throttle } = openAccounts({ store: stand.rig.store, now: () => stand.clock.now })
  for (let i = 0; i < 8; i++) await throttle.account('sign-in', eve.email, '198.51.100.66')
  expect(await throttle.account('sign-in', eve.email, '198.51.100.66')).toBeGreaterThan(0)
  for (let i = 0; i < 8; i++) await signIn(eve.email)
  const next = { current: password, password: 'another sentence' }
  expect((await eve.put('/api/user/password/', next)).status).toBe(200)
  expect((await signIn(eve.email, next.password)).status).toBe(200)
})

describe('a browser in which a person has signed in before', () => {
  const lockOut = async (email: string) => {
    const { throttle } = openAccounts({ store: stand.rig.store, now: () => stand.clock.now })
    for (let i = 0; i < 8; i++) await signIn(email)
    for (let i = 0; i < 120; i++) await throttle.account('sign-in anywhere', email)
    for (let i = 0; i < 300; i++) await throttle.address('sign-in', '127.0.0.1')
    expect((await signIn(email, password)).status).toBe(429)
  }

  test('gets in while somebody at the same address is guessing, and is slowed by its own tries alone', async () => {
    const hal = await stand.person('Hal')
    await hal.post('/api/user/sign-out/')
    await lockOut(hal.email)
    const enter = (word: string) =>
      hal.post('/api/user/sign-in/', { email: hal.email, password: word })
    expect((await enter(password)).status).toBe(200)
    expect((await signIn(hal.email, password)).status).toBe(429)
    const found: number[] = []
    for (let i = 0; i < 6; i++) found.push((await enter('wrong')).status)
    expect(found).toEqual([401, 401, 401, 401, 401, 429])
    stand.clock.now += 24 * 60 * 60 * second
  })

  test('is known for the people who have signed in on it, and for nobody else', async () => {
    const [ida, jon, kim] = [
      await stand.person('Ida'),
      await stand.person('Jon'),
      await stand.person('Kim'),
    ]
    const onIdas = (email: string) => ida.post('/api/user/sign-in/', { email, password })
    expect((await onIdas(jon.email)).status).toBe(200)
    for (const { email } of [ida, jon, kim]) await lockOut(email)
    expect((await onIdas(ida.email)).status).toBe(200)
    expect((await onIdas(jon.email)).status).toBe(200)
    expect((await onIdas(kim.email)).status).toBe(429)
    stand.clock.now += 24 * 60 * 60 * second
  })

  test('is a stranger after signing out everywhere, and with a token of its own making', async () => {
    const lea = await stand.person('Lea')
    const token = lea.jar.get('waggle-device') ?? ''
    expect(token).toHaveLength(43)
    expect((await lea.post('/api/user/sign-out-everywhere/')).status).toBe(200)
    await lockOut(lea.email)
    const enter = () => lea.post('/api/user/sign-in/', { email: lea.email, password })
    expect((await enter()).status).toBe(429)
    stand.clock.now += 24 * 60 * 60 * second
    lea.jar.set('waggle-device', 'planted')
    expect((await enter()).status).toBe(200)
    expect(lea.jar.get('waggle-device')).not.toBe('planted')
    const { rows } = await stand.rig.store.pool.query('select * from kept.known_device')
    expect(JSON.stringify(rows)).not.toContain(lea.jar.get('waggle-device'))
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

test('an account that is tried from very many places waits half a minute at most', async () => {
  const { throttle } = openAccounts({ store: stand.rig.store, now: () => stand.clock.now })
  const email = emailOf('everywhere')
  const waits: number[] = []
  for (let i = 0; i < 300; i++) {
    const wait = await throttle.account('sign-in anywhere', email)
    waits.push(wait)
    stand.clock.now += wait
  }
  expect(waits.slice(0, 100).every((wait) => wait === 0)).toBe(true)
  expect(Math.max(...waits)).toBe(30 * second)
})

test('one telephone that spends the tries of a venue does not lock the others out', async () => {
  const [fay, gus] = [await stand.person('Fay'), await stand.person('Gus')]
  const { throttle } = openAccounts({ store: stand.rig.store, now: () => stand.clock.now })
  for (let i = 0; i < 300; i++) await throttle.address('sign-in', '127.0.0.1')
  expect(await throttle.address('sign-in', '127.0.0.1')).toBeGreaterThan(0)
  expect((await signIn(fay.email, password)).status).toBe(200)
  expect((await signIn(gus.email)).status).toBe(401)
  // Guessing goes on at one try a minute for each account.
  expect((await signIn(gus.email)).status).toBe(429)
  stand.clock.now += 60 * second
  expect((await signIn(gus.email, password)).status).toBe(200)
  stand.clock.now += 5 * 60 * second
})

test('an e-mail that nobody has is slowed down the same', async () => {
  const found: number[] = []
  for (let i = 0; i < 7; i++) found.push((await signIn('nobody@example.org')).status)
  expect(found).toEqual([401, 401, 401, 401, 401, 429, 429])
})

test('of a hundred guesses at once five are looked at', async () => {
  const bo = await stand.person('Bo')
  const tries = await Promise.all(Array.from({ length: 100 }, () => signIn(bo.email)))
  expect(tries.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(95)
})

test('guessing at one account keeps nobody else out, from the same address too', async () => {
  const cy = await stand.person('Cy')
  for (let i = 0; i < 8; i++) await signIn(emailOf('Bo'))
  expect((await signIn(cy.email, password)).status).toBe(200)
})

test('guesses at the present password, when it is changed, are slowed down too', async () => {
  const di = await stand.person('Di')
  const found: number[] = []
  for (let i = 0; i < 6; i++) {
    const sent = { current: 'wrong', password: 'another sentence' }
    found.push((await di.put('/api/user/password/', sent)).status)
  }
  expect(found).toEqual([400, 400, 400, 400, 400, 429])
})

test('a venue behind one address signs up 200 people in an evening and 50 in within minutes', async () => {
  const { throttle } = openAccounts({ store: stand.rig.store, now: () => stand.clock.now })
  const address = '198.51.100.20'
  for (let guest = 0; guest < 200; guest++) {
    expect(await throttle.address('sign-up', address)).toBe(0)
  }
  for (let guest = 0; guest < 50; guest++) {
    expect(await throttle.address('sign-in', address)).toBe(0)
    expect(await throttle.account('sign-in', emailOf(`Guest${guest}`))).toBe(0)
  }
  const names = Array.from({ length: 12 }, (_, index) => `Guest${index}`)
  await Promise.all(names.map((name) => stand.person(name)))
  const signedIn = await Promise.all(names.map((name) => signIn(emailOf(name), password)))
  expect(signedIn.every(({ status }) => status === 200)).toBe(true)
})

test('one address cannot try one password on everybody’s account for long', async () => {
  stand.clock.now += 60 * 60 * second
  const { throttle } = openAccounts({ store: stand.rig.store, now: () => stand.clock.now })
  const address = '203.0.113.7'
  for (let i = 0; i < 300; i++) expect(await throttle.address('sign-in', address)).toBe(0)
  expect(await throttle.address('sign-in', address)).toBe(5 * 60 * second)
  expect(await throttle.address('sign-in', '203.0.113.8')).toBe(0)
  stand.clock.now += 5 * 60 * second
  expect(await throttle.address('sign-in', address)).toBe(0)
})

test('who has a net of addresses is one', async () => {
  const { throttle } = openAccounts({ store: stand.rig.store, now: () => stand.clock.now })
  for (let i = 0; i < 60; i++) await throttle.address('reset', `2001:db8:1:2::${i.toString(16)}`)
  expect(await throttle.address('reset', '2001:db8:1:2:ffff::1')).toBeGreaterThan(0)
  expect(await throttle.address('reset', '2001:db8:1:3::1')).toBe(0)
})

test('P19: neither e-mail, password, cookie, code nor key stands in a log line or in what was tried', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(`${chunk}`)
      done()
    },
  })
  const { store, desk, states } = stand.rig
  const web = await createWeb({ store, logger: { level: 'trace', stream } })
  const letters: string[] = []
  const accounts = openAccounts({
    store,
    publicUrl: 'http://127.0.0.1',
    async mailer({ to, text }) {
      letters.push(text)
      throw new Error(`550 no such person ${to}`.slice(0, 3))
    },
    note: (what, error) => web.log.warn({ err: error }, what),
  })
  registerApi({ web, store, desk, states, accounts })
  const canary = 'canary-in-the-coalmine'
  const email = `${canary}@example.org`
  const browser = newBrowser(await web.listen({ port: 0, host: '127.0.0.1' }))
  const word = `${canary} sentence`
  await browser.post('/api/user/sign-up/', { name: canary, email, password: word })
  await browser.post('/api/user/sign-in/', { email, password: `${word} wrong` })
  const code = /#([\w-]+)/.exec(letters[0] ?? '')?.[1] ?? ''
  expect((await browser.post('/api/user/confirm/', { code, password: word })).status).toBe(200)
  await browser.post('/api/user/reset/', { email })
  const { key } = (await browser.post('/api/user/key/', { name: canary, current: word })).body
  await browser.call('GET', `/api/user/me/?email=${email}`)
  await browser.put('/api/user/password/', { current: word, password: `${word} next` })
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

import { withoutMessages } from '../support/without-messages.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimOwner } from '#services/store/index.ts'
import { hashOf } from '#services/web/index.ts'
import { emailOf, password, startAccounts } from './account-client.ts'
import type { AccountFixture } from './account-client.ts'

// Without mail, as on a venue server without internet access.
let fixture: AccountFixture
beforeAll(async () => {
  fixture = await startAccounts()
})
afterAll(() => fixture?.app.stop())

const me = '/api/user/me/'
const status = async (answer: Promise<{ status: number }>) => (await answer).status

describe('the first start', () => {
  test('exactly one of several concurrent claims becomes the owner, every time', async () => {
    const { store } = fixture.app
    const ids = await store.nextIds('person', 8)
    const people = ids.map((id) => ({ id, name: `Person ${id}` }))
    await store.db.insertInto('kept.person').values(people).execute()
    for (let round = 0; round < 10; round++) {
      const claimed = await Promise.all(ids.map((id) => claimOwner(store, id)))
      expect(claimed.filter(Boolean)).toHaveLength(1)
      await store.db.updateTable('kept.person').set({ isOwner: false }).execute()
    }
    await store.db.deleteFrom('kept.person').execute()
  })

  test('exactly one of several concurrent sign-ups owns the site and can create scenes', async () => {
    expect((await fixture.browser().get('/api/user/options/')).body.isFirst).toBe(true)
    const people = await Promise.all(['Ann', 'Bo', 'Cy', 'Di'].map((name) => fixture.person(name)))
    const owners = await Promise.all(people.map(async (one) => (await one.get(me)).body.isOwner))
    expect(owners.filter(Boolean)).toHaveLength(1)
    expect((await fixture.browser().get('/api/user/options/')).body.isFirst).toBe(false)
    const makes = people.map((one, index) =>
      one.post('/api/game/scene/', { name: `s${index}`, displayName: 'Scene' }),
    )
    const made = (await Promise.all(makes)).map((answer) => answer.status)
    expect(made).toEqual(owners.map((isOwner) => (isOwner ? 201 : 403)))
  })

  test('the person who creates a scene is its admin', async () => {
    const owner = fixture.browser()
    const { rows } = await fixture.app.store.pool.query<{ email: string }>(
      'select email from kept.person where is_owner',
    )
    await owner.post('/api/user/sign-in/', { email: rows[0]?.email, password })
    const { body } = await owner.get(me)
    expect(body.roles).toEqual([
      { scene: expect.any(Number), sceneName: expect.stringMatching(/^s\d$/), role: 'admin' },
    ])
  })

  test('concurrent sign-ups with one e-mail create one account', async () => {
    const who = { name: 'Eve', email: emailOf('Eve'), password }
    const tries = await Promise.all(
      Array.from({ length: 4 }, () => fixture.browser().post('/api/user/sign-up/', who)),
    )
    const found = tries.map((answer) => answer.status).toSorted((a, b) => a - b)
    expect(found).toEqual([201, 400, 400, 400])
    const refused = tries.find((answer) => answer.status === 400)
    expect(withoutMessages(refused?.body)).toEqual({
      email: ['There is already an account with this e-mail address'],
    })
  })
})

describe('signing in', () => {
  test('works with e-mail and password, ignoring the case of the e-mail', async () => {
    const { id } = await fixture.person('Fay')
    const browser = fixture.browser()
    const answer = await browser.post('/api/user/sign-in/', {
      email: ' FAY@Example.ORG ',
      password,
    })
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { body } = await browser.get(me)
    expect(body).toEqual({
      id,
      name: 'Fay',
      email: 'fay@example.org',
      emailVerified: false,
      hasPassword: true,
      isOwner: false,
      paired: null,
      readOnlyIn: [],
      shown: { doNotDisplay: false, isProfilePublic: false },
      roles: [],
    })
  })

  test('gives the same response for an unknown e-mail, an account without password and a wrong password', async () => {
    await fixture.person('Gus')
    const { store } = fixture.app
    const [id = 0] = await store.nextIds('person', 1)
    const bare = { id, name: 'Seeded', email: 'seeded@example.org' }
    await store.db.insertInto('kept.person').values(bare).execute()
    const answers = []
    for (const email of ['gus@example.org', 'nobody@example.org', 'seeded@example.org']) {
      const sent = { email, password: 'not the right one' }
      const { status, body, cookies } = await fixture.browser().post('/api/user/sign-in/', sent)
      answers.push({ status, body, cookies })
    }
    const wrong = { detail: 'Wrong e-mail or password.', code: 'WRONG_PASSWORD' }
    const each = { status: 401, body: wrong, cookies: [] }
    expect(withoutMessages(answers)).toEqual(answers.map(() => each))
  })

  test('sets cookies that are limited to this site and not readable by scripts', async () => {
    const { cookies } = await fixture
      .browser()
      .post('/api/user/sign-in/', { email: emailOf('Fay'), password })
    expect(cookies).toHaveLength(2)
    expect(cookies[0]).toMatch(/^waggle=[\w-]{43};.*Max-Age=7776000/)
    expect(cookies[1]).toMatch(/^waggle-device=[\w-]{43};.*Max-Age=15552000/)
    for (const cookie of cookies) {
      for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(flag)
      expect(cookie).not.toMatch(/domain=/i)
    }
  })

  test('never adopts an existing session token, and ends the previous session', async () => {
    const victim = fixture.browser()
    victim.jar.set('waggle', 'planted-by-somebody-else-aaaaaaaaaaaaaaaaaa')
    await victim.post('/api/user/sign-in/', { email: emailOf('Fay'), password })
    const first = victim.jar.get('waggle')
    expect(first).not.toContain('planted')
    await victim.post('/api/user/sign-in/', { email: emailOf('Fay'), password })
    expect(victim.jar.get('waggle')).not.toBe(first)
    const thief = fixture.browser()
    thief.jar.set('waggle', first ?? '')
    expect(await status(thief.get(me))).toBe(401)
    expect(await status(victim.get(me))).toBe(200)
  })

  test('a page of another site cannot sign a browser in or up, or request a reset', async () => {
    const email = emailOf('Fay')
    const sent = [
      ['/api/user/sign-in/', { email, password }],
      ['/api/user/sign-up/', { name: 'X', email: 'x@example.org', password }],
      ['/api/user/reset/', { email }],
      ['/api/user/reset/finish/', { code: 'x', password }],
      ['/api/user/confirm/', { code: 'x', password }],
      ['/api/user/oauth/google/', {}],
    ] as const
    for (const [path, body] of sent) {
      const elsewhere: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      ]
      for (const headers of elsewhere) {
        const answer = await fixture.browser().call('POST', path, { body, headers })
        expect([path, answer.status, answer.cookies]).toEqual([path, 403, []])
      }
    }
    const form = await fetch(`${fixture.app.url}/api/user/sign-in/`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ email, password }),
    })
    expect(form.status).toBe(415)
  })

  test('any write with a session from another site is refused', async () => {
    const fay = fixture.browser()
    await fay.post('/api/user/sign-in/', { email: emailOf('Fay'), password })
    const headers = { 'sec-fetch-site': 'cross-site' }
    for (const [method, path] of [
      ['PUT', '/api/user/password/'],
      ['PUT', '/api/user/email/'],
      ['POST', '/api/user/key/'],
      ['POST', '/api/user/sign-out-everywhere/'],
      ['PATCH', me],
    ] as const) {
      expect([path, (await fay.call(method, path, { body: {}, headers })).status]).toEqual([
        path,
        403,
      ])
    }
  })
})

describe('passwords', () => {
  test('are 8 to 128 characters of any kind, not common and not the own name', async () => {
    const resultOf = async (password: string, name = 'Hal') => {
      const who = { name, email: `${Math.random()}@example.org`, password }
      const { status, body } = await fixture.browser().post('/api/user/sign-up/', who)
      return status === 201 ? 'taken' : body.password[0]
    }
    expect(await resultOf('seven77')).toBe('At least 8 characters')
    expect(await resultOf('x'.repeat(129))).toBe('At most 128 characters')
    expect(await resultOf('🐝'.repeat(7))).toBe('At least 8 characters')
    expect(await resultOf('Password123!')).toContain('Too many people')
    expect(await resultOf('Halina Bergmann', 'Halina Bergmann')).toContain('Do not use your name')
    expect(await resultOf('lowercase only is fine')).toBe('taken')
    expect(await resultOf(`${'ab cd '.repeat(21)}ef`)).toBe('taken')
    expect(await resultOf('Überraschung 🐝🐝')).toBe('taken')
  })

  test('are stored as a slow hash, each with its own salt', async () => {
    const { rows } = await fixture.app.store.pool.query<{ password: string }>(
      'select password from kept.credential where password is not null',
    )
    expect(rows.length).toBeGreaterThan(2)
    for (const row of rows) expect(row.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
    expect(new Set(rows.map((row) => row.password)).size).toBe(rows.length)
  })

  test('are changed with the current one, which ends all sessions and gives this browser a new one', async () => {
    const here = await fixture.person('Ida')
    const there = fixture.browser()
    await there.post('/api/user/sign-in/', { email: here.email, password })
    const next = 'quite another sentence'
    const url = '/api/user/password/'
    expect(withoutMessages((await here.put(url, { password: next })).body)).toEqual({
      current: ['Enter your current password'],
    })
    expect(
      withoutMessages((await here.put(url, { current: 'wrong', password: next })).body),
    ).toEqual({
      current: ['Wrong password'],
    })
    expect((await here.put(url, { current: password, password: 'qwertyuiop' })).status).toBe(400)
    expect(await status(there.get(me))).toBe(200)
    const before = here.jar.get('waggle')
    expect(await status(here.put(url, { current: password, password: next }))).toBe(200)
    expect(here.jar.get('waggle')).not.toBe(before)
    expect([await status(here.get(me)), await status(there.get(me))]).toEqual([200, 401])
    const again = (word: string) =>
      status(fixture.browser().post('/api/user/sign-in/', { email: here.email, password: word }))
    expect([await again(password), await again(next)]).toEqual([401, 200])
  })
})

describe('sessions', () => {
  test('are listed with their browsers and can be ended one by one or all at once, only by their owner', async () => {
    const here = await fixture.person('Jo')
    const there = fixture.browser()
    await there.call('POST', '/api/user/sign-in/', {
      body: { email: here.email, password },
      headers: { 'user-agent': 'A phone' },
    })
    const { body } = await here.get('/api/user/session/')
    expect(body.count).toBe(2)
    const other = body.results.find((one: { isThis: boolean }) => !one.isThis)
    expect(other.device).toBe('A phone')
    const stranger = await fixture.person('Kim')
    await stranger.remove(`/api/user/session/${other.id}/`)
    expect(await status(there.get(me))).toBe(200)
    expect(await status(here.remove(`/api/user/session/${other.id}/`))).toBe(204)
    expect([await status(here.get(me)), await status(there.get(me))]).toEqual([200, 401])
    await there.post('/api/user/sign-in/', { email: here.email, password })
    expect(await status(here.post('/api/user/sign-out-everywhere/'))).toBe(200)
    expect([await status(here.get(me)), await status(there.get(me))]).toEqual([401, 401])
    expect(await status(stranger.get(me))).toBe(200)
  })
})

describe('keys for scripts', () => {
  const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

  test('are shown once, stored as a hash, listed, and invalid once removed', async () => {
    const lea = await fixture.person('Lea')
    const made = await lea.post('/api/user/key/', { name: 'Overlay', current: password })
    const { key, id } = made.body
    expect([made.status, key]).toEqual([201, expect.stringMatching(/^waggle_[\w-]{43}$/)])
    const { rows } = await fixture.app.store.pool.query(
      'select hash from kept.api_key where id = $1',
      [id],
    )
    expect(rows).toEqual([{ hash: hashOf(key) }])
    const { rows: answers } = await fixture.app.store.pool.query<{ body: unknown }>(
      'select body from kept.idempotency_key',
    )
    expect(JSON.stringify(answers)).not.toContain(key)
    const script = fixture.browser()
    expect((await script.call('GET', me, bearer(key))).body).toMatchObject({ id: lea.id })
    const { results } = (await lea.get('/api/user/key/')).body
    expect(results).toEqual([
      {
        id,
        name: 'Overlay',
        scope: null,
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
        endsAt: null,
      },
    ])
    expect(await status((await fixture.person('Max')).remove(`/api/user/key/${id}/`))).toBe(404)
    expect(await status(lea.remove(`/api/user/key/${id}/`))).toBe(204)
    expect((await script.call('GET', me, bearer(key))).status).toBe(401)
  })

  test('have the rights of their person, but cannot change the account', async () => {
    const ned = await fixture.person('Ned')
    const { key } = (await ned.post('/api/user/key/', { name: 'Script', current: password })).body
    const scene = { name: 'neds', displayName: 'Ned’s' }
    const script = fixture.browser()
    const asKey = (method: string, path: string, body: unknown = {}) =>
      script.call(method, path, { body, ...bearer(key) })
    expect((await asKey('POST', '/api/game/scene/', scene)).status).toBe(403)
    for (const [method, path] of [
      ['PUT', '/api/user/password/'],
      ['PUT', '/api/user/email/'],
      ['POST', '/api/user/key/'],
      ['POST', '/api/user/role/'],
      ['POST', '/api/user/sign-out-everywhere/'],
      ['DELETE', '/api/user/session/1/'],
      ['PATCH', me],
    ] as const) {
      expect([path, (await asKey(method, path)).status]).toEqual([path, 403])
    }
    await fixture.app.store.pool.query('update kept.person set is_owner = true where id = $1', [
      ned.id,
    ])
    expect((await asKey('POST', '/api/game/scene/', scene)).status).toBe(201)
    await fixture.app.store.pool.query('update kept.person set is_owner = false where id = $1', [
      ned.id,
    ])
  })

  test('are the same in the response to a repeated command', async () => {
    const ola = await fixture.person('Ola')
    const sent = {
      body: { name: 'Once', current: password },
      headers: { 'idempotency-key': 'ola-1' },
    }
    const [one, two] = [
      await ola.call('POST', '/api/user/key/', sent),
      await ola.call('POST', '/api/user/key/', sent),
    ]
    expect(two.body).toEqual(one.body)
    expect((await ola.get('/api/user/key/')).body.count).toBe(1)
  })
})

describe('without a mail server', () => {
  test('a reset request says that no mail is sent, in the same way for every e-mail', async () => {
    const pat = await fixture.person('Pat')
    for (const email of [pat.email, 'nobody@example.org']) {
      const { status, body } = await fixture.browser().post('/api/user/reset/', { email })
      expect(withoutMessages([status, body])).toEqual([
        200,
        {
          sent: false,
          detail: 'This server does not send e-mail. Ask an admin of your scene for a reset link.',
        },
      ])
    }
  })

  test('an owner’s link sets a new password once, ends all sessions and does not confirm the e-mail', async () => {
    const quy = await fixture.person('Quy')
    const owner = { authorization: `Bearer ${fixture.app.adminKey}` }
    const link = async () =>
      (
        await fixture
          .browser()
          .call('POST', '/api/user/reset/link/', { body: { person: quy.id }, headers: owner })
      ).body.link as string
    const old = await link()
    const code = (await link()).split('#')[1] ?? ''
    const finish = (code: string, password = 'a third sentence') =>
      fixture.browser().post('/api/user/reset/finish/', { code, password })
    expect((await finish(old.split('#')[1] ?? '')).body.code).toBe('LINK_USED_UP')
    expect(withoutMessages((await finish(code, 'short')).body)).toEqual({
      password: ['At least 8 characters'],
    })
    const tries = await Promise.all([finish(code), finish(code), finish(code)])
    const found = tries.map((answer) => answer.status).toSorted((a, b) => a - b)
    expect(found).toEqual([200, 409, 409])
    expect(await status(quy.get(me))).toBe(401)
    const browser = fixture.browser()
    await browser.post('/api/user/sign-in/', { email: quy.email, password: 'a third sentence' })
    expect((await browser.get(me)).body).toMatchObject({ id: quy.id, emailVerified: false })
  })

  test('an e-mail is changed with the password, but never to one that is taken', async () => {
    const ray = await fixture.person('Ray')
    const url = '/api/user/email/'
    const sent = { current: password, email: 'new.ray@example.org' }
    expect(withoutMessages((await ray.put(url, { ...sent, email: emailOf('Quy') })).body)).toEqual({
      email: ['There is already an account with this e-mail address'],
    })
    expect((await ray.put(url, sent)).body).toMatchObject({ changed: true, detail: null })
    expect((await ray.get(me)).body).toMatchObject({ email: sent.email, emailVerified: false })
  })
})

test('P19: the public list of scenes contains no e-mail', async () => {
  const { results } = (await fixture.browser().get('/api/tournament/scene/')).body
  expect(JSON.stringify(results)).not.toContain('@')
})

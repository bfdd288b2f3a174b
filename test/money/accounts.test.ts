import { withoutMessages } from '../support/without-messages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerApi } from '#services/api/index.ts'
import { createWeb } from '#services/web/index.ts'
import { startTwoScenes } from '../support/two-scenes.ts'
import { collectLogLines } from '../support/log-lines.ts'
import { payersMail } from './stripe-stand-in.ts'
import { startPayments } from './payments-fixture.ts'
import type { PaymentsFixture } from './payments-fixture.ts'

// R-PM-1, R-PM-2: the Stripe account that gets the payments.
let payments: PaymentsFixture
beforeAll(async () => {
  payments = await startPayments()
})
afterAll(() => payments?.stop())

const databaseText = async (): Promise<string> => {
  const { pool } = payments.fixture.app.store
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('kept', 'view')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ t: string }>(`select t::text as t from ${name} t`)
    texts.push(...rows.map(({ t }) => t))
  }
  return texts.join('\n')
}

async function newTournament(): Promise<number> {
  const body = {
    scene: payments.fixture.scene,
    name: 'Bare',
    date: '2026-01-02',
    allowRegistration: true,
  }
  return (await payments.send('POST', 'tournament/', body)).id
}

test('R-PM-1: a scene has one account, and each request gets a new link', async () => {
  const [first, second] = [await newTournament(), await newTournament()]
  const none = await payments.attempt('admin', 'GET', `tournament/${first}/payment-account/`)
  expect([none.status, none.body.code]).toEqual([404, 'NO_PAYMENT_ACCOUNT'])
  const links = await Promise.all(
    [first, first, second].map((id) => payments.send('PUT', `tournament/${id}/stripe/`)),
  )
  links.push(await payments.send('PUT', `tournament/${first}/stripe/`))
  expect(new Set(links.map(({ url }) => url)).size).toBe(4)
  expect(new Set(links.map(({ url }) => url))).toEqual(new Set(payments.stripe.links))
  expect(payments.stripe.accounts).toHaveLength(1)
  const accounts = await payments.read('admin', `payment-account/?scene=${payments.fixture.scene}`)
  expect(accounts.results).toEqual([
    await payments.read('admin', `tournament/${first}/payment-account/`),
  ])
  expect(accounts.results[0]).toMatchObject({
    stripeAccountId: 'acct_1',
    createdTimestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    stripeConfigured: false,
    reason: expect.stringContaining('Stripe still needs details'),
  })
  expect(payments.stripe.complaints).toEqual([])
})

test('R-PM-1: an expired link redirects a signed-in admin to a new one', async () => {
  const id = await newTournament()
  const { url: first } = await payments.send('PUT', `tournament/${id}/stripe/`)
  const { form } = payments.stripe.sent.findLast(({ path }) => path === '/v1/account_links')!
  expect(form['return_url']).toBe(`https://waggle.example/tournament/${id}/admin/payment-processor`)
  const { pathname } = new URL(form['refresh_url']!)
  const again = await payments.fixture.call('admin', 'GET', pathname)
  expect([again.status, again.headers['cache-control']]).toEqual([303, 'no-store'])
  expect(again.headers['location']).toBe(payments.stripe.links.at(-1))
  expect(again.headers['location']).not.toBe(first)
  for (const [who, status] of [
    ['anonymous', 401],
    ['official', 403],
    ['otherAdmin', 403],
  ] as const) {
    expect((await payments.fixture.call(who, 'GET', pathname)).status).toBe(status)
  }
})

test('R-PM-1: no link is stored', async () => {
  const stored = await databaseText()
  expect(stored).toContain('acct_1')
  expect(stored).not.toContain('connect.stripe.example')
  for (const link of payments.stripe.links) expect(stored).not.toContain(link)
})

test('R-PM-2: payments can be accepted only while Stripe allows them', async () => {
  const id = await newTournament()
  const url = `tournament/${id}/`
  await payments.send('PUT', `${url}stripe/`)
  const tooEarly = await payments.attempt('admin', 'PATCH', url, { acceptPayments: true })
  expect([tooEarly.status, tooEarly.body]).toEqual([
    400,
    { acceptPayments: ['Stripe needs to be configured before payments can be accepted.'] },
  ])
  const account = payments.stripe.accounts[0]!
  const reportState = async (details: boolean, charges: boolean) => {
    Object.assign(account, { details, charges, why: charges ? null : 'requirements.past_due' })
    expect(await payments.post(payments.stripe.event('account.updated', account.id))).toBe(200)
    await payments.allEventsHandled()
    return (await payments.read('anonymous', url)).stripeConfigured
  }
  expect(await reportState(true, false)).toBe(false)
  expect(await reportState(false, true)).toBe(false)
  expect(await reportState(true, true)).toBe(true)
  const shown = async () => (await payments.read('anonymous', url)).acceptPayments
  expect((await payments.send('PATCH', url, { acceptPayments: true })).acceptPayments).toBe(true)

  // If Stripe disables charges, payments are off and the organiser sees the reason.
  expect(await reportState(true, false)).toBe(false)
  expect(await shown()).toBe(false)
  expect(await payments.read('admin', `${url}payment-account/`)).toMatchObject({
    stripeConfigured: false,
    reason: expect.stringContaining('requirements.past_due'),
  })
  expect(await reportState(true, true)).toBe(true)
  expect(await shown()).toBe(true)
})

test('R-PM-2: a disconnected account accepts no payments', async () => {
  const id = await newTournament()
  await payments.send('PUT', `tournament/${id}/stripe/`)
  Object.assign(payments.stripe.accounts[0]!, { details: true, charges: true })
  await payments.read('admin', `tournament/${id}/payment-account/`)
  expect((await payments.read('anonymous', `tournament/${id}/`)).stripeConfigured).toBe(true)
  const [account] = payments.stripe.accounts
  account!.gone = true
  await payments.post(payments.stripe.event('account.application.deauthorized', 'ca_1'))
  await payments.allEventsHandled()
  expect((await payments.read('anonymous', `tournament/${id}/`)).stripeConfigured).toBe(false)
  const disconnected = await payments.read('admin', `tournament/${id}/payment-account/`)
  expect(disconnected.reason).toContain('disconnected')

  // A new setup creates a new account.
  const before = payments.stripe.accounts.length
  await payments.send('PUT', `tournament/${id}/stripe/`)
  expect(payments.stripe.accounts.length).toBe(before + 1)
  const fresh = await payments.read('admin', `tournament/${id}/payment-account/`)
  expect(fresh.stripeAccountId).toBe(payments.stripe.accounts.at(-1)?.id)
  account!.gone = false
})

test('another account of the scene can be chosen, but not one of another scene', async () => {
  const id = await newTournament()
  const { db } = payments.fixture.app.store
  const insertAccount = async (scene: number, stripeAccountId: string) =>
    (
      await db
        .insertInto('kept.paymentAccount')
        .values({ scene, stripeAccountId })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const own = await insertAccount(payments.fixture.scene, 'acct_own')
  const foreign = await insertAccount(payments.fixture.otherScene, 'acct_foreign')
  const url = `tournament/${id}/update-stripe/`
  const chosen = await payments.send('PUT', url, { paymentAccountId: own })
  expect(chosen).toMatchObject({ id: own, stripeAccountId: 'acct_own' })
  const refused = await payments.attempt('admin', 'PUT', url, { paymentAccountId: foreign })
  expect([refused.status, refused.body]).toEqual([
    400,
    { paymentAccountId: ['This scene has no such payment account'] },
  ])
  await db.deleteFrom('kept.paymentAccount').where('id', 'in', [own, foreign]).execute()
})

test('without keys for Stripe requests are refused with the reason', async () => {
  const fixture = await startTwoScenes()
  const body = { scene: fixture.scene, name: 'Cash only', date: '2026-01-02' }
  const { id } = (await fixture.call('admin', 'POST', '/api/tournament/tournament/', { body })).body
  const replies = [
    await fixture.call('admin', 'PUT', `/api/tournament/tournament/${id}/stripe/`),
    await fixture.call('anonymous', 'POST', '/api/stripe/webhook/', { body: '{}' }),
  ]
  const detail =
    'This server is not set up for Stripe yet. The person who runs it has to enter the keys.'
  for (const reply of replies) {
    expect(withoutMessages([reply.status, reply.body])).toEqual([
      409,
      { detail, code: 'STRIPE_NOT_CONFIGURED' },
    ])
  }
  await fixture.app.stop()
})

test('if Stripe is unreachable the response is a 503 without details', async () => {
  const id = await newTournament()
  await payments.stripe.down()
  const away = await payments.attempt('admin', 'PUT', `tournament/${id}/stripe/`)
  await payments.stripe.up()
  expect([away.status, away.body]).toEqual([
    503,
    { detail: 'Stripe is not responding right now. Try again in a moment.' },
  ])
})

// If a test key of a Stripe platform is configured, the real Stripe is tested too.
const testKeys = [process.env['STRIPE_TEST_SECRET_KEY'] ?? ''].filter((key) =>
  key.startsWith('sk_test_'),
)
test.each(testKeys)(
  'R-PM-1: the real Stripe creates an account and a link for it',
  async (secretKey) => {
    const fixture = await startTwoScenes({
      stripe: { secretKey, webhookSecret: '', url: 'https://api.stripe.com' },
    })
    const body = { scene: fixture.scene, name: 'Real', date: '2026-01-02' }
    const made = await fixture.call('admin', 'POST', '/api/tournament/tournament/', { body })
    const url = `/api/tournament/tournament/${made.body.id}`
    const link = await fixture.call('admin', 'PUT', `${url}/stripe/`)
    expect(link.body.url).toMatch(/^https:\/\/connect\.stripe\.com\//)
    const { body: account } = await fixture.call('admin', 'GET', `${url}/payment-account/`)
    expect(account).toMatchObject({ stripeConfigured: false, detailsSubmitted: false })
    await fixture.app.stop()
  },
)

test('P19: log lines contain no link and no e-mail, whatever Stripe responds', async () => {
  const { lines, stream } = collectLogLines()
  const { store, desk, states, log } = payments.fixture.app
  const web = await createWeb({ store, logger: { level: 'trace', stream } })
  registerApi({ web, store, desk, states, log, stripe: payments.stripe.keys })
  const id = await newTournament()
  const request = (method: 'PUT' | 'POST', url: string, payload: string, headers: object) =>
    web.inject({
      method,
      url,
      payload,
      headers: { 'content-type': 'application/json', ...payments.fixture.people.admin, ...headers },
    })
  const link = await request('PUT', `/api/tournament/tournament/${id}/stripe/`, '{}', {})
  expect(link.json().url).toContain('connect.stripe.example')
  const message = `No ${payersMail} here`
  payments.stripe.rule = () => ({ status: 400, body: { error: { type: 'api_error', message } } })
  await request('PUT', `/api/tournament/tournament/${id}/stripe/`, '{}', {})
  const { text, headers } = payments.stripe.event('charge.refunded', 'ch_nowhere')
  await request('POST', '/api/stripe/webhook/', text, headers)
  payments.stripe.rule = null
  await payments.allEventsHandled()
  await web.close()
  const all = lines.join('')
  expect(all).toContain('/api/stripe/webhook/')
  expect(all).not.toContain(payersMail)
  expect(all).not.toContain('stripe.example')
  expect(await databaseText()).not.toContain(payersMail)
})

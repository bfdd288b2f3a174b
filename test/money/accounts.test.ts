import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerApi } from '../../services/api/index.ts'
import { createWeb } from '../../services/web/index.ts'
import { startHall } from '../support/two-scenes.ts'
import { payersMail } from './stripe-stand-in.ts'
import { startPayments } from './payments-fixture.ts'
import type { PaymentsFixture } from './payments-fixture.ts'

// R-PM-1, R-PM-2: whose money it is.
let till: PaymentsFixture
beforeAll(async () => {
  till = await startPayments()
})
afterAll(() => till?.stop())

const everythingKept = async (): Promise<string> => {
  const { pool } = till.hall.rig.store
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

async function bare(): Promise<number> {
  const body = { scene: till.hall.scene, name: 'Bare', date: '2026-01-02', allowRegistration: true }
  return (await till.send('POST', 'tournament/', body)).id
}

test('R-PM-1: the scene has one account, and each time a fresh link', async () => {
  const [first, second] = [await bare(), await bare()]
  const none = await till.attempt('admin', 'GET', `tournament/${first}/payment-account/`)
  expect([none.status, none.body.code]).toEqual([404, 'NO_PAYMENT_ACCOUNT'])
  const links = await Promise.all(
    [first, first, second].map((id) => till.send('PUT', `tournament/${id}/stripe/`)),
  )
  links.push(await till.send('PUT', `tournament/${first}/stripe/`))
  expect(new Set(links.map(({ url }) => url)).size).toBe(4)
  expect(new Set(links.map(({ url }) => url))).toEqual(new Set(till.stripe.links))
  expect(till.stripe.accounts).toHaveLength(1)
  const accounts = await till.read('admin', `payment-account/?scene=${till.hall.scene}`)
  expect(accounts.results).toEqual([
    await till.read('admin', `tournament/${first}/payment-account/`),
  ])
  expect(accounts.results[0]).toMatchObject({
    stripeAccountId: 'acct_1',
    createdTimestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    stripeConfigured: false,
    reason: expect.stringContaining('Stripe still asks for details'),
  })
  expect(till.stripe.complaints).toEqual([])
})

test('R-PM-1: an old link leads to a new one, for who is signed in', async () => {
  const id = await bare()
  const { url: first } = await till.send('PUT', `tournament/${id}/stripe/`)
  const { form } = till.stripe.sent.findLast(({ path }) => path === '/v1/account_links')!
  expect(form['return_url']).toBe(`https://waggle.example/tournament/${id}/admin/payment-processor`)
  const { pathname } = new URL(form['refresh_url']!)
  const again = await till.hall.call('admin', 'GET', pathname)
  expect([again.status, again.headers['cache-control']]).toEqual([303, 'no-store'])
  expect(again.headers['location']).toBe(till.stripe.links.at(-1))
  expect(again.headers['location']).not.toBe(first)
  for (const [who, status] of [
    ['anonymous', 401],
    ['official', 403],
    ['otherAdmin', 403],
  ] as const) {
    expect((await till.hall.call(who, 'GET', pathname)).status).toBe(status)
  }
})

test('R-PM-1: no row holds a link', async () => {
  const kept = await everythingKept()
  expect(kept).toContain('acct_1')
  expect(kept).not.toContain('connect.stripe.example')
  for (const link of till.stripe.links) expect(kept).not.toContain(link)
})

test('R-PM-2: payments can be accepted once Stripe says so, however it is heard', async () => {
  const id = await bare()
  const url = `tournament/${id}/`
  await till.send('PUT', `${url}stripe/`)
  const tooEarly = await till.attempt('admin', 'PATCH', url, { acceptPayments: true })
  expect([tooEarly.status, tooEarly.body]).toEqual([
    400,
    { acceptPayments: ['Stripe needs to be configured before payments can be accepted.'] },
  ])
  const account = till.stripe.accounts[0]!
  const told = async (details: boolean, charges: boolean) => {
    Object.assign(account, { details, charges, why: charges ? null : 'requirements.past_due' })
    expect(await till.post(till.stripe.event('account.updated', account.id))).toBe(200)
    await till.dealt()
    return (await till.read('anonymous', url)).stripeConfigured
  }
  expect(await told(true, false)).toBe(false)
  expect(await told(false, true)).toBe(false)
  expect(await told(true, true)).toBe(true)
  const shown = async () => (await till.read('anonymous', url)).acceptPayments
  expect((await till.send('PATCH', url, { acceptPayments: true })).acceptPayments).toBe(true)

  // Stripe disables charges: the switch is off, and the organiser reads why.
  expect(await told(true, false)).toBe(false)
  expect(await shown()).toBe(false)
  expect(await till.read('admin', `${url}payment-account/`)).toMatchObject({
    stripeConfigured: false,
    reason: expect.stringContaining('requirements.past_due'),
  })
  expect(await told(true, true)).toBe(true)
  expect(await shown()).toBe(true)
})

test('R-PM-2: an account that was disconnected takes no payments', async () => {
  const id = await bare()
  await till.send('PUT', `tournament/${id}/stripe/`)
  Object.assign(till.stripe.accounts[0]!, { details: true, charges: true })
  await till.read('admin', `tournament/${id}/payment-account/`)
  expect((await till.read('anonymous', `tournament/${id}/`)).stripeConfigured).toBe(true)
  const [account] = till.stripe.accounts
  account!.gone = true
  await till.post(till.stripe.event('account.application.deauthorized', 'ca_1'))
  await till.dealt()
  expect((await till.read('anonymous', `tournament/${id}/`)).stripeConfigured).toBe(false)
  const told = await till.read('admin', `tournament/${id}/payment-account/`)
  expect(told.reason).toContain('disconnected')

  // The set-up begins anew, with an account that is ours.
  const before = till.stripe.accounts.length
  await till.send('PUT', `tournament/${id}/stripe/`)
  expect(till.stripe.accounts.length).toBe(before + 1)
  const fresh = await till.read('admin', `tournament/${id}/payment-account/`)
  expect(fresh.stripeAccountId).toBe(till.stripe.accounts.at(-1)?.id)
  account!.gone = false
})

test('another account of the scene can be chosen, and none of another scene', async () => {
  const id = await bare()
  const { db } = till.hall.rig.store
  const made = async (scene: number, stripeAccountId: string) =>
    (
      await db
        .insertInto('kept.paymentAccount')
        .values({ scene, stripeAccountId })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const own = await made(till.hall.scene, 'acct_own')
  const foreign = await made(till.hall.otherScene, 'acct_foreign')
  const url = `tournament/${id}/update-stripe/`
  const chosen = await till.send('PUT', url, { paymentAccountId: own })
  expect(chosen).toMatchObject({ id: own, stripeAccountId: 'acct_own' })
  const refused = await till.attempt('admin', 'PUT', url, { paymentAccountId: foreign })
  expect([refused.status, refused.body]).toEqual([
    400,
    { paymentAccountId: ['There is no such account of this scene'] },
  ])
  await db.deleteFrom('kept.paymentAccount').where('id', 'in', [own, foreign]).execute()
})

test('without keys for Stripe who asks is told so in words', async () => {
  const hall = await startHall()
  const body = { scene: hall.scene, name: 'Cash only', date: '2026-01-02' }
  const { id } = (await hall.call('admin', 'POST', '/api/tournament/tournament/', { body })).body
  const asked = [
    await hall.call('admin', 'PUT', `/api/tournament/tournament/${id}/stripe/`),
    await hall.call('anonymous', 'POST', '/api/stripe/webhook/', { body: '{}' }),
  ]
  const detail =
    'This server is not set up for Stripe yet. The person who runs it has to enter the keys.'
  for (const reply of asked) {
    expect([reply.status, reply.body]).toEqual([409, { detail, code: 'STRIPE_NOT_CONFIGURED' }])
  }
  await hall.rig.stop()
})

test('Stripe away is said so, and nothing of what was sent', async () => {
  const id = await bare()
  await till.stripe.down()
  const away = await till.attempt('admin', 'PUT', `tournament/${id}/stripe/`)
  await till.stripe.up()
  expect([away.status, away.body]).toEqual([
    503,
    { detail: 'Stripe does not answer just now. Send the same again.' },
  ])
})

// Where somebody gives a test key of a Stripe platform, Stripe itself is asked too.
const testKeys = [process.env['STRIPE_TEST_SECRET_KEY'] ?? ''].filter((key) =>
  key.startsWith('sk_test_'),
)
test.each(testKeys)(
  'R-PM-1: Stripe itself makes an account and a link for it',
  async (secretKey) => {
    const hall = await startHall({
      stripe: { secretKey, webhookSecret: '', url: 'https://api.stripe.com' },
    })
    const body = { scene: hall.scene, name: 'Real', date: '2026-01-02' }
    const made = await hall.call('admin', 'POST', '/api/tournament/tournament/', { body })
    const url = `/api/tournament/tournament/${made.body.id}`
    const link = await hall.call('admin', 'PUT', `${url}/stripe/`)
    expect(link.body.url).toMatch(/^https:\/\/connect\.stripe\.com\//)
    const { body: account } = await hall.call('admin', 'GET', `${url}/payment-account/`)
    expect(account).toMatchObject({ stripeConfigured: false, detailsSubmitted: false })
    await hall.rig.stop()
  },
)

test('P19: log lines hold no link, no mail and no name, whatever Stripe answers', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(`${chunk}`)
      done()
    },
  })
  const { store, desk, states, log } = till.hall.rig
  const web = await createWeb({ store, logger: { level: 'trace', stream } })
  registerApi({ web, store, desk, states, log, stripe: till.stripe.keys })
  const id = await bare()
  const asked = (method: 'PUT' | 'POST', url: string, payload: string, headers: object) =>
    web.inject({
      method,
      url,
      payload,
      headers: { 'content-type': 'application/json', ...till.hall.people.admin, ...headers },
    })
  const link = await asked('PUT', `/api/tournament/tournament/${id}/stripe/`, '{}', {})
  expect(link.json().url).toContain('connect.stripe.example')
  const message = `No ${payersMail} here`
  till.stripe.rule = () => ({ status: 400, body: { error: { type: 'api_error', message } } })
  await asked('PUT', `/api/tournament/tournament/${id}/stripe/`, '{}', {})
  const { text, headers } = till.stripe.event('charge.refunded', 'ch_nowhere')
  await asked('POST', '/api/stripe/webhook/', text, headers)
  till.stripe.rule = null
  await till.dealt()
  await web.close()
  const all = lines.join('')
  expect(all).toContain('/api/stripe/webhook/')
  expect(all).not.toContain(payersMail)
  expect(all).not.toContain('stripe.example')
  expect(await everythingKept()).not.toContain(payersMail)
})

// Payments in the browser: a scene connects its account, a player pays, the ledger shows it.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStripe } from '../money/stripe-stand-in.ts'
import type { StandIn } from '../money/stripe-stand-in.ts'
import { violationsInThemes } from './axe.ts'
import { openScreen, tournamentOf } from './organizer.ts'
import { openAsPlayer } from './registrant.ts'
import { closePage, newFixture, noChromium, openApp } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: payments in a browser (${missing})`)
/** A switch's thumb covers its input, so the usual check for an unobstructed target is skipped. */
const forceClick = { force: true }

describe.skipIf(missing !== null)('payments', () => {
  let stripe: StandIn
  let app: BrowserApp
  let fixture: Fixture
  beforeAll(async () => {
    stripe = await startStripe()
    const { secretKey, webhookSecret, url } = stripe.keys
    app = await openApp({ stripe: { secretKey, webhookSecret, url } })
    fixture = await newFixture(app, 'Friday Night')
  })
  afterAll(async () => {
    await app?.stop()
    await stripe?.down()
  })

  test('R-PM-1, R-PM-2: a Stripe account is connected, and payments are switched on', async () => {
    const page = await openScreen(app, fixture, { screen: 'payment-processor' })
    await fakeStripePage(page, 'https://connect.stripe.example/**')
    await page.getByRole('button', { name: 'Connect a Stripe account' }).click()
    await page.getByText('This is Stripe').waitFor()
    await page.goto(`${fixture.path}/payment-processor`)
    await page.getByText('Connected, but payments cannot be accepted yet.').waitFor()
    await page.getByText('Stripe still asks for details').first().waitFor()
    Object.assign(stripe.accounts[0]!, { details: true, charges: true })
    await page.getByRole('button', { name: 'Look again' }).click()
    await page.getByText('Connected: payments can be accepted.').waitFor()
    expect(await violationsInThemes(page)).toEqual([])

    await page.getByRole('link', { name: 'Go to Configure Registration' }).click()
    const payments = page.getByRole('switch', { name: 'Accept payments by card' })
    await payments.waitFor()
    expect(await payments.isDisabled()).toBe(true)
    await page.getByRole('switch', { name: 'Players can register' }).click(forceClick)
    await payments.click(forceClick)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Everything is saved').waitFor()
    expect(await tournamentOf(app, fixture)).toMatchObject({ acceptPayments: true })
    await closePage(page)
  })

  test('R-PM-5: a player pays, comes back, and sees that the payment has arrived', async () => {
    const tournament = fixture.id
    const option = { tournament, name: 'Entry', price: '12.50' }
    await app.api.post('/api/tournament/payment-option/', option)
    const page = await openAsPlayer(app, fixture, 'Penny')
    await page.getByRole('checkbox', { name: 'Entry · $12.50' }).tap()
    await page.getByRole('button', { name: 'Register', exact: true }).tap()
    await page.getByText('To pay: $12.50').waitFor()
    await fakeStripePage(page, 'https://checkout.stripe.example/**')
    await page.getByRole('button', { name: 'Pay $12.50 by card' }).tap()
    await page.getByText('This is Stripe').waitFor()

    const register = `/t/hive/${fixture.slug}/register`
    await page.goto(`${register}?checkout=left`)
    await page.getByText('Nothing was paid.').waitFor()
    stripe.pay(stripe.sessions[0]!.id)
    await page.goto(`${register}?checkout=paid`)
    await page.getByText('Thank you, your payment has arrived.').waitFor()
    await page.getByText('Paid: $12.50').waitFor()
    expect(await page.getByRole('button', { name: /by card/ }).count()).toBe(0)
    await closePage(page)

    const ledger = await openScreen(app, fixture, { screen: 'payment-processor' })
    await ledger.getByText('Paid in total: $12.50').waitFor()
    await ledger.getByRole('cell', { name: 'Penny' }).waitFor()
    expect(await violationsInThemes(ledger)).toEqual([])
    await closePage(ledger)
  })

  test('R-PM-5: a player who has paid a part in cash is asked for the rest, which is what is charged', async () => {
    const page = await registered('Petra')
    const { id: player } = await playerNamed('Petra')
    await app.api.post('/api/tournament/ledger/', { player, kind: 'cash', cents: 500 })
    await page.reload()
    await page.getByText('To pay: $7.50').waitFor()
    await page.getByRole('button', { name: 'Pay $7.50 by card' }).tap()
    await page.getByText('This is Stripe').waitFor()
    expect(stripe.sessions.at(-1)).toMatchObject({ cents: 750 })
    await closePage(page)
  })

  test('R-PM-5: a payment that takes days is still shown on a later visit, and cannot be started again', async () => {
    const page = await registered('Slow Sue')
    await page.getByRole('button', { name: 'Pay $12.50 by card' }).tap()
    await page.getByText('This is Stripe').waitFor()
    const session = stripe.pay(stripe.sessions.at(-1)!.id, 'slowly')
    const onItsWay = page.getByText('Your payment is on its way.')
    const payAgain = page.getByRole('button', { name: /by card/ })
    // The last address is that of another tab, in which the player had left the payment page.
    for (const from of ['', '?checkout=paid', '?checkout=left']) {
      await page.goto(`/t/hive/${fixture.slug}/register${from}`)
      await onItsWay.waitFor()
      expect(await payAgain.count()).toBe(0)
      expect(await page.getByText('Nothing was paid.').count()).toBe(0)
    }
    // Before the server has said how the payment stands, no second one is offered.
    const answer = Promise.withResolvers<void>()
    await page.route('**/checkout/', async (route) => {
      await answer.promise
      await route.fallback()
    })
    await page.goto(`/t/hive/${fixture.slug}/register?checkout=paid`)
    await onItsWay.waitFor()
    expect(await payAgain.count()).toBe(0)
    answer.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    stripe.settle(session.id, 'paid')
    await page.reload()
    await page.getByText('Paid: $12.50').waitFor()

    // Given back later: the old address no longer speaks of a payment.
    const { id: player } = await playerNamed('Slow Sue')
    await app.api.post(`/api/tournament/player/${player}/refund/`, {})
    await page.goto(`/t/hive/${fixture.slug}/register?checkout=paid`)
    await payAgain.waitFor()
    const reads = page.waitForResponse(/\/checkout\/$/)
    await page.reload()
    await reads
    await payAgain.waitFor()
    await onItsWay.waitFor({ state: 'detached' })
    await closePage(page)
  })

  /** A new player who has registered with the option, and looks at what is to pay. */
  async function registered(name: string): Promise<Page> {
    const page = await openAsPlayer(app, fixture, name)
    await fakeStripePage(page, 'https://checkout.stripe.example/**')
    await page.getByRole('checkbox', { name: 'Entry · $12.50' }).tap()
    await page.getByRole('button', { name: 'Register', exact: true }).tap()
    await page.getByText('To pay: $12.50').waitFor()
    return page
  }
  async function playerNamed(name: string): Promise<{ id: number }> {
    const path = `/api/tournament/player/?tournamentId=${fixture.id}&rowsPerPage=1000`
    const { results } = await app.api.get<{ results: { id: number; name: string }[] }>(path)
    return results.find((player) => player.name === name)!
  }
})

/** Replaces the pages of Stripe, which tests do not open. */
async function fakeStripePage(page: Page, address: string): Promise<void> {
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Stripe</title>This is Stripe' }),
  )
}

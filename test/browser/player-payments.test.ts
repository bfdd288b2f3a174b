// The payments, waivers and refunds of one player, as an organiser enters them.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStripe } from '../money/stripe-stand-in.ts'
import type { StandIn } from '../money/stripe-stand-in.ts'
import { violationsInThemes } from './axe.ts'
import { openScreen, pressTwice } from './organizer.ts'
import { closePage, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: payments of a player in a browser (${missing})`)

describe.skipIf(missing !== null)('payments of a player', () => {
  let stripe: StandIn
  let app: BrowserApp
  let fixture: Fixture
  beforeAll(async () => {
    stripe = await startStripe()
    app = await openApp({ stripe: stripe.keys })
    fixture = await newFixture(app, 'Friday Night')
  })
  afterAll(async () => {
    await app?.stop()
    await stripe?.down()
  })

  async function newPlayer(name: string): Promise<number> {
    const body = { tournament: fixture.id, name, price: 1250 }
    return (await app.api.post<{ id: number }>('/api/tournament/player/', body)).id
  }
  async function ledgerEntries(player: number) {
    const path = `/api/tournament/ledger/?tournamentId=${fixture.id}&playerId=${player}`
    const { results } = await app.api.get<{ results: Record<string, unknown>[] }>(path)
    return results
  }
  async function openPayments(page: Page, name: string): Promise<Locator> {
    await page.getByRole('button', { name: `Payments of ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: `Payments of ${name}` })
    await dialog.getByRole('heading', { name: 'Cash received' }).waitFor()
    return dialog
  }
  const form = (dialog: Locator, name: string) => dialog.getByRole('region', { name, exact: true })
  const amount = (within: Locator) => within.getByLabel('Amount')
  /** Presses and confirms, repeatedly: a tap right after another is ignored as accidental. */
  async function pressAndConfirm(within: Locator, label: string): Promise<void> {
    const confirm = within.getByRole('button', { name: `Really: ${label}`, exact: true })
    const pressUntilArmed = (on: Locator) => async () => {
      if (await on.isVisible()) await on.click()
      return confirm.isVisible()
    }
    const first = within.getByRole('button', { name: label, exact: true })
    await first.waitFor()
    await expect.poll(pressUntilArmed(first)).toBe(true)
    await expect.poll(pressUntilArmed(confirm)).toBe(false)
  }

  test('R-PM-7: cash is received, a part is waived, and some is given back', async () => {
    const player = await newPlayer('Penny')
    const page = await openScreen(app, fixture, {
      screen: 'registered-list',
      device: 'tablet',
    })
    const dialog = await openPayments(page, 'Penny')
    await dialog.getByText('Nothing has been paid yet.').waitFor()
    const cash = form(dialog, 'Cash received')
    expect(await amount(cash).inputValue()).toBe('12.50')
    await amount(cash).fill('12.505')
    await cash.getByText('An amount in dollars and cents, such as 12.50').waitFor()
    await amount(cash).fill('5')
    await pressAndConfirm(cash, 'Enter $5.00 in cash')
    await poll(() => dialog.innerText()).toMatch(/Still due\s+\$7\.50/)

    const waived = form(dialog, 'Waive payment')
    await pressAndConfirm(waived, 'Waive $7.50')
    await waived.getByText('Choose why').waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await waived.getByLabel('Why').selectOption('Helps to run the tournament')
    await pressAndConfirm(waived, 'Waive $7.50')
    await poll(() => dialog.innerText()).toMatch(/Still due\s+\$0\.00/)

    const givenBack = form(dialog, 'Cash given back')
    await amount(givenBack).fill('5.01')
    await givenBack.getByText('At most $5.00').waitFor()
    await amount(givenBack).fill('2.25')
    await pressAndConfirm(givenBack, 'Enter $2.25 as given back')
    const table = dialog.getByRole('table', { name: /^Payments, refunds/ })
    await poll(() => table.innerText()).toMatch(/Paid back\s+−\$2\.25\s+Ada/)
    await poll(() => table.innerText()).toMatch(
      /Waived: Helps to run the tournament\s+\$7\.50\s+Ada/,
    )
    expect(await ledgerEntries(player)).toMatchObject([
      { kind: 'cash', cents: 500, covers: 500 },
      { kind: 'comp', cents: 0, covers: 750, reason: 'volunteer' },
      { kind: 'refund', cents: -225, covers: -225 },
    ])
    await closePage(page)
  })

  test('an entry of another organiser is shown, and what was typed stays', async () => {
    const player = await newPlayer('Quill')
    const page = await openScreen(app, fixture, { screen: 'registered-list' })
    const dialog = await openPayments(page, 'Quill')
    const cash = form(dialog, 'Cash received')
    await amount(cash).fill('10')
    const entry = { player, kind: 'cash', cents: 250 }
    await app.api.post('/api/tournament/ledger/', entry)
    await pressAndConfirm(cash, 'Enter $10.00 in cash')
    await cash.getByText('Another payment was entered for this player in the meantime.').waitFor()
    await poll(() => dialog.innerText()).toMatch(/Still due\s+\$10\.00/)
    expect(await amount(cash).inputValue()).toBe('10')
    expect(await violationsInThemes(page)).toEqual([])
    await pressAndConfirm(cash, 'Enter $10.00 in cash')
    await poll(() => dialog.innerText()).toMatch(/Still due\s+\$0\.00/)
    expect(await ledgerEntries(player)).toMatchObject([{ cents: 250 }, { cents: 1000 }])
    await page.keyboard.press('Escape')
    const row = page.getByRole('row', { name: /^Quill/ })
    await poll(() => row.innerText()).toMatch(/\$12\.50\s+yes/)
    await closePage(page)
  })

  test('R-PM-7: a card payment is refunded in part with our fee, then the rest without it', async () => {
    const player = await newPlayer('Rosa')
    await payByCard(player)
    const page = await openScreen(app, fixture, {
      screen: 'registered-list',
      device: 'tablet',
    })
    const dialog = await openPayments(page, 'Rosa')
    const refund = form(dialog, 'Pay back to the card')
    expect(await amount(refund).inputValue()).toBe('12.50')
    await amount(refund).fill('4.05')
    await refund.getByRole('checkbox', { name: /^The application fee \(\$0\.13\)/ }).click()
    await pressAndConfirm(refund, 'Pay back $4.05')
    await poll(() => dialog.innerText()).toMatch(/Still due\s+\$4\.05/)
    expect(stripe.refunds.at(-1)).toMatchObject({ cents: 405, withFee: true })
    expect(await amount(refund).inputValue()).toBe('8.45')
    await pressAndConfirm(refund, 'Pay back $8.45')
    await refund.waitFor({ state: 'detached' })
    expect(stripe.refunds.at(-1)).toMatchObject({ cents: 845, withFee: false })
    expect(await ledgerEntries(player)).toMatchObject([
      { kind: 'card', cents: 1250, by: null },
      { kind: 'refund', cents: -405, byName: 'Ada' },
      { kind: 'refund', cents: -845, byName: 'Ada' },
    ])
    expect(await violationsInThemes(page)).toEqual([])
    await closePage(page)
    stripe.expectNoComplaint()
  })

  test('R-PM-7: of two card payments one is chosen with its amount; a refund that fails is shown as such', async () => {
    const player = await newPlayer('Tess')
    await payByCard(player)
    await app.api.patch(`/api/tournament/player/${player}/`, { price: 2_000 })
    await payByCard(player)
    const page = await openScreen(app, fixture, { screen: 'registered-list' })
    const dialog = await openPayments(page, 'Tess')
    const refund = form(dialog, 'Pay back to the card')
    expect(await amount(refund).inputValue()).toBe('7.50')
    await refund.getByLabel('Card payment').selectOption({ index: 1 })
    expect(await amount(refund).inputValue()).toBe('12.50')

    const first = stripe.sessions.at(-2)!
    const failed = { ...stripe.refund(first, 1250, 'failed'), object: 'refund' }
    const body = { ...failed, amount: 1250, payment_intent: first.payment }
    stripe.rule = ({ method, path }) =>
      method === 'POST' && path === '/v1/refunds' ? { status: 200, body } : null
    await pressAndConfirm(refund, 'Pay back $12.50')
    await refund.getByText('Stripe could not pay it back').waitFor()
    stripe.rule = null
    const table = dialog.getByRole('table', { name: /^Payments, refunds/ })
    await poll(() => table.innerText()).toMatch(/Refund failed, money returned\s+\$12\.50/)
    expect(await violationsInThemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.goto(`${fixture.path}/payment-processor`)
    await page.getByRole('cell', { name: 'Refund failed, money returned' }).waitFor()
    await closePage(page)
  })

  test('R-PM-7: what a removed player has paid is given back from the ledger', async () => {
    const player = await newPlayer('Sue')
    await app.api.patch(`/api/tournament/player/${player}/`, { paid: true })
    await app.api.remove(`/api/tournament/player/${player}/?force=true`)
    const page = await openScreen(app, fixture, { screen: 'payment-processor' })
    const ledger = page.getByRole('region', { name: 'Ledger' })
    await ledger.getByRole('button', { name: `Payments of Player ${player} (removed)` }).click()
    const dialog = page.getByRole('dialog', { name: `Payments of Player ${player}` })
    const back = form(dialog, 'Cash given back')
    await back.waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await pressAndConfirm(back, 'Enter $12.50 as given back')
    await back.waitFor({ state: 'detached' })
    expect((await ledgerEntries(player)).map(({ kind }) => kind)).toEqual(['cash', 'refund'])
    await closePage(page)
  })

  test('R-PM-7: removing a player or tournament with money names it, and asks again; it can be given back later', async () => {
    const player = await newPlayer('Sid')
    await app.api.patch(`/api/tournament/player/${player}/`, { paid: true })
    const page = await openScreen(app, fixture, { screen: 'teams' })
    await page.getByRole('button', { name: 'Edit Sid' }).click()
    const editor = page.getByRole('dialog', { name: 'Edit Sid' })
    await pressTwice(editor, 'Remove player', 'Press again to remove')
    await editor.getByText('This player has paid $12.50 that was not given back.').waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await pressTwice(editor, 'Remove anyway', 'Press again to remove anyway')
    await editor.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Organize' }).click()
    await page.getByRole('menuitem', { name: 'Delete Tournament' }).click()
    const question = page.getByRole('dialog', { name: 'Delete Friday Night?' })
    await pressTwice(question, 'Delete Tournament', 'Press again to delete')
    await question.getByText(/Players of this tournament have paid \$.* not given back/).waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await pressTwice(question, 'Delete anyway', 'Press again to delete anyway')
    await page.getByRole('heading', { level: 1, name: 'The Hive' }).waitFor()

    // What they paid is listed in the account of the scene's admins.
    await page.goto('/account')
    const payers = page.getByRole('list', { name: 'Payments of deleted tournaments of The Hive' })
    const sid = payers.getByRole('listitem').filter({ hasText: `Friday Night, player ${player}` })
    await poll(() => sid.innerText()).toContain('$12.50 not given back')
    expect(await violationsInThemes(page)).toEqual([])
    await sid.getByRole('button').click()
    const dialog = page.getByRole('dialog', {
      name: `Payments of Friday Night, player ${player}`,
    })
    const back = form(dialog, 'Cash given back')
    await back.waitFor()
    expect(await form(dialog, 'Cash received').count()).toBe(0)
    expect(await violationsInThemes(page)).toEqual([])
    await pressAndConfirm(back, 'Enter $12.50 as given back')
    await back.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await poll(() => sid.innerText()).toContain('Given back')
    await closePage(page)
  })

  async function payByCard(player: number): Promise<void> {
    const tournament = `/api/tournament/tournament/${fixture.id}/`
    await app.api.put(`${tournament}stripe/`, {})
    Object.assign(stripe.accounts[0]!, { details: true, charges: true })
    await app.api.get(`${tournament}payment-account/`)
    await app.api.patch(tournament, { allowRegistration: true, acceptPayments: true })
    const checkout = `/api/tournament/player/${player}/checkout/`
    await app.api.post(checkout, {})
    stripe.pay(stripe.sessions.at(-1)!.id)
    expect(await app.api.get(checkout)).toMatchObject({ paid: true })
  }
})

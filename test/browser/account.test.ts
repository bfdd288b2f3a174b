// Accounts on a phone and at a desk: signing up, in and out, and passing a role on.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import { pressTwice } from './organizer.ts'
import { closePage, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: accounts in a browser (${missing})`)

describe.skipIf(missing !== null)('an account', () => {
  let app: BrowserApp
  let fixture: Fixture
  beforeAll(async () => {
    app = await openApp()
    fixture = await newFixture(app, 'Friday Night')
  })
  afterAll(() => app?.stop())

  const password = 'a long enough sentence'
  const me = async (page: Page) => (await page.request.get('/api/user/me/')).json()

  async function signUp(page: Page, name: string): Promise<void> {
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByText('Enter your name').waitFor()
    await page.getByLabel('Name', { exact: false }).first().fill(name)
    await page.getByLabel('E-mail').fill(`${name.toLowerCase()}@example.org`)
    await page.getByRole('textbox', { name: 'Password' }).fill('password1')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByText('Too many people use this password. Choose another.').waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('link', { name: `Signed in as ${name}` }).waitFor()
  }

  test('the first person who signs up owns the site and creates a scene', async () => {
    const page = await app.open({ device: 'desk' })
    await page.goto('/')
    await signUp(page, 'Owner')
    await page.getByText('You own this site').waitFor()
    await page.getByRole('link', { name: 'New scene' }).click()
    await page.getByRole('heading', { name: 'New scene' }).waitFor()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('The Burrow')
    expect(await violationsInThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Make the scene' }).click()
    await page.getByRole('heading', { name: 'New tournament in The Burrow' }).waitFor()
    await page.goto('/account')
    await page.getByRole('heading', { name: 'People of The Burrow' }).waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    expect(await me(page)).toMatchObject({
      isOwner: true,
      roles: [{ sceneName: 'the-burrow', role: 'admin' }],
    })
    await page.getByRole('link', { name: 'Is it all right?' }).click()
    const checks = page.getByRole('list', { name: 'What an evening depends on' })
    await checks.getByText('Open: log and database agree.').waitFor()
    expect(await checks.getByRole('listitem').count()).toBe(14)
    expect(await violationsInThemes(page)).toEqual([])
    // A server without its database cannot sign anybody in, so its response is faked.
    await page.route('/readyz', (route) =>
      route.fulfill({
        status: 503,
        headers: { 'x-request-id': '123456789' },
        json: { ok: false, missing: ['database'] },
      }),
    )
    await checks.getByText('quote this number: 123 456 789.').waitFor()
    await page.getByText('One line is red.').waitFor()
    await closePage(page)
  })

  test('signing up or in from a page leads back to that page', async () => {
    const phone = await app.open({ device: 'phone' })
    await phone.goto(`/t/hive/${fixture.slug}`)
    await signUp(phone, 'Phil')
    await phone.waitForURL(`**/t/hive/${fixture.slug}`)
    await phone.getByRole('button', { name: 'Sign out' }).tap()
    await phone.getByRole('link', { name: 'Sign in', exact: true }).tap()
    await phone.getByLabel('E-mail').fill('phil@example.org')
    await phone.getByRole('textbox', { name: 'Password' }).fill('not the right one')
    await phone.getByRole('button', { name: 'Sign in' }).tap()
    await phone.getByText('Wrong e-mail or password.').waitFor()
    expect(await phone.getByLabel('E-mail').inputValue()).toBe('phil@example.org')
    await phone.getByRole('textbox', { name: 'Password' }).fill(password)
    await phone.getByRole('button', { name: 'Sign in' }).tap()
    await phone.waitForURL(`**/t/hive/${fixture.slug}`)
    await closePage(phone)
  })

  test('signing in never redirects to another site', async () => {
    const page = await app.open({ device: 'desk' })
    for (const path of ['/sign-up', '/reset', '/confirm#code', '/reset#code']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect([path, await violationsInThemes(page)]).toEqual([path, []])
    }
    await page.goto('/sign-in?to=//evil.example/')
    await page.getByLabel('E-mail').waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await page.getByLabel('E-mail').fill('phil@example.org')
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${app.server.url}/`)
    await closePage(page)
  })

  test('an admin offers a role by a link, which may be opened before signing up', async () => {
    const admin = await app.open({ device: 'desk', role: 'admin' })
    await admin.goto('/account')
    const validFor = admin.getByLabel('Valid for')
    await poll(() => validFor.innerText()).toMatch(/The Hive/)
    await admin.getByLabel('Their e-mail').fill('rita@example.org')
    await admin.getByRole('button', { name: 'Offer the role' }).click()
    const link = await admin.getByLabel('Invitation for rita@example.org').inputValue()
    const phone = await app.open({ device: 'phone' })
    await phone.goto(link)
    await phone.getByText('Sign in to see your account.').waitFor()
    expect(phone.url()).not.toContain('role')
    await phone.getByText('Sign in to see your account.').getByRole('link').tap()
    await phone.getByRole('link', { name: 'Sign up' }).tap()
    await phone.getByLabel('Name').fill('Rita')
    await phone.getByLabel('E-mail').fill('rita@example.org')
    await phone.getByRole('textbox', { name: 'Password' }).fill(password)
    await phone.getByRole('button', { name: 'Sign up' }).tap()
    await phone.getByText('You are now a tournament official of The Hive.').waitFor()
    await poll(async () => JSON.stringify((await me(phone)).roles)).toContain('tournament')
    await admin.reload()
    const people = admin.getByRole('list', { name: 'Who has a role in The Hive' })
    const rita = people.getByRole('listitem').filter({ hasText: 'Rita' })
    await pressTwice(rita, 'Remove the role: Rita', 'Press again to remove it: Rita')
    await poll(async () => JSON.stringify((await me(phone)).roles)).toBe('[]')
    const ada = people.getByRole('listitem').filter({ hasText: 'Ada' })
    await pressTwice(ada, 'Remove the role: Ada', 'Press again to remove it: Ada')
    await ada.getByText('This is the last admin of The Hive.').waitFor()
    await closePage(phone)
    await closePage(admin)
  })

  test('an existing account accepts a role, and is notified of a password reset link', async () => {
    const { pool } = app.server.store
    await pool.query(`update kept.person set email_verified = true where name = 'Phil'`)
    const admin = await app.open({ device: 'desk', role: 'admin' })
    await admin.goto('/account')
    await admin.getByLabel('Their e-mail').fill('phil@example.org')
    await admin.getByRole('button', { name: 'Offer the role' }).click()
    await admin.getByLabel('Invitation for phil@example.org').waitFor()
    await pool.query(
      `insert into kept.reset_notice (person, made_by)
       select id, (select min(id) from kept.person where name = 'Ada')
       from kept.person where name = 'Phil'`,
    )
    const phone = await app.open({ device: 'phone' })
    await phone.goto('/sign-in?to=/account')
    await phone.getByLabel('E-mail').fill('phil@example.org')
    await phone.getByRole('textbox', { name: 'Password' }).fill(password)
    await phone.getByRole('button', { name: 'Sign in' }).tap()
    await phone.getByText('You are invited to be a tournament official of The Hive.').waitFor()
    await phone.getByText('Ada made a link to a new password for your account').waitFor()
    expect((await me(phone)).roles).toEqual([])
    expect(await violationsInThemes(phone)).toEqual([])
    await phone.getByRole('button', { name: 'Got it' }).tap()
    await phone.getByText('Ada made a link').waitFor({ state: 'detached' })
    await phone.getByRole('button', { name: 'Accept: The Hive' }).tap()
    await phone.getByText('You are now a tournament official of The Hive.').waitFor()
    expect((await me(phone)).roles).toMatchObject([{ role: 'tournament' }])
    await phone.getByRole('heading', { name: 'Waiting for you' }).waitFor({ state: 'detached' })
    await closePage(phone)
    await closePage(admin)
  })

  test('changing the password signs other browsers out; a removed key no longer works', async () => {
    const page = await app.open({ device: 'tablet' })
    const other = await app.open({ device: 'phone' })
    for (const each of [page, other]) {
      await each.goto('/sign-in?to=/account')
      await each.getByLabel('E-mail').fill('phil@example.org')
      await each.getByRole('textbox', { name: 'Password' }).fill(password)
      await each.getByRole('button', { name: 'Sign in' }).tap()
      await each.getByRole('heading', { name: 'Your account' }).waitFor()
    }
    await page.getByRole('textbox', { name: 'Your password, to make a key' }).fill(password)
    await page.getByLabel('What is it for?').fill('Overlay')
    await page.getByRole('button', { name: 'Make a key' }).tap()
    const key = await page.getByLabel('The key for Overlay').inputValue()
    const headers = { authorization: `Bearer ${key}` }
    const statusWithKey = async () =>
      (await fetch(`${app.server.url}/api/user/me/`, { headers })).status
    expect(await statusWithKey()).toBe(200)
    await pressTwice(page, 'Remove: Overlay', 'Press again to remove: Overlay')
    await page.getByText('You have none.', { exact: true }).waitFor()
    expect(await statusWithKey()).toBe(401)
    await page.getByRole('textbox', { name: 'Current password' }).fill(password)
    await page.getByRole('textbox', { name: 'New password' }).fill('another long sentence')
    await page.getByRole('button', { name: 'Change password' }).tap()
    await page.getByText('Password changed. Every other browser is signed out.').waitFor()
    await poll(async () => `${(await other.request.get('/api/user/me/')).status()}`).toBe('401')
    await closePage(page)
    await closePage(other)
  })

  test('P20: an account is deleted with the password and a confirmation', async () => {
    const page = await app.open({ device: 'phone' })
    await page.goto('/')
    await signUp(page, 'Gone')
    await page.goto('/account')
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    const field = page.getByRole('textbox', { name: 'Your password, to delete the account' })
    const button = page.getByRole('button', { name: 'Delete my account' })
    const confirmed = page.getByRole('dialog').getByRole('button', { name: 'Delete my account' })
    await field.fill('not my password')
    await button.tap()
    await page.getByRole('dialog').getByText('is not given back by this').waitFor()
    await confirmed.tap()
    await page.getByText('Wrong password').first().waitFor()
    await field.fill(password)
    await button.tap()
    await confirmed.tap()
    await page.waitForURL((url) => url.pathname === '/')
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    const answer = await page.request.post('/api/user/sign-in/', {
      data: { email: 'gone@example.org', password },
    })
    expect(answer.ok()).toBe(false)
    await closePage(page)
  })
})

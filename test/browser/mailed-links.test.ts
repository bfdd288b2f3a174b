// Links in mails, followed in a real browser: a forgotten password, a new account, a new address.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Mail } from '#services/account/index.ts'
import { newBrowser } from '../api/account-client.ts'
import { until } from '../support/desk-client.ts'
import { violationsInThemes } from './axe.ts'
import { closePage, noChromium, openEmptyApp } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: links in mails in a browser (${missing})`)

describe.skipIf(missing !== null)('a link in a mail', () => {
  const email = 'phil@example.org'
  const oldPassword = 'a long enough sentence'
  const newPassword = 'another sentence of mine'
  let app: Awaited<ReturnType<typeof openEmptyApp>>
  const mails: Mail[] = []
  beforeAll(async () => {
    const mailer = async (mail: Mail) => void mails.push(mail)
    app = await openEmptyApp({ accounts: { mailer, publicUrl: 'http://waggle.example' } })
    const body = { name: 'Phil', email, password: oldPassword }
    await newBrowser(app.server.url).post('/api/user/sign-up/', body)
  })
  afterAll(() => app?.stop())

  const status = async (page: Page) => (await page.request.get('/api/user/me/')).status()

  /** The link in the mail with this subject, at the address of this server. */
  async function mailedLink(subject: string, to = email): Promise<string> {
    const isIt = (mail: Mail) => mail.to === to && mail.subject === subject
    await until(`the mail “${subject}”`, () => mails.some(isIt))
    const [link = ''] = /http:\/\/waggle\.example\/\S+/.exec(mails.find(isIt)!.text) ?? []
    return link.replace('http://waggle.example', '')
  }

  async function signIn(page: Page, password: string): Promise<void> {
    await page.goto('/sign-in')
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  test('replaces a forgotten password once, and ends all sessions', async () => {
    const desk = await app.open({ device: 'desk' })
    await signIn(desk, oldPassword)
    await expect.poll(() => status(desk)).toBe(200)

    const phone = await app.open({ device: 'phone' })
    await phone.goto('/sign-in')
    await phone.locator('a[href="/reset"]').tap()
    await phone.getByRole('heading', { name: 'Forgotten your password?' }).waitFor()
    await phone.getByLabel('E-mail').fill(email)
    await phone.getByRole('button', { name: 'Send the e-mail' }).tap()
    await phone.getByText('If this e-mail address has an account').waitFor()
    const link = await mailedLink('Choose a new password')

    await phone.goto(link)
    await phone.getByRole('heading', { name: 'Choose a new password' }).waitFor()
    // Browsers do not send the fragment, so the code is in no log (P19).
    expect(link).toMatch(/^\/reset#[\w-]{20,}$/)
    const field = phone.getByRole('textbox', { name: 'New password' })
    await field.fill('short')
    await phone.getByRole('button', { name: 'Save the new password' }).tap()
    await phone.getByText(/^At least \d+ characters$/).waitFor()
    expect(await violationsInThemes(phone)).toEqual([])
    await field.fill(newPassword)
    await phone.getByRole('button', { name: 'Save the new password' }).tap()
    await phone.getByText('Your new password is saved, and every browser is signed out.').waitFor()
    await expect.poll(() => status(desk)).toBe(401)

    await phone.goto('/')
    await phone.goto(link)
    await field.fill('a third sentence of mine')
    await phone.getByRole('button', { name: 'Save the new password' }).tap()
    await phone.getByText('This link has already been used or is too old.').waitFor()

    await signIn(phone, oldPassword)
    await phone.getByText('Wrong e-mail or password.').waitFor()
    await signIn(phone, newPassword)
    await expect.poll(() => status(phone)).toBe(200)
    await closePage(desk)
    await closePage(phone)
  })

  test('finishes a sign-up and leads back to its page; a new address is confirmed in the tab that asked for it', async () => {
    const page = await app.open({ device: 'phone' })
    const [first, second] = ['rita@example.org', 'rita-new@example.org']
    const passwordField = page.getByRole('textbox', { name: 'Password' })
    await page.goto('/sign-up?to=/t/hive/friday/register')
    await page.getByLabel('Name').fill('Rita')
    await page.getByLabel('E-mail').fill(first)
    await passwordField.fill(oldPassword)
    await page.getByRole('button', { name: 'Sign up' }).tap()
    await page.getByText('We have sent you an e-mail.').waitFor()
    const link = await mailedLink('Confirm your e-mail', first)
    // The page is open already, and the link changes only the fragment.
    await page.goto(link.replace(/#.*/, ''))
    await page.getByText('Open this page with the link in our e-mail.').waitFor()
    await page.goto(link)
    await passwordField.fill(oldPassword)
    await page.getByRole('button', { name: 'Confirm and sign in' }).tap()
    await page.waitForURL('**/t/hive/friday/register')

    await page.goto('/account')
    await page.getByLabel('E-mail').fill(second)
    await page.getByRole('textbox', { name: 'Current password' }).first().fill(oldPassword)
    await page.getByRole('button', { name: 'Change e-mail' }).tap()
    await page.getByText('We have sent an e-mail to the new address.').waitFor()
    await page.goto(await mailedLink('Confirm your new e-mail', second))
    await page.getByText('Your new e-mail is confirmed.').waitFor()
    const me = await (await page.request.get('/api/user/me/')).json()
    expect(me).toMatchObject({ email: second, emailVerified: true })
    await closePage(page)
  })
})

// What is typed into a form: it is complete when it is saved, and not lost without a question.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPreview } from '#services/outbound/index.ts'
import { closePage, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp } from './browser-app.ts'
import { openScreen, recordsOf, startSite } from './organizer.ts'
import type { Site } from './organizer.ts'

const host = '127.0.0.1'
const missing = noChromium()
if (missing) console.warn(`Left out: input of forms in a browser (${missing})`)

describe.skipIf(missing !== null)('the input of a form', () => {
  let app: BrowserApp
  let site: Site
  beforeAll(async () => {
    site = await startSite()
    const mayReach = (address: string, port: number) => address === host && port === site.port
    app = await openApp({ preview: openPreview({ mayReach }) })
  })
  afterAll(async () => {
    await app?.stop()
    site?.server.close()
  })

  const nameField = (page: Page) => page.getByLabel('Tournament name')
  const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

  async function openSettings(name: string): Promise<{ page: Page; path: string }> {
    const { path } = await newFixture(app, name)
    const page = await app.open({ device: 'desk', role: 'admin' })
    await page.goto(path)
    await poll(() => nameField(page).inputValue()).toBe(name)
    return { page, path }
  }

  async function openTeams(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Organize' }).click()
    await page.getByRole('menuitem', { name: 'Team & Player Management' }).click()
  }

  test('is kept if the user stays, and given up after a question', async () => {
    const { page, path } = await openSettings('Winter Cup')
    await nameField(page).fill('Spring Cup')
    await openTeams(page)
    await question(page).getByRole('button', { name: 'Stay here' }).click()
    await question(page).waitFor({ state: 'detached' })
    expect(await nameField(page).inputValue()).toBe('Spring Cup')
    expect(new URL(page.url()).pathname).toBe(path)

    await openTeams(page)
    await question(page).getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { level: 1, name: 'Team & Player Management' }).waitFor()
    await page.goBack()
    await poll(() => nameField(page).inputValue()).toBe('Winter Cup')
    await closePage(page)
  })

  test('is asked about at a reload, and once on the way to a public page', async () => {
    const { page } = await openSettings('Summer Cup')
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type())
      void dialog.dismiss()
    })
    await nameField(page).fill('Autumn Cup')
    await page.evaluate('setTimeout(() => location.reload())')
    await poll(() => Promise.resolve(dialogs.join())).toBe('beforeunload')
    expect(await nameField(page).inputValue()).toBe('Autumn Cup')

    await page.getByRole('link', { name: 'Summer Cup' }).click()
    await question(page).getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/t/hive/**')
    expect(dialogs).toEqual(['beforeunload'])
    await closePage(page)
  })

  test('is left without a question once it is saved, or if nothing was changed', async () => {
    const { page } = await openSettings('Monday Cup')
    await openTeams(page)
    await page.getByRole('heading', { level: 1, name: 'Team & Player Management' }).waitFor()
    await page.goBack()
    await nameField(page).fill('Tuesday Cup')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Everything is saved').waitFor()
    await openTeams(page)
    await page.getByRole('heading', { level: 1, name: 'Team & Player Management' }).waitFor()
    await page.getByRole('button', { name: 'Organize' }).click()
    await closePage(page)
  })

  test('is not saved while the closing date is not a date, and says so', async () => {
    const fixture = await newFixture(app, 'Closing soon')
    const address = `/api/tournament/tournament/${fixture.id}/`
    const saved = { allowRegistration: true, registrationCloseDate: '2027-03-31' }
    await app.api.patch(address, saved)
    const page = await openScreen(app, fixture, {
      screen: 'configure-registration',
      device: 'desk',
    })
    const closing = page.getByLabel('Closing date')
    await poll(() => closing.inputValue()).toBe('2027-03-31')
    // 31 February
    await closing.focus()
    await page.keyboard.type('02')
    await page.getByText('This is not a date.').waitFor()
    const save = page.getByRole('button', { name: 'Save', exact: true })
    expect(await save.isDisabled()).toBe(true)
    await page.keyboard.press('Enter')
    expect(await app.api.get(address)).toMatchObject(saved)
    await closing.fill('2027-02-28')
    await save.click()
    await page.getByText('Everything is saved').waitFor()
    expect(await app.api.get(address)).toMatchObject({ registrationCloseDate: '2027-02-28' })
    await closePage(page)
  })

  test('R-OG-5: a link that is added at once has the title and the picture of its page', async () => {
    const fixture = await newFixture(app, 'Links at once')
    const page = await openScreen(app, fixture, { screen: 'links', device: 'desk' })
    const url = page.getByRole('textbox', { name: 'Address', exact: true })
    await url.fill(site.at('/fast'))
    await url.press('Enter')
    await page.getByText('Link added.').waitFor()
    expect(await recordsOf(app, 'links', fixture)).toMatchObject([
      { title: 'Page /fast', image: site.at('/a.png') },
    ])
    await closePage(page)
  })
})

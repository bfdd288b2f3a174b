// People who are new here: nobody has given them a role, and most are not signed in.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import { closePage, newFixture, noChromium, openApp, openEmptyApp } from './browser-app.ts'
import type { BrowserApp } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: strangers in a browser (${missing})`)

const password = 'a long enough sentence'

async function signUp(page: Page, name: string, email: string): Promise<void> {
  await page.goto('/sign-up')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
}

/** As `npm start -- --empty` does: there is an owner, who has not signed in yet. */
async function addOwner({ server: { store } }: Pick<BrowserApp, 'server'>): Promise<void> {
  const [id = 0] = await store.nextIds('person', 1)
  const owner = { id, name: 'Owner', isOwner: true }
  await store.db.insertInto('kept.person').values(owner).execute()
}

const welcome = (page: Page, name: string) => page.getByRole('region', { name: `Welcome, ${name}` })

describe.skipIf(missing !== null)('on a server without scenes', () => {
  let app: Awaited<ReturnType<typeof openEmptyApp>>
  beforeAll(async () => {
    app = await openEmptyApp()
    await addOwner(app)
  })
  afterAll(() => app?.stop())

  test('the start page says to who signs up how to become an admin', async () => {
    const page = await app.open({ device: 'phone' })
    await signUp(page, 'Sam', 'sam@example.org')
    const ways = welcome(page, 'Sam')
    await ways.getByText('open the link “Owner”').waitFor()
    await ways.getByText('invite sam@example.org as its admin.').waitFor()
    await ways.getByText('There is no tournament yet.').waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await ways.getByRole('link', { name: 'Your account' }).tap()
    await page.waitForURL('**/account')
    await closePage(page)
  })
})

describe.skipIf(missing !== null)('on a server with tournaments', () => {
  let app: BrowserApp
  beforeAll(async () => {
    app = await openApp()
    await addOwner(app)
  })
  afterAll(() => app?.stop())

  test('the start page leads who has no role to tournaments and to an invitation', async () => {
    const { slug } = await newFixture(app, 'Open Evening')
    const page = await app.open({ device: 'tablet' })
    await signUp(page, 'Tess', 'tess@example.org')
    const ways = welcome(page, 'Tess')
    await ways.getByText('Open a tournament below.').waitFor()
    await ways.getByText('Ask an organiser to invite tess@example.org,').waitFor()
    expect(await ways.getByText('Set up this server').count()).toBe(0)
    const link = page.getByRole('link', { name: /Open Evening/ })
    expect(await link.getAttribute('href')).toBe(`/t/hive/${slug}`)
    const role = { email: 'tess@example.org', role: 'tournament' }
    const offered = await app.api.put<{ invitation: { link: string } }>(
      `/api/tournament/scene/${app.scene}/role/`,
      role,
    )
    // Only an address that is confirmed shows its invitations.
    const people = app.server.store.db.updateTable('kept.person').where('email', '=', role.email)
    await people.set({ emailVerified: true }).execute()
    await page.reload()
    await ways.getByRole('link', { name: 'See the invitation' }).tap()
    await page.getByRole('button', { name: 'Accept: The Hive' }).waitFor()
    await page.goto('/')
    await page.goto(offered.invitation.link)
    await page.getByText('You are now a tournament official of The Hive.').waitFor()
    await page.goto('/')
    await page.getByRole('link', { name: 'Officiate' }).waitFor()
    expect(await ways.count()).toBe(0)
    await closePage(page)
  })

  test('no public page logs anything to the console of a visitor', async () => {
    const { id, slug, matches } = await newFixture(app, 'Sunday Evening')
    const path = `/api/tournament/team/?tournamentId=${id}`
    const { results } = await app.api.get<{ results: { id: number }[] }>(path)
    const tournament = `/t/hive/${slug}`
    const parts = ['', '/bracket', '/standings', '/queues', '/teams', '/about', '/register']
    const page = await app.open({ device: 'phone' })
    const logged: string[] = []
    page.on('console', (message) => logged.push(`${page.url()}: ${message.text()}`))
    for (const at of [
      '/',
      '/scene/hive',
      ...parts.map((part) => tournament + part),
      `/tournament-match/${matches[0]!.id}`,
      `/tournament-team/${results[0]!.id}`,
      '/sign-in',
      '/sign-up',
      '/reset',
      '/pair',
    ]) {
      const visitor = page.waitForResponse('**/api/user/visitor/')
      await page.goto(at, { waitUntil: 'networkidle' })
      expect((await visitor).status()).toBe(200)
    }
    for (const at of ['/display', `/t/hive/${slug}/display/bracket`])
      await page.goto(at, { waitUntil: 'networkidle' })
    // Tests keep service workers out, which the browser says on every page.
    expect(logged.filter((one) => !one.includes('Service Worker registration blocked'))).toEqual([])
    await closePage(page)
  })
})

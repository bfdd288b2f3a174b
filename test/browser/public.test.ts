// The public pages for a spectator: on a phone, on a slow network, with a followed team.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import { moveTo } from './client-navigation.ts'
import { openAsPlayer } from './registrant.ts'
import {
  closePage,
  matchesOf,
  newFixture,
  newTournament,
  noChromium,
  openApp,
  poll,
  waitUntilCached,
} from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'
import { startBreakableConnection } from './breakable-connection.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: the public pages in a browser (${missing})`)

describe.skipIf(missing !== null)('the public pages', () => {
  let app: BrowserApp
  let fixture: Fixture
  let cup: { id: number; slug: string; teams: number[] }
  let small: { id: number; slug: string }
  let six: { id: number; slug: string; teams: number[] }
  beforeAll(async () => {
    app = await openApp()
    fixture = await newFixture(app, 'Friday Night')
    cup = await newTournament(app, midwinter)
    small = await newTournament(app, {
      ...midwinter,
      name: 'Duel',
      teams: ['Ants', 'Gnats'],
      cabinets: [app.south],
    })
    six = await newTournament(app, { ...midwinter, name: 'Six', teams: sixTeams })
  })
  afterAll(() => app?.stop())

  test('a score changes on an open page', async () => {
    const phone = await app.open({ device: 'phone' })
    const [queue] = fixture.queues
    const [match] = fixture.matches
    await app.api.put(`/api/tournament/queue/${queue!.id}/set-queue/`, { matches: [match!.id] })
    const cabinet = app.north.id
    await app.north.wake()
    await app.api.put(`/api/tournament/match/${match!.id}/start/`, { cabinet })
    await phone.goto(`/tournament-match/${match!.id}`)
    const score = () => phone.locator('main').innerText()
    await poll(score).toMatch(/Bees\s+0\s+GOLD\s+Wasps\s+0/)

    await app.north.play({ winner: 'gold', map: 'Night' })
    await poll(score).toMatch(/Bees\s+0\s+GOLD\s+Wasps\s+1/)
    await poll(score).toMatch(/Game 1\s+GOLD\s+Night · military · 0:\d\d\s+North, /i)
    await app.api.patch(`/api/tournament/match/${match!.id}/`, { isFlipped: true })
    await poll(score).toMatch(/GOLD\s+Bees\s+0\s+BLUE\s+Wasps\s+1/)

    await app.api.put(`/api/tournament/match/${match!.id}/review/`, { on: true })
    await phone.getByText('does not change until they are done').waitFor()
    await app.api.patch(`/api/tournament/match/${match!.id}/`, { blueScore: 2 })
    const otherMatch = `/api/tournament/match/${fixture.matches[1]!.id}/`
    await app.api.patch(otherMatch, { blueScore: 1 })
    await phone.goto(`/t/hive/${fixture.slug}/bracket`)
    await poll(score).toMatch(/M1\s+Round 1.*under review\s+Bees\s+0\s+Wasps\s+1/s)
    await phone.goBack()
    await poll(score).toContain('does not change until they are done')
    expect(await score(), 'R-CMD-4: frozen').toMatch(/Wasps\s+1/)
    await app.api.put(`/api/tournament/match/${match!.id}/review/`, { on: false })
    await poll(score).toMatch(/BLUE\s+Wasps\s+2/)
    await closePage(phone)
  })

  test('a followed team is found from bracket to match to team, and the choice is kept', async () => {
    const phone = await app.open({ device: 'phone' })
    await phone.goto(`/t/hive/${cup.slug}`)
    await phone.evaluate(() => Object.assign(globalThis, { isFirstLoad: true }))
    await section(phone, 'Teams')
    await phone.getByRole('button', { name: 'Follow Wasps' }).tap()
    const mine = phone.getByRole('complementary', { name: 'Your team: Wasps' })
    await poll(() => mine.innerText()).toMatch(/not in a queue yet\s+M1 against Badgers/)

    await section(phone, 'Bracket')
    const rounds = phone.getByRole('combobox', { name: 'Rounds' })
    const listed = () => phone.getByRole('list', { name: /finals/i }).innerText()
    await poll(() => rounds.inputValue()).toBe('Semifinals')
    await poll(listed).toContain('Wasps')
    await poll(() => phone.locator('main').innerText()).toContain('Bye: Bees')
    await phone.getByRole('button', { name: 'Next round' }).tap()
    await poll(() => rounds.inputValue()).toBe('Finals')
    await poll(listed).toContain('Winner of M1')
    await phone.getByRole('button', { name: 'Draw the whole bracket' }).tap()
    const drawn = phone.getByRole('region', { name: 'Bracket of Cup' })
    await drawn.getByRole('link', { name: /^M1 / }).tap()

    await phone.getByRole('heading', { name: 'M1 · Semifinals' }).waitFor()
    await poll(() => phone.locator('main').innerText()).toContain('Winner plays M2 Finals')
    await phone.getByRole('link', { name: 'Wasps', exact: true }).tap()
    await phone.getByRole('heading', { name: 'Wasps', level: 1 }).waitFor()
    const next = phone.getByRole('list', { name: 'Coming matches' })
    await poll(() => next.innerText()).toMatch(/M1\s+Semifinals\s+Wasps\s+Badgers/)

    const [match] = await matchesOf(app.api, cup.id)
    await app.api.patch(`/api/tournament/match/${match!.id}/`, { blueScore: 2 })
    await app.api.put(`/api/tournament/match/${match!.id}/complete/`, {})
    await poll(() => mine.innerText()).toContain('M2 against Bees')
    const past = phone.getByRole('list', { name: 'Matches played' })
    await poll(() => past.innerText()).toMatch(/Wasps\s+won\s+2\s+Badgers\s+0/)

    await phone.goBack()
    await phone.getByRole('heading', { name: 'M1 · Semifinals' }).waitFor()
    expect(await phone.evaluate(() => 'isFirstLoad' in globalThis)).toBe(true)
    await phone.reload()
    await poll(() => mine.innerText()).toContain('M2 against Bees')
    await closePage(phone)
  })

  test('ux 48: a bracket is searched and enlarged, and the names of its rounds stay in view', async () => {
    const phone = await app.open({ device: 'phone' })
    await phone.setViewportSize({ width: 390, height: 400 })
    await phone.goto(`/t/hive/${six.slug}/bracket`)
    await phone.getByRole('combobox', { name: 'Find a team' }).fill('badg')
    const path = phone.getByRole('list', { name: 'Matches of Badgers' })
    await poll(() => path.innerText()).toMatch(/^M\d[\s\S]+Badgers/)
    await phone.getByRole('button', { name: 'Draw the whole bracket' }).tap()
    const drawn = phone.getByRole('region', { name: 'Bracket of Cup' })
    const badgers = drawn.locator('[data-mine]').filter({ hasText: 'Badgers' }).first()
    await badgers.waitFor()
    await drawn
      .getByRole('link')
      .filter({ hasText: /Bees\s*bye/ })
      .waitFor()

    const before = (await badgers.boundingBox())!
    for (const _ of [1, 2]) await phone.getByRole('button', { name: 'Larger' }).tap()
    expect((await badgers.boundingBox())!.width / before.width).toBeCloseTo(1.5)
    await drawn.evaluate((region) => region.scrollTo(0, region.scrollHeight))
    expect(await drawn.evaluate((region) => region.scrollTop)).toBeGreaterThan(20)
    const head = (await drawn.getByRole('heading').first().boundingBox())!
    expect(head.y).toBeGreaterThanOrEqual((await drawn.boundingBox())!.y - 1)

    const name = 'العسل والنحل والملكة والعاملات والحارسات والطائرات'
    await app.api.patch(`/api/tournament/team/${six.teams[2]}/`, { name })
    const shown = drawn.getByTitle(name)
    await shown.waitFor()
    const isCut = (line: { scrollWidth: number; clientWidth: number }) =>
      line.scrollWidth > line.clientWidth
    expect(await shown.evaluate(isCut)).toBe(true)
    expect(await shown.evaluate((line) => line.matches(':dir(rtl)')), 'at its own end').toBe(true)
    await closePage(phone)
  })

  test('the page of a tournament shows registration, then live matches, then the champion', async () => {
    const phone = await app.open({ device: 'phone' })
    const open = { allowRegistration: true, registrationCloseDate: '2099-12-31' }
    await app.api.patch(`/api/tournament/tournament/${small.id}/`, open)
    const option = { tournament: small.id, name: 'Entry', price: '12.50' }
    await app.api.post('/api/tournament/payment-option/', option)
    await phone.goto(`/t/hive/${small.slug}`)
    const words = () => phone.locator('main').innerText()
    await poll(words).toMatch(/open until Thu, 31 December 2099 · Entry: \$12\.50 · 2 teams so far/)
    await phone.getByText('Up to date', { exact: true }).waitFor()
    await phone.getByRole('main').getByRole('link', { name: 'Register' }).last().tap()
    await phone.getByRole('heading', { name: 'Sign in to register' }).waitFor()
    await section(phone, 'Overview')

    const [match] = await matchesOf(app.api, small.id)
    const path = `/api/tournament/match/${match!.id}`
    await app.api.put(`${path}/start/`, { cabinet: app.south.id, force: true })
    await phone.getByText('Live', { exact: true }).waitFor()
    await poll(words).toMatch(/Now playing\s+South[\s\S]+Ants\s+0\s+GOLD\s+Gnats\s+0/)
    await app.api.patch(`${path}/`, { blueScore: 2 })
    await app.api.put(`${path}/complete/`, {})
    const podium = phone.getByRole('list', { name: 'Final places of Cup' })
    await poll(() => podium.innerText()).toMatch(/Champion\s+Ants\s+2\s+Gnats/)
    await phone.getByText('Up to date', { exact: true }).waitFor()
    await closePage(phone)
  })

  test('a signed-in player follows their own team without choosing it', async () => {
    await app.api.patch(`/api/tournament/tournament/${fixture.id}/`, { allowRegistration: true })
    const phone = await openAsPlayer(app, fixture, 'Pia')
    const [match] = fixture.matches
    const path = `/api/tournament/tournament/${fixture.id}/registration/`
    await phone.request.post(path, { data: { name: 'Pia', team: match!.goldTeam } })
    await phone.goto(`/t/hive/${fixture.slug}`)
    const mine = phone.getByRole('complementary', { name: 'Your team: Wasps' })
    await poll(() => mine.innerText()).toMatch(/^You: Wasps/)
    // A chosen team takes precedence over it, and so does choosing none.
    await section(phone, 'Teams')
    await phone.getByRole('button', { name: 'Follow Bees' }).tap()
    await phone.getByRole('complementary', { name: 'Your team: Bees' }).waitFor()
    await phone.getByRole('button', { name: 'Following Bees' }).tap()
    await mine.waitFor({ state: 'detached' })
    await closePage(phone)
  })

  test('a long name leaves the other controls in the header of the smallest phone', async () => {
    await app.api.patch(`/api/tournament/tournament/${fixture.id}/`, { allowRegistration: true })
    const phone = await openAsPlayer(app, fixture, 'Maximiliana of the Honey Badgers and Friends')
    await phone.setViewportSize({ width: 320, height: 568 })
    const header = phone.getByRole('banner').first()
    const controls = await header.locator('a, button, label').all()
    expect(controls.length).toBeGreaterThan(3)
    for (const control of controls) {
      const { x = -1, width = 0 } = (await control.boundingBox()) ?? {}
      expect([x >= 0, x + width <= 320, width >= 44]).toEqual([true, true, true])
    }
    await closePage(phone)
  })

  test('R-BR-8: the page of a match names the place that losers share, as standings do', async () => {
    const [match] = await matchesOf(app.api, six.id)
    const phone = await app.open({ device: 'phone' })
    await phone.goto(`/tournament-match/${match!.id}`)
    await poll(() => phone.locator('main').innerText()).toContain('Loser takes place 5-6')
    await closePage(phone)
  })

  test('standings show why a team has its rank', async () => {
    const desk = await app.open({ device: 'desk' })
    await desk.goto(`/t/hive/${fixture.slug}/standings`)
    const last = fixture.matches.at(-1)!
    await app.api.patch(`/api/tournament/match/${last.id}/`, { blueScore: 2, goldScore: 1 })
    await app.api.put(`/api/tournament/match/${last.id}/complete/`, {})
    const table = desk.getByRole('table', { name: 'Groups' })
    await poll(() => table.innerText()).toMatch(/games won: 33\.3 % \(1 of 3\) against 66\.7 %/)
    await closePage(desk)
  })

  test('the first text is shown before any script has loaded', async () => {
    const phone = await app.open({ device: 'phone' })
    const scripts = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    await phone.route(/\/assets\/.*\.js$/, async (route) => {
      asked.resolve()
      await scripts.promise
      await route.continue()
    })
    await phone.goto(`/t/hive/${cup.slug}`, { waitUntil: 'commit' })
    await phone.getByRole('heading', { name: 'Midwinter Cup' }).waitFor()
    expect(await phone.title()).toBe('Midwinter Cup · Waggle')
    await asked.promise
    scripts.resolve()
    await phone.getByRole('navigation', { name: 'Parts of this tournament' }).waitFor()
    await closePage(phone)
  })

  test('everything is shown eventually on a slow network', async () => {
    const phone = await app.open({ device: 'phone' })
    const line = await phone.context().newCDPSession(phone)
    const slow = { offline: false, latency: 300, downloadThroughput: 100_000 }
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: 50_000 })
    await phone.goto(`/t/hive/${cup.slug}/bracket`, { waitUntil: 'commit' })
    await phone.getByRole('combobox', { name: 'Rounds' }).waitFor()
    await closePage(phone)
  })

  test('without a connection the page of a team shows its last known state and the time of it', async () => {
    const line = await startBreakableConnection(app)
    const phone = await app.open({ device: 'phone', at: line.at, worker: true })
    await phone.goto(`/tournament-team/${six.teams[0]}`)
    const next = phone.getByRole('list', { name: 'Coming matches' })
    const words = () => phone.locator('body').innerText()
    await next.waitFor()
    const [name, coming] = [
      await phone.getByRole('heading', { level: 1 }).innerText(),
      await next.innerText(),
    ]
    await waitUntilCached(phone, six.id)
    await line.lose(phone)
    await phone.reload()
    await poll(() => next.innerText()).toBe(coming)
    // A page that is opened without a line is not always told so by the browser.
    await poll(words).toMatch(
      /No response from the server for \d+:\d\d|This device is offline\. Data is \d+:\d\d old/,
    )
    expect(await phone.getByRole('heading', { level: 1 }).innerText()).toBe(name)
    await closePage(phone)
    await line.close()
  })

  test('a page that cannot be loaded leaves the open one, says so, and can be retried', async () => {
    const phone = await app.open({ device: 'phone' })
    await phone.goto('/?lang=es')
    const link = phone.getByRole('link', { name: /^Midwinter Cup/ })
    await link.waitFor()
    const isApi = (url: URL) => url.pathname.startsWith('/api/')
    await phone.route(isApi, (route) => route.abort())
    await link.tap()
    const problem = phone.getByRole('alert')
    await problem.waitFor()
    expect(await problem.innerText()).toMatch(
      /No se pudo cargar esta página\.\s+La petición al servidor falló/,
    )
    expect(await link.isVisible()).toBe(true)
    await phone.goBack()
    await problem.waitFor({ state: 'detached' })
    await link.tap()
    await problem.waitFor()
    await phone.unroute(isApi)
    await problem.getByRole('button', { name: 'Reintentar' }).tap()
    await phone.getByRole('heading', { level: 1, name: 'Midwinter Cup' }).waitFor()
    expect(await problem.count()).toBe(0)
    await closePage(phone)
  })

  test('a page that cannot be loaded at first says so, and can be retried', async () => {
    const phone = await app.open({ device: 'phone' })
    const isApi = (url: URL) => url.pathname.startsWith('/api/')
    await phone.route(isApi, (route) => route.abort())
    await phone.goto(`/t/hive/${cup.slug}`)
    const problem = phone.getByRole('alert')
    await problem.getByRole('heading', { name: 'This page could not be loaded.' }).waitFor()
    await phone.unroute(isApi)
    await problem.getByRole('button').tap()
    await phone.getByRole('heading', { level: 1, name: 'Midwinter Cup' }).waitFor()
    await closePage(phone)
  })

  test('an unknown address returns 404, with a page that says so', async () => {
    const phone = await app.open({ device: 'phone' })
    const answer = await phone.goto('/t/hive/nothing-here')
    expect(answer?.status()).toBe(404)
    await phone.getByRole('heading', { name: 'There is nothing at this address.' }).waitFor()
    await phone.getByRole('link', { name: 'To the list of tournaments' }).tap()
    await phone.getByRole('link', { name: /^Midwinter Cup/ }).waitFor()
    await closePage(phone)
  })

  test.each(['phone', 'desk'] as const)(
    'public pages have no accessibility violations in both themes on a %s',
    async (device) => {
      const page = await app.open({ device })
      const [match] = fixture.matches
      const parts = ['', '/bracket', '/standings', '/queues', '/teams', '/about']
      const paths = [
        '/',
        '/scene/hive',
        ...parts.map((part) => `/t/hive/${fixture.slug}${part}`),
        `/t/hive/${cup.slug}/bracket`,
        `/tournament-match/${match!.id}`,
        `/tournament-team/${cup.teams[0]}`,
      ]
      for (const path of paths) {
        await moveTo(page, path)
        await page.locator('main h1').waitFor()
        if (path.length > '/scene/hive'.length)
          await page.getByText(/^(Live|Up to date)$/).waitFor()
        expect(await violationsInThemes(page), `on ${path}`).toEqual([])
        const isWider = 'document.documentElement.scrollWidth > innerWidth'
        expect(await page.evaluate(isWider), `${path} scrolls sideways`).toBe(false)
      }
      await closePage(page)
    },
  )
})

async function section(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Parts of this tournament' })
    .getByRole('link', { name, exact: true })
    .tap()
}

const sixTeams = ['Bees', 'Wasps', 'Badgers', 'Snails', 'Ants', 'Gnats']
/** Three teams, so that one of them has a bye. */
const midwinter = {
  name: 'Midwinter Cup',
  teams: ['Bees', 'Wasps', 'Badgers'],
  bracket: { name: 'Cup', stageType: 'single_elim', winsPerMatch: 2 },
}

// How little a press and a frame draw: what a slow tablet has to do for them.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keyboardDrag } from './drag.ts'
import { redrawn, clearRedraws, recordRedraws } from './redraws.ts'
import { closePage, newTournament, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { Fixture, Match, BrowserApp } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: what is drawn in a browser (${missing})`)

describe.skipIf(missing !== null)('what is drawn', () => {
  let app: BrowserApp
  let fixture: Fixture
  let here: Match
  let there: Match
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())
  beforeEach(async () => {
    fixture = await newFixture(app, 'Slow Tablet')
    const { matches, queues } = fixture
    here = matches[0]!
    const busy = [here.blueTeam, here.goldTeam]
    there = matches.find((one) => ![one.blueTeam, one.goldTeam].some((id) => busy.includes(id)))!
    await start(here, app.north.id)
    await start(there, app.south.id)
    const waiting = matches.filter((match) => match !== here && match !== there)
    await app.api.put(`/api/tournament/queue/${queues[0]!.id}/set-queue/`, {
      matches: waiting.slice(0, 2).map(({ id }) => id),
    })
  })

  const start = (match: Match, cabinet: number) =>
    app.api.put(`/api/tournament/match/${match.id}/start/`, { cabinet, force: true })
  const point = (match: Match) =>
    app.api.put(`/api/tournament/match/${match.id}/add-score/`, { team: match.blueTeam, by: 1 })

  async function open(path: string): Promise<Page> {
    const page = await app.open({ device: 'tablet', role: 'tournament' })
    await recordRedraws(page)
    await page.goto(`${fixture.path}/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // Parts that come after the first rows have been drawn, too.
    const loaded = () => page.evaluate<number>("performance.getEntriesByType('resource').length")
    await poll(async () => {
      const before = await loaded()
      await clearRedraws(page)
      await page.waitForTimeout(600)
      return `${(await redrawn(page)).length} ${(await loaded()) - before}`
    }).toBe('0 0')
    return page
  }
  const card = (page: Page, cabinet: string) =>
    page.locator('article').filter({ has: page.getByText(cabinet, { exact: true }) })

  test.each([
    ['current-matches', 'article'],
    ['match-queue', '[id^=drag-]'],
    ['edit-match-results', 'main h1'],
    ['', 'main h1'],
  ])(
    'the first look at "%s" takes two journeys: the page, and all that it names',
    async (at, shows) => {
      const page = await app.open({ device: 'tablet', role: at === '' ? 'admin' : 'tournament' })
      const scripts = Promise.withResolvers<void>()
      const reading: string[] = []
      const sockets: string[] = []
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.startsWith('/api/')) reading.push(pathname)
      })
      page.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname))
      const isNamed = await namedBy(page, `${fixture.path}/${at}`)
      await page.route(/\/assets\//, async (route) => {
        const { pathname } = new URL(route.request().url())
        if (!pathname.includes('/early-')) await scripts.promise
        // What it does not name is never answered.
        if (isNamed(pathname)) await route.continue()
      })
      await page.goto(`${fixture.path}/${at}`, { waitUntil: 'commit' })
      const id = fixture.path.split('/')[2]
      const first = [`/api/game/cabinet/`, `/api/tournament/tournament/${id}/`, '/api/user/me/']
      await poll(async () => [...reading].sort().join()).toBe(first.join())
      await poll(async () => sockets.join()).toBe(`/ws/tournament-relay/${id}`)
      await page.route(/\/api\//, () => {})
      scripts.resolve()
      await page.locator(shows).first().waitFor()
      for (const path of first) expect(reading.filter((one) => one === path)).toEqual([path])
      expect(sockets).toHaveLength(1)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await closePage(page)
    },
  )

  test('a point at one cabinet draws that card and no other', async () => {
    const page = await open('current-matches')
    await card(page, 'South').waitFor()
    await clearRedraws(page)
    await point(there)
    await poll(() => card(page, 'South').innerText()).toMatch(/Bees|Wasps|Badgers|Snails/)
    await poll(() => redrawn(page).then(String)).toContain('South')
    expect(await redrawn(page)).toEqual(['article South'])
    await closePage(page)
  })

  test('opening a dialog draws no card; its frames are those of its own match', async () => {
    const page = await open('current-matches')
    await card(page, 'South').waitFor()
    await clearRedraws(page)
    await page.getByRole('button', { name: 'Ref North' }).tap()
    const dialog = page.getByRole('dialog', { name: /^Referee: North/ })
    await dialog.getByRole('region', { name: 'Available matches' }).waitFor()
    await poll(async () => new URL(page.url()).hash).toBe(`#${app.north.id}`)
    expect((await redrawn(page)).filter((name) => name.startsWith('article'))).toEqual([])

    await clearRedraws(page)
    await point(there)
    await poll(() => redrawn(page).then(String)).toContain('article South')
    expect(await redrawn(page)).toEqual(['article South'])
    await closePage(page)
  })

  test('a press draws its score and the way back, and no other control', async () => {
    const page = await open(`current-matches#${app.north.id}`)
    const dialog = page.getByRole('dialog', { name: /^Referee: North/ })
    const plus = dialog.getByRole('button', { name: '+1 Blue', exact: true })
    const undo = dialog.getByRole('button', { name: /^Undo: / })
    const score = () => dialog.getByLabel('Blue score').innerText()
    await dialog.getByRole('region', { name: 'Available matches' }).waitFor()
    await plus.tap()
    await poll(score).toBe('1')
    // What a first point changes is there: a match that has begun is not to be sent away unasked.
    await poll(() => undo.innerText()).toContain('+1 Blue')
    await clearRedraws(page)
    await plus.tap()
    await poll(score).toBe('2')
    await poll(() => dialog.locator('[data-unconfirmed]').count().then(String)).toBe('0')
    await poll(() => redrawn(page).then(String)).toContain('button Undo')
    const drawn = await redrawn(page)
    expect(drawn).toContain('article North')
    // That point decides the match, so the main action has another name.
    expect(drawn.filter((name) => name.startsWith('button Complete'))).toHaveLength(1)
    const others = drawn.filter(
      (name) => !/^article North$|^button (Undo|More about the last|Complete M\d)/.test(name),
    )
    expect(others).toEqual([])
    await closePage(page)
  })

  test('a point draws no line of the queue, and no line has a menu until it is opened', async () => {
    const page = await open('match-queue')
    const lines = page.locator('[id^=drag-]')
    await poll(() => lines.count().then(String)).toBe('4')
    const score = page.getByRole('region', { name: 'South' }).getByText('(1-0)')
    await clearRedraws(page)
    await point(there)
    await score.waitFor()
    expect((await redrawn(page)).filter((name) => name.startsWith('li'))).toEqual([])

    const dots = page.getByRole('button', { name: /^Move M/ }).first()
    expect(await page.getByRole('menu').count()).toBe(0)
    await dots.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menu', { name: /^Move M/ }).waitFor()
    await page.keyboard.press('Escape')
    await poll(() => page.getByRole('menu').count().then(String)).toBe('0')
    const focused = page.locator(':focus')
    await poll(() => focused.getAttribute('aria-label').then(String)).toMatch(/^Move M/)
    await closePage(page)
  })

  test('a drag draws the line it carries and no other; one far down is carried too', async () => {
    // Twelve teams and 66 matches, all of them in one long list.
    const { id, path } = await newTournament(app, {
      name: 'Long list',
      teams: Array.from({ length: 12 }, (_, n) => `Team ${n + 1}`),
      cabinets: [app.north],
      bracket: { name: 'Everybody', stageType: 'round_robin' },
    })
    await app.api.put(`/api/tournament/tournament/${id}/create-queues/`, {})
    const page = await app.open({ device: 'desk', role: 'tournament' })
    await recordRedraws(page)
    await page.goto(`${path}/match-queue`)
    const grips = page.locator('[id^=drag-]')
    await poll(() => grips.count().then(String)).toBe('66')
    const lines = async () => (await redrawn(page)).filter((name) => name.startsWith('li'))
    // Which lines are near is known from the first frames on.
    const drawnInFrames = () =>
      clearRedraws(page)
        .then(() => frames(page))
        .then(lines)
    await poll(() => drawnInFrames().then(String)).toBe('')
    await keyboardDrag(page, grips.first()).lift()
    expect(await lines()).toEqual([expect.stringContaining('M1 ')])
    await page.keyboard.press('Escape')
    await page.locator('[data-lifted]').waitFor({ state: 'detached' })

    const keys = keyboardDrag(page, grips.last())
    await keys.lift()
    const says = () => page.locator('[aria-live="assertive"]').allInnerTexts().then(String)
    await poll(says).toMatch(/Picked up M66 /)
    await keys.press('ArrowUp')
    await poll(says).toMatch(/M66 .* moved to Unassigned/)
    await keys.press('Escape')
    await poll(says).toMatch(/M66 .* is back where it was/)
    await closePage(page)
  })

  const frames = (page: Page) =>
    page.evaluate(
      `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))`,
    )
})

/** The page as it is sent, read for the files it names. */
async function namedBy(page: Page, address: string): Promise<(file: string) => boolean> {
  const html = await (await page.request.get(address)).text()
  return (file) => html.includes(`"${file}"`)
}

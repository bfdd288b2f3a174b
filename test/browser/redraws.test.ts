// How few components a press or a frame redraws, for the sake of slow tablets.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keyboardDrag } from './drag.ts'
import { clearRedraws, recordRedraws, redrawn } from './redraws.ts'
import { closePage, newFixture, newTournament, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Fixture, Match } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: what is drawn in a browser (${missing})`)

describe.skipIf(missing !== null)('redraws', () => {
  let app: BrowserApp
  let fixture: Fixture
  let northMatch: Match
  let southMatch: Match
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())
  beforeEach(async () => {
    fixture = await newFixture(app, 'Slow Tablet')
    const { matches, queues } = fixture
    northMatch = matches[0]!
    const northTeams = [northMatch.blueTeam, northMatch.goldTeam]
    southMatch = matches.find(
      (one) => ![one.blueTeam, one.goldTeam].some((id) => northTeams.includes(id)),
    )!
    await start(northMatch, app.north.id)
    await start(southMatch, app.south.id)
    const waiting = matches.filter((match) => match !== northMatch && match !== southMatch)
    await app.api.put(`/api/tournament/queue/${queues[0]!.id}/set-queue/`, {
      matches: waiting.slice(0, 2).map(({ id }) => id),
    })
  })

  const start = (match: Match, cabinet: number) =>
    app.api.put(`/api/tournament/match/${match.id}/start/`, { cabinet, force: true })
  const addPoint = (match: Match) =>
    app.api.put(`/api/tournament/match/${match.id}/add-score/`, { team: match.blueTeam, by: 1 })

  async function open(path: string): Promise<Page> {
    const page = await app.open({ device: 'tablet', role: 'tournament' })
    await recordRedraws(page)
    await page.goto(`${fixture.path}/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // Wait for chunks that load after the first rows are drawn, too.
    const resourceCount = () =>
      page.evaluate<number>("performance.getEntriesByType('resource').length")
    await poll(async () => {
      const before = await resourceCount()
      await clearRedraws(page)
      await page.waitForTimeout(600)
      return `${(await redrawn(page)).length} ${(await resourceCount()) - before}`
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
    'the first view of "%s" takes two round trips: the page, and all files that it names',
    async (at, shows) => {
      const page = await app.open({ device: 'tablet', role: at === '' ? 'admin' : 'tournament' })
      const scripts = Promise.withResolvers<void>()
      const apiPaths: string[] = []
      const sockets: string[] = []
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.startsWith('/api/')) apiPaths.push(pathname)
      })
      page.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname))
      const isNamed = await filesNamedBy(page, `${fixture.path}/${at}`)
      await page.route(/\/assets\//, async (route) => {
        const { pathname } = new URL(route.request().url())
        if (!pathname.includes('/early-')) await scripts.promise
        // Files that the page does not name are never served.
        if (isNamed(pathname)) await route.continue()
      })
      await page.goto(`${fixture.path}/${at}`, { waitUntil: 'commit' })
      const id = fixture.path.split('/')[2]
      const first = [
        `/api/game/cabinet/`,
        `/api/tournament/tournament/${id}/`,
        '/api/user/visitor/',
      ]
      await poll(async () => [...apiPaths].sort().join()).toBe(first.join())
      await poll(async () => sockets.join()).toBe(`/ws/tournament-relay/${id}`)
      await page.route(/\/api\//, () => {})
      scripts.resolve()
      await page.locator(shows).first().waitFor()
      for (const path of first) expect(apiPaths.filter((one) => one === path)).toEqual([path])
      expect(sockets).toHaveLength(1)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await closePage(page)
    },
  )

  test('a point at one cabinet redraws that card and no other', async () => {
    const page = await open('current-matches')
    await card(page, 'South').waitFor()
    await clearRedraws(page)
    await addPoint(southMatch)
    await poll(() => card(page, 'South').innerText()).toMatch(/Bees|Wasps|Badgers|Snails/)
    await poll(() => redrawn(page).then(String)).toContain('South')
    expect(await redrawn(page)).toEqual(['article South'])
    await closePage(page)
  })

  test('opening a dialog redraws no card; a point of another match does not redraw the dialog', async () => {
    const page = await open('current-matches')
    await card(page, 'South').waitFor()
    await clearRedraws(page)
    await page.getByRole('button', { name: 'Ref North' }).tap()
    const dialog = page.getByRole('dialog', { name: /^Referee: North/ })
    await dialog.getByRole('region', { name: 'Available matches' }).waitFor()
    await poll(async () => new URL(page.url()).hash).toBe(`#${app.north.id}`)
    expect((await redrawn(page)).filter((name) => name.startsWith('article'))).toEqual([])

    await clearRedraws(page)
    await addPoint(southMatch)
    await poll(() => redrawn(page).then(String)).toContain('article South')
    expect(await redrawn(page)).toEqual(['article South'])
    await closePage(page)
  })

  test('a press redraws its score and the undo, and no other control', async () => {
    const page = await open(`current-matches#${app.north.id}`)
    const dialog = page.getByRole('dialog', { name: /^Referee: North/ })
    const plus = dialog.getByRole('button', { name: '+1 Blue', exact: true })
    const undo = dialog.getByRole('button', { name: /^Undo: / })
    const score = () => dialog.getByLabel('Blue score').innerText()
    await dialog.getByRole('region', { name: 'Available matches' }).waitFor()
    await plus.tap()
    await poll(score).toBe('1')
    // The first point changes more than later ones: stopping the match now needs a confirmation.
    await poll(() => undo.innerText()).toContain('+1 Blue')
    await clearRedraws(page)
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
    await plus.tap()
    await poll(score).toBe('2')
    await poll(() => dialog.locator('[data-unconfirmed]').count().then(String)).toBe('0')
    await poll(() => redrawn(page).then(String)).toContain('button Undo')
    expect(requests, 'nothing is read again').toEqual([expect.stringMatching(/^P(OST|UT) /)])
    const redraws = await redrawn(page)
    expect(redraws).toContain('article North')
    // That point decides the match, so the label of the main action changes.
    expect(redraws.filter((name) => name.startsWith('button Complete'))).toHaveLength(1)
    const others = redraws.filter(
      (name) => !/^article North$|^button (Undo|More about the last|Complete M\d)/.test(name),
    )
    expect(others).toEqual([])
    await closePage(page)
  })

  test('a point redraws no row of the queue, and a row has no menu until it is opened', async () => {
    const page = await open('match-queue')
    const rows = page.locator('[id^=drag-]')
    await poll(() => rows.count().then(String)).toBe('4')
    const score = page.getByRole('region', { name: 'South' }).getByText('(1-0)')
    await clearRedraws(page)
    await addPoint(southMatch)
    await score.waitFor()
    expect((await redrawn(page)).filter((name) => name.startsWith('li'))).toEqual([])

    const menuButton = page.getByRole('button', { name: /^Move M/ }).first()
    expect(await page.getByRole('menu').count()).toBe(0)
    await menuButton.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menu', { name: /^Move M/ }).waitFor()
    await page.keyboard.press('Escape')
    await poll(() => page.getByRole('menu').count().then(String)).toBe('0')
    const focused = page.locator(':focus')
    await poll(() => focused.getAttribute('aria-label').then(String)).toMatch(/^Move M/)
    await closePage(page)
  })

  test('a drag redraws only the dragged row; a row far down the list can be dragged too', async () => {
    // Twelve teams: 66 matches in one long list.
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
    const rows = async () => (await redrawn(page)).filter((name) => name.startsWith('li'))
    // The rows near the viewport are determined within the first frames.
    const redrawsInFrames = () =>
      clearRedraws(page)
        .then(() => waitForFrames(page))
        .then(rows)
    await poll(() => redrawsInFrames().then(String)).toBe('')
    await keyboardDrag(page, grips.first()).lift()
    expect(await rows()).toEqual([expect.stringContaining('M1 ')])
    await page.keyboard.press('Escape')
    await page.locator('[data-lifted]').waitFor({ state: 'detached' })

    const keys = keyboardDrag(page, grips.last())
    await keys.lift()
    const liveRegionText = () =>
      page.locator('[aria-live="assertive"]').allInnerTexts().then(String)
    await poll(liveRegionText).toMatch(/Picked up M66 /)
    await keys.press('ArrowUp')
    await poll(liveRegionText).toMatch(/M66 .* moved to Unassigned/)
    await keys.press('Escape')
    await poll(liveRegionText).toMatch(/M66 .* is back where it was/)
    await closePage(page)
  })

  const waitForFrames = (page: Page) =>
    page.evaluate(
      `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))`,
    )
})

/** Whether the HTML that the server sends names a file. */
async function filesNamedBy(page: Page, address: string): Promise<(file: string) => boolean> {
  const html = await (await page.request.get(address)).text()
  return (file) => html.includes(`"${file}"`)
}

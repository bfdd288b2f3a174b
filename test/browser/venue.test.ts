// Unattended screens: the displays in the venue and the stream overlay.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startProxy } from '../support/proxy.ts'
import type { Proxy } from '../support/proxy.ts'
import { violations, violationsInThemes } from './axe.ts'
import {
  closePage,
  matchesOf,
  newFixture,
  noChromium,
  openApp,
  poll,
  waitUntilCached,
} from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'
import {
  backgrounds,
  changeSides,
  goOnAir,
  loseConnection,
  playNextMatch,
  recordPictures,
  showResult,
  switchAllParts,
} from './on-air.ts'
import { expectTurns } from './display-turns.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: displays in a browser (${missing})`)

describe.skipIf(missing !== null)('the displays of a venue', () => {
  let app: BrowserApp
  let fixture: Fixture
  let proxy: Proxy
  let isServerDown = false
  let at: string
  beforeAll(async () => {
    app = await openApp()
    fixture = await newFixture(app, 'Friday Night')
    // While the server is "down" the proxy points to a port on which nothing listens.
    proxy = await startProxy(() => (isServerDown ? 1 : Number(new URL(app.server.url).port)))
    at = `http://127.0.0.1:${proxy.port}`
    const [queue] = fixture.queues
    const matches = fixture.matches.map(({ id }) => id)
    await app.api.put(`/api/tournament/queue/${queue!.id}/set-queue/`, { matches })
  })
  afterAll(async () => {
    await proxy?.close()
    await app?.stop()
  })

  const words = (page: Page) => () => page.locator('main').innerText()

  afterEach(startServer)

  function stopServer(): void {
    isServerDown = true
    proxy.cut()
  }

  function startServer(): void {
    isServerDown = false
  }

  test('ux 45: a display is added by its code, assigned a view, reloaded, and recovers by itself', async () => {
    const screen = await app.open({ device: 'desk', at, worker: true })
    await screen.goto('/display')
    await poll(words(screen)).toMatch(/Code of this display\s+[A-Z0-9]{5}/)
    const [code = ''] = /\b[A-Z0-9]{5}\b/.exec(await words(screen)()) ?? []

    const tablet = await app.open({ device: 'tablet', role: 'tournament' })
    await tablet.goto(`${fixture.path}/dashboard`)
    await tablet.getByRole('link', { name: 'Displays' }).tap()
    await tablet.getByRole('heading', { name: 'Displays of the venue' }).waitFor()
    const displayAdmin = tablet.getByRole('main')
    await displayAdmin.getByLabel('Code on the screen').fill('XXXXX')
    await displayAdmin.getByRole('button', { name: 'Add display' }).tap()
    await displayAdmin.getByText('No display shows this code').waitFor()
    await displayAdmin.getByLabel('Code on the screen').fill(code.toLowerCase())
    await displayAdmin.getByLabel(/^Name/).fill('Over the bar')
    await displayAdmin.getByRole('button', { name: 'Add display' }).tap()
    await poll(words(screen)).toContain('Over the bar')

    await displayAdmin.getByLabel('Over the bar shows').selectOption('Next matches')
    await poll(words(screen)).toMatch(/Next matches\s+Friday Night/)
    await poll(words(screen)).toMatch(/North\s.*M1\s.*BLUE\s+Bees\s+GOLD\s+Wasps/s)
    expect(await violationsInThemes(tablet)).toEqual([])
    await displayAdmin.getByRole('button', { name: 'In turn: Over the bar' }).tap()
    const turns = tablet.getByRole('dialog', { name: 'What Over the bar shows in turn' })
    await turns.getByLabel('1. shows', { exact: true }).selectOption('Now playing')
    await turns.getByRole('button', { name: 'Add another' }).tap()
    await turns.getByLabel('2. shows', { exact: true }).selectOption('Cabinet: North')
    await turns.getByLabel('2. for').selectOption('2 min')
    expect(await violationsInThemes(tablet)).toEqual([])
    await turns.getByRole('button', { name: 'Show these' }).tap()
    await poll(words(screen)).toMatch(/^(Now playing|North)\s+Friday Night/)
    const shows = displayAdmin.getByLabel('Over the bar shows')
    await poll(() => shows.locator('option:checked').innerText()).toBe('2 in turn')
    await shows.selectOption('Next matches')
    await poll(words(screen)).toMatch(/Next matches\s+Friday Night/)
    expect(await violations(screen)).toEqual([])
    expect(await screen.locator('a, button, nav').count(), 'nothing to press').toBe(0)

    await screen.evaluate(() => Object.assign(globalThis, { isFirstLoad: true }))
    await displayAdmin.getByRole('button', { name: 'Reload: Over the bar' }).tap()
    const hasReloaded = () =>
      screen.evaluate(() => !('isFirstLoad' in globalThis)).catch(() => false)
    await expect.poll(hasReloaded).toBe(true)
    await poll(words(screen)).toMatch(/North\s.*M1/s)

    stopServer()
    const staleMark = screen.locator('[data-stale]')
    await expect.poll(() => staleMark.count()).toBe(1)
    expect(await staleMark.innerText()).toMatch(/^Not up to date · \d:\d\d old$/)
    expect(await words(screen)(), 'what was known stays').toMatch(/North\s.*M1/s)
    // If it is told to reload while the server is down, it waits for the server.
    await screen.evaluate(() => Object.assign(globalThis, { isFirstLoad: true }))
    await displayAdmin.getByRole('button', { name: 'Reload: Over the bar' }).tap()
    await app.api.put(`/api/tournament/match/${fixture.matches[0]!.id}/start/`, {
      cabinet: app.north.id,
      force: true,
    })
    startServer()
    await expect.poll(hasReloaded).toBe(true)
    await expect.poll(() => staleMark.count().catch(() => 1)).toBe(0)
    await expect.poll(words(screen)).toMatch(/M1\s+Playing/)
    await app.api.put(`/api/tournament/match/${fixture.matches[0]!.id}/stop/`, {})

    // Restarted while the server is down.
    await waitUntilCached(screen, fixture.id)
    stopServer()
    await screen.reload()
    await expect.poll(words(screen)).toMatch(/Next matches\s+Friday Night/)
    await poll(words(screen)).toMatch(/North\s.*M2/s)
    await expect.poll(() => staleMark.innerText()).toMatch(/^Not up to date · \d/)
    startServer()
    await expect.poll(() => staleMark.count().catch(() => 1)).toBe(0)
    await poll(words(screen)).toMatch(/North\s.*M2/s)
    // Without a cache it has nothing to show, but does not show a browser error either.
    const clearCaches =
      'caches.keys().then((all) => Promise.all(all.map((one) => caches.delete(one))))'
    await screen.evaluate(clearCaches)
    stopServer()
    await screen.reload()
    await poll(words(screen)).toBe('Waiting for the server')
    startServer()
    await expect.poll(words(screen)).toMatch(/Next matches\s+Friday Night/)
    await closePage(tablet)
    await closePage(screen)
  })

  test('a display shows two tournaments in turn, and nothing of one remains in the turn of the other', () =>
    expectTurns(app, fixture))

  test('P11: without the server a reload shows the last state and its age, and keeps presses', async () => {
    const { api, north, open } = app
    const tournament = await newFixture(app, 'Without a server')
    const [match] = tournament.matches
    await api.put(`/api/tournament/match/${match!.id}/start/`, { cabinet: north.id, force: true })
    const tablet = await open({ device: 'tablet', role: 'tournament', at, worker: true })
    await tablet.goto(`${tournament.path}/dashboard#${north.id}`)
    const dialog = tablet.getByRole('dialog')
    const plus = dialog.getByRole('button', { name: '+1 Blue', exact: true })
    const points = () => matchesOf(api, tournament.id).then(([one]) => `${one!.blueScore}`)
    const shown = () => dialog.getByLabel('Blue score').innerText()
    await plus.tap()
    await poll(points).toBe('1')
    await poll(shown).toBe('1')
    await waitUntilCached(tablet, tournament.id)
    stopServer()
    await dialog.getByText('Try now').waitFor()
    await plus.tap()
    await poll(() => dialog.innerText()).toContain('1 unsent')
    tablet.on('dialog', (dialogEvent) => void dialogEvent.accept())
    await tablet.reload()
    await dialog.getByRole('heading', { name: 'M1' }).waitFor()
    await poll(() => dialog.innerText()).toMatch(/as of \d\d:\d\d:\d\d/)
    await poll(() => dialog.innerText()).toContain('1 unsent')
    // It is unknown whether the press was accepted, so it is not shown as if it were.
    await poll(shown).toBe('1')
    expect(await points()).toBe('1')

    startServer()
    await expect.poll(points).toBe('2')
    // The page reloads from the server, since the session and settings may have changed.
    await expect.poll(() => isLoadedFromCache(tablet)).toBe(false)
    await dialog.getByText('Live', { exact: true }).waitFor()
    await poll(shown).toBe('2')

    // After signing out nothing of it is left in the cache.
    await dialog.getByRole('contentinfo').getByRole('button', { name: 'Close' }).tap()
    await tablet.getByRole('button', { name: 'Sign out' }).tap()
    await tablet.getByText('Not Authorized').waitFor()
    await poll(() => tablet.evaluate<string>(cachedPaths)).not.toMatch(/kept/)
    await poll(() => tablet.evaluate<string>(cachedVisitor)).toBe('{"person":null}')
    await api.put(`/api/tournament/match/${match!.id}/stop/`, {})
    await closePage(tablet)
  })

  test('ux 45: a page that is opened while the server does not respond waits for it', async () => {
    const screen = await app.open({ device: 'desk', at })
    await screen.clock.install()
    let isSilent = false
    let requestCount = 0
    await screen.route(/\/api\//, (route) => {
      if (!isSilent) return route.abort()
      return requestCount++ === 0 ? undefined : route.continue()
    })
    await screen.goto(`/t/hive/${fixture.slug}/display/now-playing`)
    await poll(words(screen)).toContain('Waiting for the server')
    // A silent connection: the first request never gets a response, nor an error.
    isSilent = true
    await screen.clock.fastForward(5_000)
    await expect.poll(() => requestCount).toBe(1)
    expect(await words(screen)()).toContain('Waiting for the server')
    await screen.clock.fastForward(60_000)
    await screen.clock.fastForward(5_000)
    await poll(words(screen)).toMatch(/Now playing\s+Friday Night/)
    await closePage(screen)
  })

  test('ux 45: a display loads a new build of the console by itself', async () => {
    const screen = await app.open({ device: 'desk' })
    await screen.clock.install()
    const marks: string[] = []
    screen.on('response', (answer) => {
      if (answer.request().method() === 'HEAD') marks.push(answer.headers()['etag'] ?? '')
    })
    await screen.goto(`/t/hive/${fixture.slug}/display/now-playing`)
    await poll(words(screen)).toMatch(/Now playing\s+Friday Night/)
    await expect.poll(() => marks.length).toBeGreaterThan(0)
    expect(marks[0]).toMatch(/^"[\w-]+"$/)
    await screen.evaluate(() => Object.assign(globalThis, { isFirstLoad: true }))
    await screen.route('/display', (route) => route.fulfill({ headers: { etag: '"another"' } }))
    const hasReloaded = async () => {
      await screen.clock.runFor(31_000).catch(() => {})
      return screen.evaluate(() => !('isFirstLoad' in globalThis)).catch(() => false)
    }
    await expect.poll(hasReloaded).toBe(true)
    await closePage(screen)
  })

  test('ux 45: a page of another site embeds current matches in frames', async () => {
    const { api, server } = app
    const first = fixture.matches[0]!.id
    const shows = ['bracket', 'standings', 'now-playing', 'queue']
    const tag = (show: string) =>
      `<script async src="${server.url}/embed.js" data-scene="hive" data-show="${show}" data-tournament="${fixture.slug}"></script>`
    const site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html><title>Club</title><link rel="icon" href="data:,">
        <div style="inline-size: 800px">${shows.map(tag).join('')}</div>`)
    })
    await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve))
    // The reader is signed in, but the frames have no access to the session.
    const reader = await app.open({ device: 'desk', role: 'admin' })
    const requests: { path: string; method: string; hasCookie: boolean }[] = []
    reader.on('request', (request) => {
      if (!request.url().startsWith(server.url)) return
      const [path, method] = [new URL(request.url()).pathname, request.method()]
      void request
        .allHeaders()
        .then(({ cookie }) => requests.push({ path, method, hasCookie: cookie !== undefined }))
    })
    await reader.goto(`http://localhost:${(site.address() as AddressInfo).port}/`)
    const frameOf = (show: string) =>
      reader.frames().find((frame) => frame.url().endsWith(`/${fixture.slug}/${show}`))
    const wordsOf = (show: string) => () => frameOf(show)!.locator('main').innerText()
    for (const show of shows) {
      await reader.locator(`iframe[src$="/${show}"]`).scrollIntoViewIfNeeded()
      await expect.poll(() => frameOf(show) !== undefined).toBe(true)
      await poll(wordsOf(show)).toContain('Friday Night')
      expect(await frameOf(show)!.locator('a, button, input, form, [tabindex]').count()).toBe(0)
    }
    await poll(wordsOf('queue')).toMatch(/North\s.*M2/s)
    await poll(wordsOf('standings')).toMatch(/Rank\s+Team/)
    await api.put(`/api/tournament/match/${first}/start/`, { cabinet: app.north.id, force: true })
    await poll(wordsOf('now-playing')).toMatch(/North\s*M1 .*Bees\s*0/s)
    await api.put(`/api/tournament/match/${first}/stop/`, {})

    // A frame fills the available width.
    const size = await reader.locator('iframe').first().boundingBox()
    expect([size!.width, size!.height]).toEqual([800, 450])

    expect(requests.map(({ path }) => path)).toContain('/api/tournament/tournament/')
    expect(requests.filter(({ method, hasCookie }) => method !== 'GET' || hasCookie)).toEqual([])
    await closePage(reader)
    await new Promise((resolve) => site.close(resolve))
  })

  test('P18: an embeddable page cannot use the session of this browser', async () => {
    const { api, server } = app
    const { slug, id, matches } = fixture
    const reader = await app.open({ device: 'desk', role: 'admin' })
    await reader.goto(`/embed/hive/${slug}/bracket`)
    await poll(words(reader)).toContain('Friday Night')
    const request = (path: string, init: FetchOptions = {}) =>
      reader.evaluate<string, [string, FetchOptions]>(
        ([url, options]) =>
          fetch(url, { credentials: 'include', ...options }).then(
            ({ status }) => `${status}`,
            () => 'refused',
          ),
        [path, init],
      )
    expect(await reader.evaluate<string>('globalThis.origin')).toBe('null')
    expect(await request('/api/tournament/match/', { credentials: 'omit' })).toBe('200')
    expect(await request('/api/user/me/')).toBe('refused')
    const [match] = matches
    const start = `/api/tournament/match/${match!.id}/start/`
    expect(await request(start, { method: 'PUT' })).toBe('refused')
    expect(await request(start, { method: 'POST', mode: 'no-cors' })).not.toBe('200')
    expect((await matchesOf(api, id))[0]!.activeCabinet).toBe(null)
    expect(await reader.evaluate<boolean>(`open('/') === null`)).toBe(true)
    const storage = `(() => { try { return localStorage.length } catch { return 'refused' } })()`
    expect(await reader.evaluate<string>(storage)).toBe('refused')
    // Not `closePage`: the browser logs the refused requests as errors.
    await reader.context().close()

    // No other page of the console may be framed.
    const plain = await fetch(`${server.url}/t/hive/${slug}`)
    expect(plain.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(plain.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(plain.headers.get('permissions-policy')).toContain('camera=()')
  })

  test('ux 46 ux 47: the overlay keeps a result, updates atomically, and keeps pinned values', async () => {
    const { api, north } = app
    const [first, , third] = fixture.matches
    const stream = await app.open({ device: 'desk' })
    await stream.goto(`/t/hive/${fixture.slug}/overlay/${north.id}`)
    const overlayText = () => stream.locator('[data-picture]').innerText()
    const start = (id: number) =>
      api.put(`/api/tournament/match/${id}/start/`, { cabinet: north.id, force: true })
    await start(first!.id)
    await poll(overlayText).toMatch(/^Bees\s+0\s+Wasps\s+0\s+Round 1/)
    const behind = await stream.evaluate<string[]>(backgrounds)
    expect(behind).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)'])

    await api.patch(`/api/tournament/match/${first!.id}/`, { blueScore: 2 })
    await api.put(`/api/tournament/match/${first!.id}/complete/`, {})
    await poll(overlayText).toMatch(/^Bees\s+2\s+Wasps\s+0/)
    await stream.reload()
    await poll(overlayText).toMatch(/^Bees\s+2\s+Wasps\s+0/)

    await stream.evaluate(recordPictures)
    await start(third!.id)
    const after = /^Snails\s+0\s+Bees\s+0\s+Round 2/
    await poll(overlayText).toMatch(after)
    const pictures = await stream.evaluate(
      () => (globalThis as { pictures?: string[] }).pictures ?? [],
    )
    expect(pictures, 'nothing in between').toHaveLength(1)
    expect(pictures[0]).toMatch(after)

    const tablet = await app.open({ device: 'tablet', role: 'tournament' })
    await tablet.goto(`${fixture.path}/stream`)
    await tablet.getByLabel('Blue team').fill('The champions')
    await tablet.getByLabel('Blue score').fill('9')
    await tablet.getByRole('button', { name: 'Save pins' }).tap()
    await poll(overlayText).toMatch(/^The champions\s+9/)
    await api.patch(`/api/tournament/match/${third!.id}/`, { blueScore: 1, goldScore: 1 })
    await poll(overlayText).toMatch(/^The champions\s+9\s+Bees\s+1/)
    await tablet.getByRole('button', { name: 'Unpin all' }).tap()
    await poll(overlayText).toMatch(/^Snails\s+1\s+Bees\s+1/)
    await api.put(`/api/tournament/match/${third!.id}/stop/`, {})
    await closePage(tablet)
    await closePage(stream)
  })

  test('ux 46: every part of an overlay is shown, switched in the console and by a key, and recovers', async () => {
    const onAir = await goOnAir(app, at)
    await showResult(onAir)
    await changeSides(onAir)
    await playNextMatch(onAir)
    await switchAllParts(onAir)
    await loseConnection(onAir, { down: stopServer, up: startServer })
    await closePage(onAir.tablet)
    await closePage(onAir.stream)
  })
})

type FetchOptions = Pick<RequestInit, 'method' | 'mode' | 'credentials'>

const isLoadedFromCache = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(`'kept' in document.documentElement.dataset`).catch(() => true)

const cachedVisitor = `caches.match('/api/user/visitor/').then((kept) => kept?.text() ?? '')`
const cachedPaths = `caches.open('waggle-first-reads').then(async (cache) =>
  (await cache.keys()).map(({ url }) => new URL(url).pathname).join())`

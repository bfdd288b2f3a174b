// Consoles on an unreliable connection: what they show meanwhile and in the end (P10, P11).
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { random } from '#events/simulation/random.ts'
import type { Random } from '#events/simulation/random.ts'
import { startProxy } from '../support/proxy.ts'
import type { Proxy } from '../support/proxy.ts'
import {
  closePage,
  matchesOf,
  newFixture,
  noChromium,
  openApp,
  poll,
  queuesOf,
} from './browser-app.ts'
import type { BrowserApp, Fixture, Match } from './browser-app.ts'
import { pause } from '../support/desk-client.ts'
import { times } from '../support/long-runs.ts'

const runs = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].slice(0, times(3, 10))
const commandCount = 24
const pressCount = 5
const faultCount = 4
const missing = noChromium()
if (missing) console.warn(`Left out: consoles on a bad line (${missing})`)

describe.skipIf(missing !== null)('an unreliable connection', () => {
  let app: BrowserApp
  let proxy: Proxy
  let at: string
  beforeAll(async () => {
    app = await openApp()
    proxy = await startProxy(() => Number(new URL(app.server.url).port))
    at = `http://127.0.0.1:${proxy.port}`
    await app.north.wake()
  })
  afterAll(async () => {
    await proxy?.close()
    await app?.stop()
  })

  afterEach(() => proxy.heal())

  async function setUp(name: string): Promise<{ fixture: Fixture; tablet: Page; match: Match }> {
    // Without a length, so that no point is too many.
    const fixture = await newFixture(app, name, { winsPerMatch: 0 })
    const [match] = fixture.matches
    const start = `/api/tournament/match/${match!.id}/start/`
    await app.api.put(start, { cabinet: app.north.id, force: true })
    const tablet = await app.open({ device: 'tablet', role: 'tournament', at, worker: true })
    await tablet.goto(`${fixture.path}/dashboard#${app.north.id}`)
    await tablet.getByRole('heading', { name: 'M1' }).waitFor()
    return { fixture, tablet, match: match! }
  }

  /** Frees the cabinet for the next tournament. */
  async function tearDown(match: Match, ...pages: Page[]): Promise<void> {
    for (const page of pages) await closePage(page)
    await app.api.put(`/api/tournament/match/${match.id}/stop/`, {})
  }

  test('P10 P11: after runs of faults the screens show what the server has', async () => {
    const { fixture, tablet, match } = await setUp('Many runs')
    const audience = await app.open({ device: 'phone', at })
    await audience.goto(`/t/hive/${fixture.slug}`)
    await poll(() => card(audience)).toContain('M1')
    await audience.evaluate(recordTotals)
    for (const run of runs) await expectConverged(run, { fixture, tablet, audience })
    const totals = await audience.evaluate(() => (globalThis as { totals?: number[] }).totals ?? [])
    expect(totals.length).toBeGreaterThan(runs.length)
    expect(totals, 'no step back').toEqual(totals.toSorted((a, b) => a - b))
    await tearDown(match, tablet, audience)
  })

  type Screens = { fixture: Fixture; tablet: Page; audience: Page }
  async function expectConverged(
    run: number,
    { fixture, tablet, audience }: Screens,
  ): Promise<void> {
    const chance = random(`line ${run}`)
    const before = await pointsOf(app, fixture)
    const [, otherPoints] = await Promise.all([
      injectFaults(proxy, chance),
      sendCommands(app, fixture, chance),
      pressPlus(tablet, chance),
    ])
    proxy.heal()
    const dialog = tablet.getByRole('dialog')
    await dialog.getByText('Live', { exact: true }).waitFor()
    await poll(() => dialog.innerText()).not.toMatch(/unsent|Saving|Not saved|Waiting/)
    expect(await pointsOf(app, fixture), `run ${run}`).toBe(before + otherPoints + pressCount)
    const onServer = await serverState(app, fixture)
    await poll(() => shownState(tablet)).toBe(onServer)
    await poll(() => shownState(audience)).toBe(onServer)
  }

  test('P11: a silent connection is reported; presses are kept, and sent once when it is back', async () => {
    const { tablet, match } = await setUp('Silence')
    const dialog = tablet.getByRole('dialog')
    const connection = dialog.getByRole('group', { name: /^Connection: / })
    await poll(() => connection.innerText()).toContain('Live')
    const plusBox = await plus(dialog, 'Blue').boundingBox()
    proxy.swallow()
    await plus(dialog, 'Blue').tap()
    await plus(dialog, 'Gold').tap()
    await poll(() => connection.innerText()).toContain('2 unsent')
    await dialog.getByText('Try now').waitFor()
    await poll(() => connection.innerText()).toMatch(/No response from the server for 0:\d\d\./)
    const [barBox, dialogBox] = [await connection.boundingBox(), await dialog.boundingBox()]
    expect(barBox!.width).toBeGreaterThan(dialogBox!.width * 0.9)
    expect(await plus(dialog, 'Blue').boundingBox()).toEqual(plusBox)
    await poll(() => dialog.innerText()).toMatch(/as of \d\d:\d\d:\d\d/)
    await poll(() =>
      dialog
        .getByRole('button', { name: /^Undo|^Next|^Start M/ })
        .last()
        .innerText(),
    ).toMatch(/No connection: this needs the server|Complete or pause M1 on North first/)
    expect(await scoresOf(app, match)).toBe('0-0')

    proxy.heal()
    // The tablet also retries by itself and may have reconnected before the tap.
    await dialog
      .getByRole('button', { name: 'Try now' })
      .dispatchEvent('click', undefined, { timeout: 2_000 })
      .catch(() => {})
    // Its own retries are up to ten seconds apart (ux 21).
    await expect.poll(() => connection.innerText()).toContain('Live')
    await poll(() => connection.innerText()).not.toContain('unsent')
    await poll(() => scoresOf(app, match)).toBe('1-1')
    await poll(() => dialog.getByLabel('Blue score').innerText()).toBe('1')
    await tearDown(match, tablet)
  })

  test('P2 P11: a form that is saved offline says so, and is applied exactly once', async () => {
    const fixture = await newFixture(app, 'A form')
    const desk = await app.open({ device: 'desk', role: 'admin', at })
    await desk.goto(`${fixture.path}/teams`)
    await desk.getByRole('button', { name: 'Create team' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Create team' })
    await dialog.getByLabel('Team name').fill('Hornets')
    proxy.loseAnswers()
    const sent: string[] = []
    desk.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.headers()['idempotency-key'] ?? '')
    })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Not saved yet. It is sent again automatically.').waitFor()
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await poll(() => Promise.resolve(`${sent.length > 1}`)).toBe('true')
    expect(await dialog.getByLabel('Team name').inputValue()).toBe('Hornets')
    // Leaving the page would lose the form, so the browser asks.
    const beforeUnload = desk.waitForEvent('dialog')
    await desk.evaluate('void setTimeout(() => location.reload())')
    const question = await beforeUnload
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    // The dialog may be closed: its pending request is kept.
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await desk.getByText(/From \d\d:\d\d:\d\d: Not saved yet/).waitFor()
    await desk.getByText('1 unsent').waitFor()
    proxy.heal()
    await desk.getByText('Team created.').waitFor()
    await desk.getByText(/Not saved yet/).waitFor({ state: 'detached' })
    const path = `/api/tournament/team/?tournamentId=${fixture.id}`
    const { results } = await app.api.get<{ results: { name: string }[] }>(path)
    expect(results.filter(({ name }) => name === 'Hornets').length).toBe(1)
    expect(new Set(sent).size, 'one id').toBe(1)
    await closePage(desk)
  })

  test('P11: unsent presses survive a reload of the page', async () => {
    const { tablet, match } = await setUp('Reload')
    const dialog = tablet.getByRole('dialog')
    proxy.loseAnswers()
    await plus(dialog, 'Blue').tap()
    await poll(() => dialog.getByLabel('Blue score').innerText()).toBe('1')
    proxy.heal()
    tablet.on('dialog', (dialogEvent) => void dialogEvent.accept())
    await tablet.reload()
    await tablet.getByRole('heading', { name: 'M1' }).waitFor()
    await poll(() => dialog.innerText()).not.toMatch(/unsent|Not saved|Waiting/)
    await poll(() => dialog.getByLabel('Blue score').innerText()).toBe('1')
    expect(await scoresOf(app, match)).toBe('1-0')
    await tearDown(match, tablet)
  })

  test('P11: a chunk that failed to load is loaded later, without a reload of the page', async () => {
    const { tablet, match } = await setUp('Lost part')
    await tablet.addInitScript(countLoads)
    let attempts = 0
    await tablet.route(dialogStyle, (route) =>
      (attempts += 1) === 1 ? route.abort() : route.continue(),
    )
    const styleLoaded = tablet.waitForResponse(dialogStyle)
    await tablet.reload()
    await styleLoaded
    const styles = `[...document.styleSheets].map(({ href }) => href).join()`
    await poll(() => tablet.evaluate<string>(styles)).toContain('/dialog-')
    expect(await loadCount(tablet)).toBe(1)
    await tearDown(match, tablet)
  })

  test('P11: a screen that failed to load appears once it can be loaded, and presses are kept', async () => {
    const { tablet, match } = await setUp('Lost screen')
    await pressUnsent(tablet)
    await tablet.addInitScript(countLoads)
    const loadFailed = tablet.waitForEvent('requestfailed', {
      predicate: (request) => dialogScript.test(request.url()),
    })
    await tablet.route(dialogScript, (route) => route.abort())
    await tablet.reload()
    await loadFailed
    await tablet.getByRole('button', { name: 'Officiate' }).tap()
    await tablet.getByRole('menuitem', { name: 'Protests' }).tap()
    await tablet.getByRole('status', { name: 'Loading' }).waitFor()
    await poll(() => tablet.locator('body').innerText()).toContain('1 unsent')
    await tablet.unroute(dialogScript)
    await tablet.getByRole('heading', { name: 'Protests', level: 1 }).waitFor()
    await tablet.unroute('**/add-score/')
    await poll(() => scoresOf(app, match)).toBe('1-0')
    expect(await loadCount(tablet)).toBe(1)
    await tearDown(match, tablet)
  })

  test('P11: after a new build the page reloads once nothing is unsent', async () => {
    const { tablet, match } = await setUp('Other build')
    await pressUnsent(tablet)
    await tablet.addInitScript(countLoads)
    const pageRequested = tablet.waitForRequest(`${at}/`)
    await tablet.route(`${at}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script src="/assets/other.js">' }),
    )
    await tablet.route(dialogScript, (route) => route.fulfill({ status: 404 }))
    await tablet.reload()
    await pageRequested
    expect(await loadCount(tablet)).toBe(1)
    await tablet.unroute(dialogScript)
    await tablet.unroute('**/add-score/')
    await expect.poll(() => loadCount(tablet)).toBe(2)
    await poll(() => scoresOf(app, match)).toBe('1-0')
    await tearDown(match, tablet)
  })

  test('P11: a press that the server refuses shows why, and is reverted', async () => {
    const { tablet, match } = await setUp('Refusal')
    const dialog = tablet.getByRole('dialog')
    proxy.swallow()
    await dialog.getByRole('switch', { name: 'Warm-up game' }).tap()
    await poll(() => dialog.innerText()).toContain('1 unsent')
    await app.api.patch(`/api/tournament/match/${match.id}/`, { blueScore: 2, goldScore: 0 })
    await app.api.put(`/api/tournament/match/${match.id}/complete/`, {})
    proxy.heal()
    const refusal = dialog.getByRole('alert')
    await refusal.waitFor()
    expect(await refusal.innerText()).toContain('Could not set game as warm-up')
    expect(await refusal.innerText()).toContain('M1 is already complete')
    await refusal.getByRole('button', { name: 'Dismiss' }).tap()
    await refusal.waitFor({ state: 'detached' })
    await closePage(tablet)
  })
})

/** The script chunk that is loaded after the cabinets and their cards, and its style sheet. */
const dialogScript = /assets\/dialog-[^/]+\.js$/
const dialogStyle = /assets\/dialog-[^/]+\.css$/

/** Presses +1 in the open dialog; the request fails until the route is removed. */
async function pressUnsent(tablet: Page): Promise<void> {
  await tablet.route('**/add-score/', (route) => route.abort())
  await plus(tablet.getByRole('dialog'), 'Blue').tap()
  await poll(() => tablet.getByRole('dialog').innerText()).toContain('1 unsent')
  // A page with unsent presses asks before it is left.
  tablet.on('dialog', (dialogEvent) => void dialogEvent.accept())
}

/** Runs in the page whenever it is loaded, and counts the loads. */
function countLoads(): void {
  sessionStorage.setItem('openings', `${Number(sessionStorage.getItem('openings')) + 1}`)
}

const loadCount = (page: Page): Promise<number> =>
  page.evaluate(() => Number(sessionStorage.getItem('openings')))

/** Cuts, slows and silences the connection, with pauses in between. */
async function injectFaults(proxy: Proxy, chance: Random): Promise<void> {
  const faults = [
    () => proxy.cut(),
    () => proxy.delay(chance.whole(100, 600)),
    () => proxy.loseAnswers(),
    () => proxy.swallow(),
  ]
  for (const fault of chance.shuffled(faults).slice(0, faultCount)) {
    await pause(chance.whole(50, 400))
    fault()
    await pause(chance.whole(100, 900))
    proxy.heal()
  }
}

/** Sends commands from another device; returns the number of points they gave. */
async function sendCommands(
  { api }: BrowserApp,
  fixture: Fixture,
  chance: Random,
): Promise<number> {
  const [match, ...others] = fixture.matches
  const queue = `/api/tournament/queue/${fixture.queues[0]!.id}/set-queue/`
  const path = `/api/tournament/match/${match!.id}/`
  let points = 0
  let { isFlipped } = (await matchesOf(api, fixture.id))[0]!
  for (let sent = 0; sent < commandCount; sent += 1) {
    const roll = chance.next()
    if (roll < 0.6) {
      // In another match: the tablet would be asked about a point that is given twice.
      const { id, blueTeam, goldTeam } = others[0]!
      const point = { team: chance.pick([blueTeam, goldTeam]), by: 1, force: true }
      await api.put(`/api/tournament/match/${id}/add-score/`, point)
      points += 1
    } else if (roll < 0.8) {
      isFlipped = !isFlipped
      await api.patch(path, { isFlipped })
    } else {
      const matches = chance.shuffled(others.map(({ id }) => id)).slice(0, chance.whole(0, 4))
      await api.put(queue, { matches })
    }
    await pause(chance.whole(10, 120))
  }
  return points
}

async function pressPlus(tablet: Page, chance: Random): Promise<void> {
  for (let press = 0; press < pressCount; press += 1) {
    await pause(chance.whole(50, 500))
    await plus(tablet.getByRole('dialog'), chance.pick(['Blue', 'Gold'])).tap()
  }
}

/** The button itself, not the one that undoes it. */
function plus(dialog: Locator, colour: string): Locator {
  return dialog.getByRole('button', { name: `+1 ${colour}`, exact: true })
}

function card(page: Page): Promise<string> {
  return page.locator('article', { hasText: 'North' }).innerText()
}

/** Evaluated in the page: records every total score that the card shows. */
const recordTotals = `(() => {
  globalThis.totals = []
  const note = () => {
    const words = document.querySelector('article')?.innerText ?? ''
    const [, blue, gold] = /BLUE\\s+\\S+\\s+(\\d+)\\s+GOLD\\s+\\S+\\s+(\\d+)/.exec(words) ?? []
    if (blue && gold) totals.push(Number(blue) + Number(gold))
  }
  const all = { subtree: true, childList: true, characterData: true }
  new MutationObserver(note).observe(document.body, all)
})()`

/** The cabinet's match and queue in one line, as the screen shows them. */
async function shownState(page: Page): Promise<string> {
  const text = await card(page)
  const [, ...sides] = /BLUE\s+(\S+)\s+(\d+)\s+GOLD\s+(\S+)\s+(\d+)/.exec(text) ?? []
  const queue = [...text.matchAll(/^(M\d+) .* vs\. /gm)].map(([, match]) => match)
  return `${sides.join(' ')}: ${queue.join(' ')}`
}

/** The same as the server has it. */
async function serverState({ api, north }: BrowserApp, fixture: Fixture): Promise<string> {
  const matches = await matchesOf(api, fixture.id)
  const active = matches.find((match) => match.activeCabinet === north.id)!
  const { results } = await api.get<{ results: { id: number; name: string }[] }>(
    `/api/tournament/team/?tournamentId=${fixture.id}`,
  )
  const name = (team: number) => results.find(({ id }) => id === team)?.name
  const { blueTeam, blueScore, goldTeam, goldScore } = active
  const [queue] = await queuesOf(api, fixture.id)
  const numbers = queue!.matches.map((id) => matches.find((match) => match.id === id)?.matchNum)
  const queued = numbers.map((number) => `M${number}`).join(' ')
  return `${name(blueTeam)} ${blueScore} ${name(goldTeam)} ${goldScore}: ${queued}`
}

async function pointsOf({ api }: BrowserApp, fixture: Fixture): Promise<number> {
  const [first, second] = await matchesOf(api, fixture.id)
  return [first!, second!].reduce((sum, match) => sum + match.blueScore + match.goldScore, 0)
}

async function scoresOf({ api }: BrowserApp, match: Match): Promise<string> {
  const { blueScore, goldScore } = await api.get<Match>(`/api/tournament/match/${match.id}/`)
  return `${blueScore}-${goldScore}`
}

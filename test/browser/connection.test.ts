// Consoles on a line that breaks: what they show in the end, what they say meanwhile (P10, P11).
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { random } from '../../events/simulation/random.ts'
import type { Random } from '../../events/simulation/random.ts'
import { startProxy } from '../support/proxy.ts'
import type { Proxy } from '../support/proxy.ts'
import {
  closePage,
  matchesOf,
  newFixture,
  noChromium,
  openApp,
  queuesOf,
  poll,
} from './browser-app.ts'
import type { Fixture, Match, BrowserApp } from './browser-app.ts'

const runs = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const commands = 24
const presses = 5
const troubles = 4
const tenRunsMs = 180_000
const missing = noChromium()
if (missing) console.warn(`Left out: consoles on a bad line (${missing})`)

describe.skipIf(missing !== null)('a bad line', () => {
  let app: BrowserApp
  let line: Proxy
  let at: string
  beforeAll(async () => {
    app = await openApp()
    line = await startProxy(() => Number(new URL(app.server.url).port))
    at = `http://127.0.0.1:${line.port}`
    await app.north.wake()
  })
  afterAll(async () => {
    await line?.close()
    await app?.stop()
  })

  afterEach(() => line.heal())

  async function begin(name: string): Promise<{ fixture: Fixture; tablet: Page; match: Match }> {
    const fixture = await newFixture(app, name)
    const [match] = fixture.matches
    const start = `/api/tournament/match/${match!.id}/start/`
    await app.api.put(start, { cabinet: app.north.id, force: true })
    const tablet = await app.open({ device: 'tablet', role: 'tournament', at, worker: true })
    await tablet.goto(`${fixture.path}/dashboard#${app.north.id}`)
    await tablet.getByRole('heading', { name: 'M1' }).waitFor()
    return { fixture, tablet, match: match! }
  }

  /** The next tournament finds the cabinet free. */
  async function end(match: Match, ...pages: Page[]): Promise<void> {
    for (const page of pages) await closePage(page)
    await app.api.put(`/api/tournament/match/${match.id}/stop/`, {})
  }

  const ten = { timeout: tenRunsMs }
  test('P10 P11: ten times the screens end with what the server has', ten, async () => {
    const { fixture, tablet, match } = await begin('Ten runs')
    const audience = await app.open({ device: 'phone', at })
    await audience.goto(`/t/hive/${fixture.slug}`)
    await poll(() => card(audience)).toContain('M1')
    await audience.evaluate(keepTotals)
    for (const run of runs) await expectConverged(run, { fixture, tablet, audience })
    const totals = await audience.evaluate(() => (globalThis as { totals?: number[] }).totals ?? [])
    expect(totals.length).toBeGreaterThan(runs.length)
    expect(totals, 'no step back').toEqual(totals.toSorted((a, b) => a - b))
    await end(match, tablet, audience)
  })

  type Viewed = { fixture: Fixture; tablet: Page; audience: Page }
  async function expectConverged(
    run: number,
    { fixture, tablet, audience }: Viewed,
  ): Promise<void> {
    const chance = random(`line ${run}`)
    const before = await pointsOf(app, fixture)
    const [, made] = await Promise.all([
      breaking(line, chance),
      elsewhere(app, fixture, chance),
      pressing(tablet, chance),
    ])
    line.heal()
    const dialog = tablet.getByRole('dialog')
    await dialog.getByText('Live', { exact: true }).waitFor()
    await poll(() => dialog.innerText()).not.toMatch(/unsent|Saving|Not saved|Waiting/)
    expect(await pointsOf(app, fixture), `run ${run}`).toBe(before + made + presses)
    const onServer = await rowsOf(app, fixture)
    await poll(() => rowsOn(tablet)).toBe(onServer)
    await poll(() => rowsOn(audience)).toBe(onServer)
  }

  test('P11: a silent line is said, presses are kept, and sent once when it is back', async () => {
    const { tablet, match } = await begin('Silence')
    const dialog = tablet.getByRole('dialog')
    const links = dialog.getByRole('status').filter({ hasText: /Live|Shaky|Lost/ })
    await poll(() => links.innerText()).toContain('Live')
    const box = await plus(dialog, 'Blue').boundingBox()
    line.swallow()
    await plus(dialog, 'Blue').tap()
    await plus(dialog, 'Gold').tap()
    await poll(() => links.innerText()).toContain('2 unsent')
    await dialog.getByText('Try now').waitFor()
    await poll(() => links.innerText()).toMatch(/No response from the server for 0:\d\d\./)
    const [bar, row] = [await links.boundingBox(), await dialog.boundingBox()]
    expect(bar!.width).toBeGreaterThan(row!.width * 0.9)
    expect(await plus(dialog, 'Blue').boundingBox()).toEqual(box)
    await poll(() => dialog.innerText()).toMatch(/as of \d\d:\d\d:\d\d/)
    await poll(() =>
      dialog
        .getByRole('button', { name: /^Undo|^Next|^Start M/ })
        .last()
        .innerText(),
    ).toMatch(/No connection: this needs the server|Complete or pause M1 first/)
    expect(await scoresOf(app, match)).toBe('0-0')

    line.heal()
    // The tablet tries by itself too and may be there before the finger is.
    await dialog
      .getByRole('button', { name: 'Try now' })
      .dispatchEvent('click', undefined, { timeout: 2_000 })
      .catch(() => {})
    // By itself it waits up to ten seconds between two tries (ux 21).
    await expect.poll(() => links.innerText()).toContain('Live')
    await poll(() => links.innerText()).not.toContain('unsent')
    await poll(() => scoresOf(app, match)).toBe('1-1')
    await poll(() => dialog.getByLabel('Blue score').innerText()).toBe('1')
    await end(match, tablet)
  })

  test('P2 P11: a form saved while the line is down says so, and arrives exactly once', async () => {
    const fixture = await newFixture(app, 'A form')
    const desk = await app.open({ device: 'desk', role: 'admin', at })
    await desk.goto(`${fixture.path}/teams`)
    await desk.getByRole('button', { name: 'Create team' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Create team' })
    await dialog.getByLabel('Team name').fill('Hornets')
    line.loseAnswers()
    const sent: string[] = []
    desk.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.headers()['idempotency-key'] ?? '')
    })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Not saved yet. It is sent again automatically.').waitFor()
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await poll(() => Promise.resolve(`${sent.length > 1}`)).toBe('true')
    expect(await dialog.getByLabel('Team name').inputValue()).toBe('Hornets')
    // Leaving would lose it: the browser asks.
    const asked = desk.waitForEvent('dialog')
    await desk.evaluate('void setTimeout(() => location.reload())')
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    // The dialog may be left: what it sent is not forgotten.
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await desk.getByText(/From \d\d:\d\d:\d\d: Not saved yet/).waitFor()
    await desk.getByText('1 unsent').waitFor()
    line.heal()
    await desk.getByText('Team created.').waitFor()
    await desk.getByText(/Not saved yet/).waitFor({ state: 'detached' })
    const path = `/api/tournament/team/?tournamentId=${fixture.id}`
    const { results } = await app.api.get<{ results: { name: string }[] }>(path)
    expect(results.filter(({ name }) => name === 'Hornets').length).toBe(1)
    expect(new Set(sent).size, 'one id').toBe(1)
    await closePage(desk)
  })

  test('P11: presses outlive a reload of the page', async () => {
    const { tablet, match } = await begin('Reload')
    const dialog = tablet.getByRole('dialog')
    line.loseAnswers()
    await plus(dialog, 'Blue').tap()
    await poll(() => dialog.getByLabel('Blue score').innerText()).toBe('1')
    line.heal()
    tablet.on('dialog', (asked) => void asked.accept())
    await tablet.reload()
    await tablet.getByRole('heading', { name: 'M1' }).waitFor()
    await poll(() => dialog.innerText()).not.toMatch(/unsent|Not saved|Waiting/)
    await poll(() => dialog.getByLabel('Blue score').innerText()).toBe('1')
    expect(await scoresOf(app, match)).toBe('1-0')
    await end(match, tablet)
  })

  test('P11: a part that a bad line lost comes later, and the page stays', async () => {
    const { tablet, match } = await begin('Lost part')
    await tablet.addInitScript(countOpening)
    let asked = 0
    await tablet.route(dialogStyle, (route) =>
      (asked += 1) === 1 ? route.abort() : route.continue(),
    )
    const isStyled = tablet.waitForResponse(dialogStyle)
    await tablet.reload()
    await isStyled
    const styles = `[...document.styleSheets].map(({ href }) => href).join()`
    await poll(() => tablet.evaluate<string>(styles)).toContain('/dialog-')
    expect(await openings(tablet)).toBe(1)
    await end(match, tablet)
  })

  test('P11: a screen that a bad line lost comes with the line, and presses stay', async () => {
    const { tablet, match } = await begin('Lost screen')
    await pressUnheard(tablet)
    await tablet.addInitScript(countOpening)
    const isLost = tablet.waitForEvent('requestfailed', {
      predicate: (request) => laterPart.test(request.url()),
    })
    await tablet.route(laterPart, (route) => route.abort())
    await tablet.reload()
    await isLost
    await tablet.getByRole('button', { name: 'Officiate' }).tap()
    await tablet.getByRole('menuitem', { name: 'Protests' }).tap()
    await tablet.getByRole('status', { name: 'Loading' }).waitFor()
    await poll(() => tablet.locator('body').innerText()).toContain('1 unsent')
    await tablet.unroute(laterPart)
    await tablet.getByRole('heading', { name: 'Protests', level: 1 }).waitFor()
    await tablet.unroute('**/add-score/')
    await poll(() => scoresOf(app, match)).toBe('1-0')
    expect(await openings(tablet)).toBe(1)
    await end(match, tablet)
  })

  test('P11: after another build the page is loaded anew once nothing is unsent', async () => {
    const { tablet, match } = await begin('Other build')
    await pressUnheard(tablet)
    await tablet.addInitScript(countOpening)
    const isAsked = tablet.waitForRequest(`${at}/`)
    await tablet.route(`${at}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script src="/assets/other.js">' }),
    )
    await tablet.route(laterPart, (route) => route.fulfill({ status: 404 }))
    await tablet.reload()
    await isAsked
    expect(await openings(tablet)).toBe(1)
    await tablet.unroute(laterPart)
    await tablet.unroute('**/add-score/')
    await expect.poll(() => openings(tablet)).toBe(2)
    await poll(() => scoresOf(app, match)).toBe('1-0')
    await end(match, tablet)
  })

  test('P11: a press the server refuses says why, and is taken back', async () => {
    const { tablet, match } = await begin('Refusal')
    const dialog = tablet.getByRole('dialog')
    line.swallow()
    await dialog.getByRole('switch', { name: 'Warm-up game' }).tap()
    await poll(() => dialog.innerText()).toContain('1 unsent')
    await app.api.patch(`/api/tournament/match/${match.id}/`, { blueScore: 2, goldScore: 0 })
    await app.api.put(`/api/tournament/match/${match.id}/complete/`, {})
    line.heal()
    const refusal = dialog.getByRole('alert')
    await refusal.waitFor()
    expect(await refusal.innerText()).toContain('Could not set game as warm-up')
    expect(await refusal.innerText()).toContain('M1 is complete')
    await refusal.getByRole('button', { name: 'Dismiss' }).tap()
    await refusal.waitFor({ state: 'detached' })
    await closePage(tablet)
  })
})

/** All that comes after the cabinets and their cards. */
const laterPart = /assets\/dialog-[^/]+\.js$/
const dialogStyle = /assets\/dialog-[^/]+\.css$/

/** A point in the open dialog that no server hears of, until the route is taken back. */
async function pressUnheard(tablet: Page): Promise<void> {
  await tablet.route('**/add-score/', (route) => route.abort())
  await plus(tablet.getByRole('dialog'), 'Blue').tap()
  await poll(() => tablet.getByRole('dialog').innerText()).toContain('1 unsent')
  // A page with something unsent asks before it is left.
  tablet.on('dialog', (asked) => void asked.accept())
}

/** Runs whenever the page is opened, and counts it. */
function countOpening(): void {
  sessionStorage.setItem('openings', `${Number(sessionStorage.getItem('openings')) + 1}`)
}

const openings = (page: Page): Promise<number> =>
  page.evaluate(() => Number(sessionStorage.getItem('openings')))

/** Cuts, slows and silences the line, and lets it be in between. */
async function breaking(line: Proxy, chance: Random): Promise<void> {
  const ways = [
    () => line.cut(),
    () => line.delay(chance.whole(100, 600)),
    () => line.loseAnswers(),
    () => line.swallow(),
  ]
  for (const way of chance.shuffled(ways).slice(0, troubles)) {
    await pause(chance.whole(50, 400))
    way()
    await pause(chance.whole(100, 900))
    line.heal()
  }
}

/** Commands from other devices; the answer is how many points they gave. */
async function elsewhere({ api }: BrowserApp, fixture: Fixture, chance: Random): Promise<number> {
  const [match, ...others] = fixture.matches
  const queue = `/api/tournament/queue/${fixture.queues[0]!.id}/set-queue/`
  const path = `/api/tournament/match/${match!.id}/`
  let points = 0
  let { isFlipped } = (await matchesOf(api, fixture.id))[0]!
  for (let made = 0; made < commands; made += 1) {
    const what = chance.next()
    if (what < 0.6) {
      const team = chance.pick([match!.blueTeam, match!.goldTeam])
      await api.put(`${path}add-score/`, { team, by: 1 })
      points += 1
    } else if (what < 0.8) {
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

async function pressing(tablet: Page, chance: Random): Promise<void> {
  for (let press = 0; press < presses; press += 1) {
    await pause(chance.whole(50, 500))
    await plus(tablet.getByRole('dialog'), chance.pick(['Blue', 'Gold'])).tap()
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** The button, not the undo of it. */
function plus(dialog: Locator, colour: string): Locator {
  return dialog.getByRole('button', { name: `+1 ${colour}`, exact: true })
}

function card(page: Page): Promise<string> {
  return page.locator('article', { hasText: 'North' }).innerText()
}

/** In the page: every total the card has ever shown. */
const keepTotals = `(() => {
  globalThis.totals = []
  const note = () => {
    const words = document.querySelector('article')?.innerText ?? ''
    const [, blue, gold] = /BLUE\\s+\\S+\\s+(\\d+)\\s+GOLD\\s+\\S+\\s+(\\d+)/.exec(words) ?? []
    if (blue && gold) totals.push(Number(blue) + Number(gold))
  }
  const all = { subtree: true, childList: true, characterData: true }
  new MutationObserver(note).observe(document.body, all)
})()`

/** The cabinet's match and queue in one line, from the screen. */
async function rowsOn(page: Page): Promise<string> {
  const words = await card(page)
  const [, ...sides] = /BLUE\s+(\S+)\s+(\d+)\s+GOLD\s+(\S+)\s+(\d+)/.exec(words) ?? []
  const queue = [...words.matchAll(/^(M\d+) .* vs\. /gm)].map(([, match]) => match)
  return `${sides.join(' ')}: ${queue.join(' ')}`
}

/** The same from the server. */
async function rowsOf({ api, north }: BrowserApp, fixture: Fixture): Promise<string> {
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
  const [first] = await matchesOf(api, fixture.id)
  return first!.blueScore + first!.goldScore
}

async function scoresOf({ api }: BrowserApp, match: Match): Promise<string> {
  const { blueScore, goldScore } = await api.get<Match>(`/api/tournament/match/${match.id}/`)
  return `${blueScore}-${goldScore}`
}

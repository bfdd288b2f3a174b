// Time travel: the state of a tournament at an earlier step, before a correction.
import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import { closePage, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: time travel in a browser (${missing})`)

describe.skipIf(missing !== null)('earlier states of a tournament', () => {
  let app: BrowserApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())

  const put = (path: string, body: unknown = {}) => app.api.put(`/api/tournament/${path}`, body)
  const score = (match: number, blueScore: number, goldScore: number) =>
    app.api.patch(`/api/tournament/match/${match}/`, { blueScore, goldScore })

  /** The texts on a screen without estimates, which are not facts and not in the log. */
  async function texts(within: Locator, of: string): Promise<string[]> {
    const all = await within.locator(of).allInnerTexts()
    return all.map((one) => one.replaceAll(/≈ [\d:-]+|\s+/g, ' ').trim())
  }
  const versionOf = async ({ id }: Fixture): Promise<number> => {
    const path = `/api/tournament/tournament/${id}/history/?order=newest&rowsPerPage=1`
    const { results } = await app.api.get<{ results: { version: number }[] }>(path)
    return results[0]!.version
  }
  const pane = (page: Page, side: 'Then' | 'Now') =>
    page.getByRole('region', { name: side === 'Now' ? 'Now' : /^Then: /, exact: side === 'Now' })
  const rowOf = (within: Page | Locator, match: string) =>
    within
      .getByRole('row')
      .filter({ hasText: new RegExp(`^${match}\\D`) })
      .first()
  const handle = (page: Page) => page.getByRole('slider', { name: 'Moment' })

  /** Plays M1 on North to 2-1, and corrects it to 1-2 later. */
  async function playAndCorrect(name: string, watching: Page) {
    const fixture = await newFixture(app, name)
    const [one, two] = fixture.matches
    const [queue] = fixture.queues
    await put(`queue/${queue!.id}/set-queue/`, { matches: [two!.id] })
    await put(`match/${one!.id}/start/`, { cabinet: app.north.id, force: true })
    await score(one!.id, 2, 1)
    await watching.goto(`${fixture.path}/dashboard`)
    const card = watching.getByRole('article', { name: 'North' })
    await poll(() => card.innerText()).toMatch(/Bees\s+2\s/)
    // The next match on the card is loaded a moment later.
    await poll(() => card.innerText()).toContain('M2')
    const playing = {
      version: await versionOf(fixture),
      cards: await cardsOf(watching.locator('main')),
    }
    await put(`match/${one!.id}/complete/`)
    await watching.goto(`${fixture.path}/edit-match-results`)
    const row = rowOf(watching, 'M1')
    await poll(() => row.innerText()).toContain('complete')
    const completed = {
      version: await versionOf(fixture),
      rows: await rowsOf(watching.locator('main')),
    }
    await app.api.put(`/api/tournament/match/${one!.id}/`, {
      blueTeam: one!.blueTeam,
      goldTeam: one!.goldTeam,
      blueScore: 1,
      goldScore: 2,
    })
    await poll(() => row.innerText()).toMatch(/Wasps\s+won\s+2/)
    return { fixture, playing, completed, latest: await versionOf(fixture) }
  }
  const team = '[data-colour]'
  const cardsOf = async (within: Locator) => ({
    teams: await texts(within, `article ${team}`),
    next: await texts(within, 'article ol li'),
  })
  const rowsOf = (within: Locator) => texts(within, 'tbody tr > :nth-child(2)')

  test('R-DI-3: a screen shows its earlier state, marks what has changed since, and is read-only', async () => {
    const watching = await app.open({ device: 'desk', role: 'tournament' })
    const { fixture, playing, completed, latest } = await playAndCorrect('Disputed Cup', watching)
    const page = await app.open({ device: 'desk', role: 'tournament' })
    const writes: string[] = []
    page.on('request', (request: Request) => {
      // Every page reports its device's presence.
      const isPresence = request.url().endsWith('/api/user/device/')
      if (request.method() !== 'GET' && !isPresence)
        writes.push(`${request.method()} ${request.url()}`)
    })

    await page.goto(`${fixture.path}/as-it-was/${playing.version}/queue`)
    const then = pane(page, 'Then')
    const queued = then
      .getByRole('region', { name: 'North' })
      .getByText(/ vs\. /)
      .last()
    await queued.waitFor()
    expect((await queued.boundingBox())!.width).toBeGreaterThan(100)
    await page.goto(`${fixture.path}/as-it-was/${playing.version}`)
    await poll(async () => JSON.stringify(await cardsOf(then))).toBe(JSON.stringify(playing.cards))
    await poll(() => then.innerText()).toContain('Since: no match')
    await poll(() => pane(page, 'Now').innerText()).toContain('Then: M1')
    expect(await handle(page).getAttribute('aria-valuetext')).toContain(
      `step ${playing.version} of ${latest}`,
    )
    const whatIf = page.getByRole('link', { name: 'What if, from here?' })
    expect(await whatIf.getAttribute('href')).toMatch(
      new RegExp(`/plan-the-day\\?step=${playing.version}$`),
    )
    expect(await violationsInThemes(page)).toEqual([])

    // The arrow key moves by one step: the match is complete, with the results as shown then.
    await handle(page).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Match Results' }).click()
    await poll(async () => (await rowsOf(then)).join('\n')).toBe(completed.rows.join('\n'))
    await poll(() => rowOf(then, 'M1').innerText()).toContain('Since: 1-2')
    const changes = page
      .getByRole('group')
      .filter({ hasText: /changes? since/ })
      .first()
    await poll(() => changes.innerText()).toMatch(/M1 .*: 2-1 → 1-2/)
    await poll(() => Promise.resolve(page.url())).toContain(
      `/as-it-was/${completed.version}/results`,
    )

    // The latest step: nothing has changed since it.
    await handle(page).focus()
    await page.keyboard.press('End')
    await page.getByText('Nothing has changed since.').waitFor()
    await page.keyboard.press('Home')
    await page.getByRole('button', { name: 'Correction after' }).click()
    await poll(() => handle(page).inputValue()).toBe(`${latest}`)

    for (const screen of ['Cabinets', 'Referee', 'Match Queue', 'Match Results', 'Standings']) {
      await page.getByRole('button', { name: screen, exact: true }).click()
      await poll(() => then.innerText()).toContain('Read-only: nothing can be pressed here.')
      const controls = page.locator('[data-still] :is(button, input, select, textarea)')
      for (const control of await controls.all()) expect(await control.isDisabled()).toBe(true)
      await expect.poll(() => clickItems(page)).toBe(true)
      await page.keyboard.press('1')
      await page.keyboard.press('u')
    }
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(writes).toEqual([])
    expect(await versionOf(fixture)).toBe(latest)
    await Promise.all([closePage(page), closePage(watching)])
  })

  test('new steps extend the slider, and its handle stays where it is', async () => {
    const fixture = await newFixture(app, 'Still Going Cup')
    const first = await versionOf(fixture)
    const page = await app.visit(
      { device: 'phone', role: 'tournament' },
      `${fixture.path}/as-it-was`,
    )
    await poll(async () => `${await handle(page).getAttribute('max')}`).toBe(`${first}`)
    await page.getByText('Nothing has changed since.').waitFor()
    await put(`match/${fixture.matches[0]!.id}/start/`, { cabinet: app.north.id, force: true })
    await poll(async () => `${await handle(page).getAttribute('max')}`).toBe(`${first + 1}`)
    expect(await handle(page).inputValue()).toBe(`${first}`)
    await poll(() => page.locator('main').innerText()).toMatch(/changes? since/)

    // A phone shows one side at a time.
    await poll(() => pane(page, 'Then').innerText()).toContain('Since: M1')
    await page.getByRole('button', { name: 'Now', exact: true }).last().tap()
    await poll(() => pane(page, 'Now').innerText()).toContain('Then: no match')
    expect(await violationsInThemes(page)).toEqual([])

    // Go to the number of a step; a time that cannot be parsed is refused.
    await page.getByRole('textbox', { name: 'Go to' }).fill('2')
    await page.getByRole('button', { name: 'Go', exact: true }).tap()
    await poll(() => handle(page).inputValue()).toBe('2')
    await page.getByRole('textbox', { name: 'Go to' }).fill('noon')
    await page.getByRole('button', { name: 'Go', exact: true }).tap()
    await page.getByText('A time like 20:14 or 20:14:07, or the number of a step.').waitFor()
    await closePage(page)
  })

  test('R-TB-7, R-CMD-4: standings are as they were although the dice are secret; officials see a match under review', async () => {
    const fixture = await newFixture(app, 'Held Cup')
    const [one] = fixture.matches
    await put(`match/${one!.id}/start/`, { cabinet: app.north.id, force: true })
    const watching = await app.open({ device: 'desk' })
    await watching.goto(`/t/hive/${fixture.slug}/standings`)
    await watching.locator('tbody tr').first().waitFor()
    const names = (within: Page | Locator) => within.locator('tbody th a').allInnerTexts()
    const table = await names(watching)
    expect(table).toHaveLength(4)
    const at = await versionOf(fixture)
    await put(`match/${one!.id}/review/`, { on: true })
    await score(one!.id, 2, 0)
    const held = await versionOf(fixture)
    await put(`match/${one!.id}/review/`, { on: false })
    await put(`match/${one!.id}/complete/`)

    const page = await app.visit(
      { device: 'desk', role: 'tournament' },
      `${fixture.path}/as-it-was/${at}/standings`,
    )
    const then = pane(page, 'Then')
    await poll(async () => (await names(then)).join()).toBe(table.join())
    await page.goto(`${fixture.path}/as-it-was/${held}?match=${one!.id}`)
    await poll(() => then.innerText()).toContain('Officials had 2-0')
    expect(await violationsInThemes(page)).toEqual([])
    await Promise.all([closePage(page), closePage(watching)])
  })
})

/** Clicks the first list items of the screen; false while they still move. */
async function clickItems(page: Page): Promise<boolean> {
  const items = await page.locator('[data-still] li').all()
  try {
    for (const item of items.slice(0, 3)) await item.click({ force: true, timeout: 5_000 })
    return true
  } catch {
    return false
  }
}

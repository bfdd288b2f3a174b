// What is on paper: bright, complete and without controls.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePage, newFixture, noChromium, openApp } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'
import { addBracket, addTeams } from '#scripts/support/bracket.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: printing in a browser (${missing})`)

/** Width and height between the default margins (1 cm) of a page, in px. */
const papers = [
  { name: 'A4', width: 718, height: 1047 },
  { name: 'Letter', width: 740, height: 980 },
]

describe.skipIf(missing !== null)('on paper', () => {
  let app: BrowserApp
  let fixture: Fixture
  let cup: number
  beforeAll(async () => {
    app = await openApp()
    fixture = await newFixture(app, 'On the Wall')
    const teams = await teamsOf(fixture.id)
    const knockout = { name: 'Knockout', stageType: 'double_elim', winsPerMatch: 2 }
    await addBracket(app.api, fixture.id, { teams, ...knockout })
    const path = `/api/tournament/bracket/?tournamentId=${fixture.id}`
    const { results } = await app.api.get<{ results: { id: number; name: string }[] }>(path)
    cup = results.find(({ name }) => name === knockout.name)!.id
  })
  afterAll(() => app?.stop())

  async function teamsOf(tournament: number): Promise<number[]> {
    const path = `/api/tournament/team/?tournamentId=${tournament}`
    const { results } = await app.api.get<{ results: { id: number }[] }>(path)
    return results.map(({ id }) => id)
  }

  /** As the browser lays it out for the printer. */
  async function layOut(page: Page, { width, height }: { width: number; height: number }) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
  }
  const controls = `[...document.querySelectorAll('button, select, nav, [role=switch], #root > header')]
    .filter((one) => one.checkVisibility() && !one.closest('dialog'))
    .map((one) => one.outerHTML.slice(0, 80))`
  const cutOff = `[...document.querySelectorAll('main *')].flatMap((one) => {
    const { left, right, width } = one.getBoundingClientRect()
    return width > 1 && one.checkVisibility() && (left < 0 || right > innerWidth + 1)
      ? [one.className + ' ' + one.textContent.slice(0, 40)] : []
  })`
  const inkLuminance = `(() => {
    const [red, green, blue] = getComputedStyle(document.querySelector('h1')).color.match(/\\d+/g)
    return 0.2 * red + 0.7 * green + 0.1 * blue
  })()`

  test.each(papers)('public and official lists on $name', async (paper) => {
    const page = await app.open({ device: 'desk', role: 'tournament' })
    const tournament = `/t/hive/${fixture.slug}`
    const screens = [
      { at: `${tournament}/bracket/${cup}`, shows: 'Badgers' },
      { at: `${tournament}/standings`, shows: 'Badgers' },
      { at: `${tournament}/queues`, shows: 'North' },
      { at: `${tournament}/teams`, shows: 'Badgers' },
      { at: `${fixture.path}/match-queue`, shows: 'North' },
      { at: `${fixture.path}/edit-match-results`, shows: 'Badgers' },
    ]
    for (const { at, shows } of screens) {
      await page.emulateMedia({ media: 'screen' })
      await page.goto(at)
      await page.getByText(shows).filter({ visible: true }).first().waitFor()
      // A wide drawing turns the page.
      const isTurned = at.includes('/bracket/')
      await layOut(page, isTurned ? { width: paper.height, height: paper.width } : paper)
      const found = {
        controls: await page.evaluate(controls),
        cutOff: await page.evaluate(cutOff),
        isDark: (await page.evaluate<number>(inkLuminance)) < 60,
      }
      expect({ at, ...found }).toEqual({ at, controls: [], cutOff: [], isDark: true })
      await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
    }
    await closePage(page)
  })

  test('a wide bracket turns the page, and a long name is broken instead of cut off', async () => {
    const long = 'The Very Long Name of a Team from the Other Side of Town'
    const wide = await newFixture(app, 'A Wide Bracket')
    const teams = [long, ...Array.from({ length: 7 }, (_, index) => `Side ${index + 1}`)]
    await addTeams(app.api, wide.id, teams)
    const ids = (await teamsOf(wide.id)).slice(-8)
    await addBracket(app.api, wide.id, { teams: ids, name: 'Wide', stageType: 'double_elim' })
    const page = await app.open({ device: 'desk' })
    const of = `/api/tournament/bracket/?tournamentId=${wide.id}`
    const { results } = await app.api.get<{ results: { id: number; name: string }[] }>(of)
    const drawn = results.find(({ name: own }) => own === 'Wide')!.id
    await page.goto(`/t/hive/${wide.slug}/bracket/${drawn}`)
    const name = page.getByTitle(long).first()
    await name.waitFor()
    const pdf = await page.pdf({ preferCSSPageSize: true })
    const [, width, height] = /MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1'))!
    expect(Number(width)).toBeGreaterThan(Number(height))
    await layOut(page, { width: papers[0]!.height, height: papers[0]!.width })
    expect(await name.evaluate((one) => one.scrollWidth > one.clientWidth + 1)).toBe(false)
    await closePage(page)
  })

  test('a queue has its matches beside the edge of their cards, and no reasons of buttons', async () => {
    const matches = fixture.matches.map(({ id }) => id)
    const queue = `/api/tournament/queue/${fixture.queues[0]!.id}/set-queue/`
    await app.api.put(queue, { matches })
    const page = await app.open({ device: 'desk', role: 'admin' })
    await page.goto(`${fixture.path}/match-queue`)
    const name = page.getByText('Bees vs. Wasps').first()
    await name.waitFor()
    await layOut(page, papers[0]!)
    const space = await name.evaluate(
      (one) => one.getBoundingClientRect().left - one.closest('li')!.getBoundingClientRect().left,
    )
    expect(space).toBeGreaterThanOrEqual(8)
    expect(
      await page
        .getByText(/^Start M1|^The queue is empty/)
        .filter({ visible: true })
        .count(),
    ).toBe(0)
    await page.goto(`${fixture.path}/timeline`)
    await page.getByText('What to show').waitFor({ state: 'attached' })
    await layOut(page, papers[0]!)
    expect(await page.getByText('What to show').isVisible()).toBe(false)
    await closePage(page)
  })

  test('names that are far below the screen are printed too', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `Team ${index + 1}`)
    const long = await newFixture(app, 'A Long List')
    await addTeams(app.api, long.id, names)
    const page = await app.open({ device: 'desk', role: 'admin' })
    await page.goto(`${long.path}/teams`)
    await page.getByText('Badgers').first().waitFor()
    await layOut(page, papers[0]!)
    const text = await page.locator('main').innerText()
    expect(names.filter((name) => !text.includes(name))).toEqual([])
    await closePage(page)
  })

  test.each([
    { lang: 'en', dir: 'ltr', print: 'Print all codes' },
    { lang: 'he', dir: 'rtl', print: 'הדפסת כל הקודים' },
  ])('the codes of all teams, in $lang', async ({ lang, dir, print }) => {
    const wide = await newFixture(app, `Wide ${lang}`)
    await addTeams(app.api, wide.id, ['W'.repeat(60)])
    const page = await app.open({ device: 'desk', role: 'admin' })
    await page.goto(`${wide.path}/on-site?lang=${lang}`)
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: print }).click()
    const sheet = await opened
    await expect.poll(() => sheet.locator('section').count()).toBe(5)
    await layOut(sheet, papers[0]!)
    const isCut = 'document.documentElement.scrollWidth > innerWidth'
    expect(await sheet.evaluate(isCut)).toBe(false)
    expect(await sheet.locator('html').getAttribute('lang')).toBe(lang)
    expect(await sheet.locator('html').getAttribute('dir')).toBe(dir)
    await closePage(page)
  })

  test('the code of a cabinet without the secrets of its card readers, and that of a door in one piece', async () => {
    const page = await app.open({ device: 'desk', role: 'admin' })
    await page.goto(`${fixture.path}/cabinets`)
    await page.getByRole('button', { name: /Sign-in.*North/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign-in at North' })
    await dialog.getByRole('button', { name: 'Make a code' }).click()
    await dialog.getByRole('img').waitFor()
    await dialog.getByLabel('Name of the reader').fill('Left side')
    await dialog.getByRole('button', { name: 'Add a reader' }).click()
    await dialog.getByText(/Token of Left side/).waitFor()
    await layOut(page, papers[0]!)
    expect(await dialog.innerText()).not.toContain('Left side')
    await dialog.getByRole('img').waitFor()

    await page.emulateMedia({ media: 'screen' })
    const door = `/api/tournament/tournament/${fixture.id}/door/`
    await app.api.put(door, { isOpen: true })
    await page.goto(`${fixture.path}/mixer`)
    const code = page.getByRole('region', { name: 'At the door' })
    await code.getByRole('img').waitFor()
    const setup = page.getByRole('region', { name: 'To the first match' })
    await setup.waitFor()
    await layOut(page, papers[0]!)
    expect(await setup.isVisible()).toBe(false)
    const breakInside = `getComputedStyle(document.querySelector('[aria-label="At the door"]')).breakInside`
    expect(await page.evaluate(breakInside)).toBe('avoid')
    await closePage(page)
  })
})

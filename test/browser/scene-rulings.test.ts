// Settings of a scene by its admins: who signs rulings, and its look.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import {
  closePage,
  matchesOf,
  newFixture,
  newTournament,
  noChromium,
  openApp,
  poll,
} from './browser-app.ts'
import type { BrowserApp } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: rulings of a scene in a browser (${missing})`)

describe.skipIf(missing !== null)('rulings of a scene', () => {
  let app: BrowserApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())

  const signersOf = async (path: string) => {
    const { rulingSigners } = await app.api.get<{ rulingSigners: string }>(path)
    return rulingSigners
  }

  test('R-DI-4: if an admin requires two signers, new tournaments start with two and cannot choose one', async () => {
    const page = await app.open({ device: 'desk', role: 'admin' })
    await page.goto('/account')
    const form = page.locator('form', { hasText: 'Rulings in The Hive' })
    await form.getByLabel('Rulings are signed by').selectOption('two officials')
    await form.getByRole('button', { name: 'Save the rulings in The Hive' }).click()
    await page.getByText('New tournaments of The Hive will start with this.').waitFor()
    expect(await signersOf(`/api/tournament/scene/${app.scene}/`)).toBe('two')
    expect(await violationsInThemes(page)).toEqual([])

    const fixture = await newFixture(app, 'Strict Cup')
    await page.goto(fixture.path)
    const signers = page.getByLabel('Rulings are signed by')
    await poll(() => signers.inputValue()).toBe('two')
    await page.getByText('The Hive asks for two officials.').waitFor()
    const choices = signers.locator('option')
    const disabled = await choices.evaluateAll((all) =>
      all.map((one) => `${(one as unknown as { disabled: boolean }).disabled}`),
    )
    expect(disabled).toEqual(['true', 'true', 'false'])
    expect(await violationsInThemes(page)).toEqual([])
    expect(await signersOf(`/api/tournament/tournament/${fixture.id}/`)).toBe('two')

    // A page that is older than the scene's setting keeps the choice, and shows why it is refused.
    await app.api.patch(`/api/game/scene/${app.scene}/`, { rulingSigners: 'one' })
    await page.reload()
    await page.getByText('The Hive asks for one official.').waitFor()
    await app.api.patch(`/api/game/scene/${app.scene}/`, { rulingSigners: 'two' })
    await signers.selectOption('one official')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Rulings of this scene are signed by two officials.').waitFor()
    expect(await signers.inputValue()).toBe('one')
    expect(await signersOf(`/api/tournament/tournament/${fixture.id}/`)).toBe('two')
    await closePage(page)
  })

  const styleOf = (page: Page, selector: string, property: string) =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`,
    )

  test('an admin gives the scene a look with readable colours, which its pages use', async () => {
    const bracket = { name: 'Cup', stageType: 'single_elim', winsPerMatch: 1 }
    const teams = ['Snail Mail', 'Queens']
    const cup = await newTournament(app, { name: 'Winter Cup', teams, bracket })
    const final = `/api/tournament/match/${(await matchesOf(app.api, cup.id))[0]!.id}/`
    await app.api.patch(final, { blueScore: 1 })
    await app.api.put(`${final}complete/`, {})
    await app.api.patch(`/api/tournament/tournament/${cup.id}/`, { isActive: false })
    const fixture = await newFixture(app, 'Friday Night')
    const [match] = fixture.matches
    await app.api.put(`/api/tournament/match/${match!.id}/start/`, { cabinet: app.north.id })

    const page = await app.open({ device: 'desk', role: 'admin' })
    await page.goto('/scene/hive')
    await page.getByRole('link', { name: 'Look of this page' }).click()
    const accent = page.getByLabel('Accent colour', { exact: true })
    await accent.fill('#2f6bff')
    await page.getByText('Too close to the blue of the blue team.').waitFor()
    await page.getByRole('button', { name: 'Save the look' }).click()
    await poll(() => page.locator(':focus').inputValue()).toBe('#2f6bff')
    await accent.fill('#5c0a0a')
    await page.getByText(/Too dark to be read in the dark theme \(1\.\d:1/).waitFor()
    await page.getByLabel('Second colour', { exact: true }).fill('#ff7a1a')
    await page.locator('input[type=file]').setInputFiles('console/public/icon-192.png')
    const preview = page.getByRole('region', { name: 'Preview' })
    await poll(() => preview.locator('img').count().then(String)).toBe('2')
    expect(await violationsInThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Save the look' }).click()
    await page.getByText('Everything is saved').waitFor()

    await page.getByRole('link', { name: 'Page of the scene' }).click()
    await page.locator('header h1', { hasText: 'The Hive' }).waitFor()
    expect(await styleOf(page, 'header:has(h1)', 'background-color')).toBe('rgb(92, 10, 10)')
    expect(await styleOf(page, 'header:has(h1)', 'color')).toBe('rgb(255, 255, 255)')
    const main = page.locator('main')
    await poll(() => main.innerText()).toMatch(/Now playing\s+North.*Bees\s+0\s+Wasps\s+0/s)
    expect(await main.innerText()).toMatch(/Past\s+Winter Cup.*Winner: Snail Mail/s)
    expect(await violationsInThemes(page)).toEqual([])

    // Texts and controls on the scene's pages use a shade of the accent that is readable there.
    await page.getByRole('link', { name: /^Friday Night/ }).click()
    await page.locator('nav a[aria-current=page]').waitFor()
    const currentLink = 'nav a[aria-current=page]'
    await poll(() => styleOf(page, currentLink, 'border-bottom-color')).not.toBe(
      'rgb(196, 165, 255)',
    )
    await page
      .getByRole('navigation')
      .getByRole('link', { name: 'The Hive' })
      .locator('img')
      .waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await styleOf(page, 'html', '--main'), 'of no scene').toBe('#c4a5ff')
    await closePage(page)
  })
})

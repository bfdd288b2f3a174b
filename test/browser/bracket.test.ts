// A whole bracket of four teams, run by keyboard only and by touch only, and the command palette.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import { lastAction } from './controls.ts'
import { closePage, matchesOf, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'
import { moveTo } from './client-navigation.ts'

const doubleTapGuardMs = 700
const missing = noChromium()
if (missing) console.warn(`Left out: a bracket in a browser (${missing})`)

describe.skipIf(missing !== null)('a bracket of four', () => {
  let app: BrowserApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())

  /** Two semifinals and a final, one win each. */
  async function knockout(name: string): Promise<Fixture> {
    const { api } = app
    const fixture = await newFixture(app, name)
    const { results } = await api.get<{ results: { id: number; teams: number[] }[] }>(
      `/api/tournament/bracket/?tournamentId=${fixture.id}`,
    )
    const [groups] = results
    const settings = {
      name: 'Knockout',
      stageType: 'single_elim',
      winsPerMatch: 1,
      queueTimer: 120,
    }
    await api.put(`/api/tournament/bracket/${groups!.id}/`, { ...settings, confirm: true })
    await api.put(`/api/tournament/bracket/${groups!.id}/create-matches/`, { confirm: true })
    return { ...fixture, matches: await matchesOf(api, fixture.id) }
  }

  const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Referee: North/ })
  const next = (dialog: Locator) =>
    dialog.getByRole('button', { name: /^(Start M|Next)/ }).innerText()
  const champion = async (fixture: Fixture): Promise<string> => {
    const matches = await matchesOf(app.api, fixture.id)
    const final = matches.at(-1) as unknown as { winner: number | null; isComplete: boolean }
    const path = `/api/tournament/team/?tournamentId=${fixture.id}`
    const { results } = await app.api.get<{ results: { id: number; name: string }[] }>(path)
    const name = results.find(({ id }) => id === final.winner)?.name
    return `${matches.every((match) => match.isComplete)} ${name}`
  }

  test('a match is queued, started, scored, held, undone and completed by keyboard alone (ux 30, ux 34)', async () => {
    const fixture = await knockout('By Keys')
    const page = await app.open({ device: 'desk', role: 'tournament' })
    const { keyboard } = page
    const tabTo = async (target: Locator) => {
      await target.waitFor()
      for (let press = 0; press < 120; press += 1) {
        if (await target.evaluate((element) => element.matches(':focus'))) return
        await keyboard.press('Tab')
      }
      throw new Error('the Tab key does not reach the control')
    }
    await page.goto(`${fixture.path}/match-queue`)

    await tabTo(page.getByRole('button', { name: 'Menu of Knockout' }))
    await keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Assign All to North' }).waitFor()
    await focusByArrow(page, 'Assign All to North')
    await keyboard.press('Enter')
    const queue = page.getByRole('region', { name: 'North' })
    await poll(() => queue.innerText()).toMatch(/M1[\s\S]*M2[\s\S]*M3/)

    // The palette opens the referee's screen.
    await keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^A screen, a match/ }).waitFor()
    await keyboard.type('referee n')
    await page.getByRole('option', { name: /^Referee: North/ }).waitFor()
    await keyboard.press('Enter')
    const dialog = dialogOf(page)
    await poll(() => next(dialog)).toMatch(/^Start M1: /)

    await keyboard.press('?')
    await poll(async () => `${await page.locator('html[data-keys]').count()}`).toBe('1')
    await keyboard.press('?')
    await keyboard.press('1')
    await dialog.getByRole('heading', { name: 'M1' }).waitFor()
    await keyboard.press('3')
    await poll(() => dialog.getByLabel('Gold score').innerText()).toBe('1')
    await poll(() => lastAction(dialog)).toContain('+1')
    await keyboard.press('u')
    await poll(() => dialog.getByLabel('Gold score').innerText()).toBe('0')
    await keyboard.press('2')
    await poll(() => dialog.getByLabel('Blue score').innerText()).toBe('1')
    await keyboard.press('4')
    await dialog.getByRole('heading', { name: 'No current match' }).waitFor()

    // Escape is the safe state: nothing starts by itself, and the dialog stays.
    await poll(() => next(dialog)).toMatch(/Starts automatically in/)
    await keyboard.press('Escape')
    await poll(() => next(dialog)).toMatch(/On hold: nothing starts automatically/)
    await page.waitForTimeout(doubleTapGuardMs)
    await keyboard.press('Escape')
    await tabTo(dialog.getByRole('button', { name: 'Release' }))
    await keyboard.press('Space')
    await dialog.getByRole('button', { name: 'Hold' }).waitFor()

    for (const match of ['M2', 'M3']) {
      await poll(() => next(dialog)).toContain(`Start ${match}: `)
      await page.waitForTimeout(doubleTapGuardMs)
      await keyboard.press('1')
      await dialog.getByRole('heading', { name: match }).waitFor()
      await keyboard.press('2')
      await poll(() => dialog.getByLabel('Blue score').innerText()).toBe('1')
      await keyboard.press('4')
      await dialog.getByRole('heading', { name: 'No current match' }).waitFor()
    }
    await poll(() => champion(fixture)).toBe('true Bees')
    await tabTo(dialog.getByRole('button', { name: 'Close' }).last())
    await keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await closePage(page)
  })

  test('shortcut keys are text in a field, and do nothing behind a dialog', async () => {
    const fixture = await knockout('Quiet Keys')
    const page = await app.open({ device: 'desk', role: 'tournament' })
    await app.api.put(`/api/tournament/match/${fixture.matches[0]!.id}/start/`, {
      cabinet: app.north.id,
      force: true,
    })
    await page.goto(`${fixture.path}/current-matches#${app.north.id}`)
    const dialog = dialogOf(page)
    await dialog.getByRole('heading', { name: 'M1' }).waitFor()
    await page.keyboard.press('4')
    const confirmation = page.getByRole('dialog', { name: 'Set M1 complete?' })
    await confirmation.waitFor()
    await page.keyboard.press('2')
    await page.keyboard.press('Escape')
    await confirmation.waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: /^More about/ }).click()
    const sheet = page.getByRole('dialog', { name: 'What was done' })
    await sheet.getByLabel('Search what was done').fill('')
    await page.keyboard.type('23u')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    // The only press that counts: the earlier ones had no effect.
    await page.keyboard.press('3')
    await poll(() => dialog.getByLabel('Gold score').innerText()).toBe('1')
    expect(await dialog.getByLabel('Blue score').innerText()).toBe('0')
    expect(await dialog.getByRole('button', { name: 'Hold' }).count()).toBe(1)
    await closePage(page)
  })

  test('a bracket is played by touch only, from the queue to the final', async () => {
    const fixture = await knockout('By Touch')
    const page = await app.visit(
      { device: 'tablet', role: 'tournament' },
      `${fixture.path}/match-queue`,
    )
    await page.getByRole('button', { name: 'Menu of Knockout' }).tap()
    await page.getByRole('menuitem', { name: 'Assign All to North' }).tap()
    const queue = page.getByRole('region', { name: 'North' })
    await poll(() => queue.innerText()).toMatch(/M1[\s\S]*M2[\s\S]*M3/)
    expect(await violationsInThemes(page)).toEqual([])

    await page.getByRole('button', { name: 'Go to …' }).tap()
    expect(await violationsInThemes(page)).toEqual([])
    await page.getByRole('option', { name: /^Referee: North/ }).tap()
    const dialog = dialogOf(page)
    for (const match of ['M1', 'M2', 'M3']) {
      const start = dialog.getByRole('button', { name: new RegExp(`^Start ${match}: `) })
      await start.waitFor()
      await page.waitForTimeout(doubleTapGuardMs)
      await start.tap()
      await dialog.getByRole('heading', { name: match }).waitFor()
      await dialog.getByRole('button', { name: '+1 Gold', exact: true }).tap()
      await poll(() => dialog.getByLabel('Gold score').innerText()).toBe('1')
      expect(await violationsInThemes(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Match Complete' }).tap()
      await dialog.getByRole('heading', { name: 'No current match' }).waitFor()
    }
    await poll(() => champion(fixture)).toMatch(/^true \w+$/)
    expect(await champion(fixture)).not.toBe('true undefined')
    await dialog.getByRole('button', { name: 'Close' }).last().tap()
    await dialog.waitFor({ state: 'detached' })
    expect(await violationsInThemes(page)).toEqual([])
    await closePage(page)
  })

  test('the palette finds a match by its number and a team by its name', async () => {
    const fixture = await knockout('Palette')
    const page = await app.visit(
      { device: 'desk', role: 'tournament' },
      `${fixture.path}/match-queue`,
    )
    await page.getByRole('heading', { name: 'Match Queue' }).waitFor()
    const field = page.getByRole('combobox', { name: /^A screen, a match/ })
    const goTo = async (words: string) => {
      await page.keyboard.press('Control+k')
      await field.fill(words)
      await page.getByRole('dialog').getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('Control+k')
    await field.fill('nowhere at all')
    await page.getByText('No results.').waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    // An official is not offered what only organisers may do.
    await page.keyboard.press('Control+k')
    await field.fill('stages')
    await page.getByText('No results.').waitFor()
    await page.keyboard.press('Escape')
    await goTo('current')
    await page.getByRole('heading', { name: 'Manage Current Matches' }).waitFor()
    await goTo('2')
    await page.waitForURL(`**/tournament-match/${fixture.matches[1]!.id}`)
    await moveTo(page, `${fixture.path}/dashboard`)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await goTo('badgers')
    await page.waitForURL('**/tournament-team/*')
    await closePage(page)
  })
})

/** Menus are navigated with the arrow keys. */
async function focusByArrow(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true })
  for (let press = 0; press < 12; press += 1) {
    if (await item.evaluate((element) => element.matches(':focus'))) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`the arrow keys do not reach ${name}`)
}

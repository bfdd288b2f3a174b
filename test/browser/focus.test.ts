// Where the keyboard focus is, and what screen readers hear, when something closes, goes or changes.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProxy } from '../support/proxy.ts'
import { closePage, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp } from './browser-app.ts'

const doubleTapGuardMs = 700
const missing = noChromium()
if (missing) console.warn(`Left out: the keyboard focus in a browser (${missing})`)

describe.skipIf(missing !== null)('the keyboard focus', () => {
  let app: BrowserApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())

  const focused = (page: Page) =>
    page.evaluate<string>(
      `(() => { const { tagName, ariaLabel, innerText } = document.activeElement
        return tagName + ' ' + (ariaLabel ?? innerText).slice(0, 60).replaceAll('\\n', ' ') })()`,
    )
  const pressOn = async (control: Locator, key = 'Enter') => {
    await control.focus()
    await control.press(key)
  }

  test('returns to what opened a dialog, also from a menu and over another dialog', async () => {
    const fixture = await newFixture(app, 'Returning')
    const page = await app.open({ device: 'desk', role: 'tournament' })
    const [first] = fixture.matches
    const start = { cabinet: app.north.id, force: true }
    await app.api.put(`/api/tournament/match/${first!.id}/start/`, start)
    await page.goto(`${fixture.path}/current-matches`)
    await pressOn(page.getByRole('button', { name: 'Ref North' }))
    const referee = page.getByRole('dialog', { name: /^Referee: North/ })
    // A screen reader says the number and the round as two words.
    await referee.getByRole('heading', { name: /^M1 Round 1/ }).waitFor()
    await pressOn(referee.getByRole('button', { name: /^More about the last action/ }))
    const steps = page.getByRole('dialog').last()
    await steps.getByRole('button', { name: 'Close' }).waitFor()
    await pressOn(steps.getByRole('button', { name: 'Close' }))
    await poll(() => focused(page)).toMatch(/^BUTTON More about the last action/)
    await pressOn(referee.getByRole('button', { name: 'Close' }).last())
    await poll(() => focused(page)).toBe('BUTTON Ref North')

    await page.keyboard.press('Control+k')
    await poll(() => focused(page)).toMatch(/^INPUT A screen, a match/)
    await page.keyboard.press('Escape')
    await poll(() => focused(page)).toBe('BUTTON Ref North')

    await page.goto(`${fixture.path}/match-queue`)
    await pressOn(page.getByRole('button', { name: 'Menu of North' }))
    await poll(() => focused(page)).toBe('BUTTON Edit queue')
    await page.keyboard.press('Enter')
    await poll(() => focused(page)).toMatch(/^INPUT/)
    await page.keyboard.press('Escape')
    await poll(() => focused(page)).toBe('BUTTON Menu of North')
    await closePage(page)
  })

  test('a key that is held down does not press what the focus moves to', async () => {
    const fixture = await newFixture(app, 'Held Down')
    const page = await app.open({ device: 'desk', role: 'tournament' })
    await page.goto(`${fixture.path}/match-queue`)
    await page.getByRole('button', { name: 'Menu of North' }).focus()
    await page.keyboard.down('Enter')
    await poll(() => focused(page)).toBe('BUTTON Edit queue')
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    expect(await focused(page)).toBe('BUTTON Edit queue')
    await page.keyboard.press('Enter')
    await poll(() => focused(page)).toMatch(/^INPUT/)
    await closePage(page)
  })

  test('waits beside a button that is disabled, and moves on when its row is removed', async () => {
    const fixture = await newFixture(app, 'Moving On')
    const { api } = app
    for (const title of ['Rules', 'Map'])
      await api.post('/api/tournament/links/', {
        tournament: fixture.id,
        title,
        url: 'https://rules.example/',
      })
    const page = await app.open({ device: 'desk', role: 'admin' })
    await page.goto(fixture.path)
    await page.getByLabel('Tournament name').fill('Moved On')
    await pressOn(page.getByRole('button', { name: 'Save', exact: true }))
    await page.getByText('Everything is saved').waitFor()
    await poll(() => focused(page)).toMatch(/Save|Everything is saved/)

    await page.goto(`${fixture.path}/links`)
    await pressOn(page.getByRole('button', { name: 'Delete: Rules' }))
    await page.getByRole('button', { name: 'Press again to delete: Rules' }).waitFor()
    await page.waitForTimeout(doubleTapGuardMs)
    await page.keyboard.press('Enter')
    await page.getByText('Rules', { exact: true }).waitFor({ state: 'detached' })
    await poll(() => focused(page)).toMatch(/Map/)
    await closePage(page)
  })

  test('goes to the heading of a page that is opened from another, but not of the first', async () => {
    const fixture = await newFixture(app, 'Onwards')
    const page = await app.open({ device: 'desk', role: 'tournament' })
    await page.goto(`${fixture.path}/match-queue`)
    await page.getByRole('heading', { name: 'Match Queue' }).waitFor()
    expect(await focused(page)).toMatch(/^BODY/)
    await page.keyboard.press('Control+k')
    await poll(() => focused(page)).toMatch(/^INPUT/)
    await page.keyboard.type('timeline')
    await page.getByRole('option', { name: /^Timeline/ }).waitFor()
    await page.keyboard.press('Enter')
    await poll(() => focused(page)).toBe('H1 Timeline')
    await closePage(page)

    const reader = await app.open({ device: 'desk' })
    await reader.goto(`/t/hive/${fixture.slug}`)
    // A section of the same page: the focus stays on its link.
    await pressOn(reader.getByRole('link', { name: 'Teams' }))
    await reader.getByRole('link', { name: 'Badgers' }).waitFor()
    expect(await focused(reader)).toBe('A Teams')
    await pressOn(reader.getByRole('link', { name: 'Badgers' }))
    await poll(() => focused(reader)).toBe('H1 Badgers')
    await reader.goBack()
    await poll(() => focused(reader)).toBe('H1 Onwards')
    await closePage(reader)
  })

  test('a lost connection is announced once, not every second', async () => {
    const fixture = await newFixture(app, 'Silence')
    const proxy = await startProxy(() => Number(new URL(app.server.url).port))
    const page = await app.open({
      device: 'desk',
      role: 'tournament',
      at: `http://127.0.0.1:${proxy.port}`,
    })
    await page.goto(`${fixture.path}/current-matches`)
    const row = page.getByText('Live', { exact: true })
    await row.waitFor()
    const announced: string[] = []
    await page.exposeFunction('announce', (words: string) => announced.push(words))
    await page.evaluate(`
      new MutationObserver((changes) => changes.forEach(({ target }) => {
        const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement
        const region = element?.closest('[role=status], [aria-live=polite]')
        if (region) announce(region.textContent)
      })).observe(document.body, { subtree: true, childList: true, characterData: true })`)
    await page.context().setOffline(true)
    proxy.refuse()
    const lost = page.getByText('Lost', { exact: true }).locator('..')
    const shown = new Set<string>()
    await expect.poll(async () => shown.add(await lost.innerText()).size).toBeGreaterThan(3)
    proxy.heal()
    await page.context().setOffline(false)
    await row.waitFor()
    await poll(async () => announced.join()).toBe('Connection: Lost,Connection: Live')
    await closePage(page)
    await proxy.close()
  })
})

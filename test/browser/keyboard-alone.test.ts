// What an organiser does with a keyboard alone: making teams, filling them and running a draft.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { focusedField, tabTo } from './by-keyboard.ts'
import { closePage, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp } from './browser-app.ts'
import { openScreen } from './organizer.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: the keyboard alone in a browser (${missing})`)

describe.skipIf(missing !== null)('with a keyboard alone', () => {
  let app: BrowserApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())

  async function press(page: Page, control: Locator): Promise<void> {
    await tabTo(page, control)
    await page.keyboard.press('Enter')
  }
  const focus = async (page: Page) => (await focusedField(page)).name
  const button = (page: Page | Locator, name: string | RegExp) =>
    page.getByRole('button', { name, exact: true })

  test('a draft is set up, and picks are made and undone', async () => {
    const fixture = await newFixture(app, 'Draft')
    for (const name of ['Ada', 'Bo', 'Cy', 'Di'])
      await app.api.post('/api/tournament/player/', { tournament: fixture.id, name })
    const page = await openScreen(app, fixture, { screen: 'draft-tool' })
    await press(page, button(page, 'Remove Team 4'))
    await press(page, button(page, 'Remove Team 3'))
    await poll(() => focus(page)).toBe('Add a team')
    await press(page, button(page, 'Less: Rounds after the captains'))
    for (let i = 0; i < 2; i++) await page.keyboard.press('Enter')
    await press(page, button(page, 'Begin the draft'))
    await page.getByText('Captain of Team 1', { exact: true }).waitFor()
    for (const [name, label] of [
      ['Ada', 'Make Ada captain of Team 1'],
      ['Bo', 'Make Bo captain of Team 2'],
      ['Cy', 'Pick Cy for Team 1'],
    ] as const) {
      await press(page, page.getByRole('button', { name, pressed: false }).last())
      await press(page, button(page, label))
      await button(page, new RegExp(`^Undo: ${name} for`)).waitFor()
      await poll(() => focus(page)).toBe('Choose a player')
    }
    await press(page, button(page, 'Undo: Cy for Team 1'))
    await button(page, 'Undo: Bo for Team 2').waitFor()
    await poll(() => focus(page)).toBe('Undo: Bo for Team 2')
    await closePage(page)
  })

  test('a team is made and filled', async () => {
    const fixture = await newFixture(app, 'Teams')
    for (const name of ['Ada', 'Bo'])
      await app.api.post('/api/tournament/player/', { tournament: fixture.id, name })
    const page = await openScreen(app, fixture, { screen: 'teams' })
    await button(page, 'Edit Ada').waitFor()
    await press(page, button(page, 'Create team'))
    const creating = page.getByRole('dialog', { name: 'Create team' })
    await press(page, button(creating, 'Save'))
    await poll(() => focus(page)).toBe('Team name *')
    await page.keyboard.type('Hornets')
    await page.keyboard.press('Enter')
    await creating.waitFor({ state: 'detached' })
    await poll(() => focus(page)).toBe('Create team')

    const hornets = page.getByRole('region', { name: 'Hornets' })
    await press(page, button(page, 'Move Ada'))
    const moving = page.getByRole('dialog', { name: /Ada/ })
    await page.keyboard.type('horn')
    await press(page, button(moving, 'Hornets'))
    await button(hornets, 'Edit Ada').waitFor()
    await press(page, button(hornets, 'Edit Hornets'))
    const editing = page.getByRole('dialog', { name: /Hornets/ })
    await editing.waitFor()
    await page.keyboard.press('Escape')
    await editing.waitFor({ state: 'detached' })
    await poll(() => focus(page)).toBe('Edit Hornets')
    await closePage(page)
  })
})

// The last-action bar is about this device: others can do what they like beside it.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePage, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: the last action of a device (${missing})`)

describe.skipIf(missing !== null)('the last action of this device', () => {
  let app: BrowserApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())

  const bar = (page: Page | Locator) => page.getByRole('group', { name: 'Last action' })
  const words = (page: Page | Locator) => () => bar(page).innerText()

  async function two(name: string) {
    const fixture = await newFixture(app, name)
    const [first] = fixture.matches
    await app.api.put(`/api/tournament/queue/${fixture.queues[0]!.id}/set-queue/`, {
      matches: [first!.id],
    })
    await app.api.put(`/api/tournament/tournament/${fixture.id}/select-next/`, {
      cabinet: app.north.id,
    })
    const sit = async () => {
      const page = await app.open({ device: 'tablet', role: 'tournament' })
      await page.goto(`${fixture.path}/current-matches#${app.north.id}`)
      const dialog = page.getByRole('dialog', { name: /^Referee: North/ })
      await dialog.getByRole('heading', { name: 'M1' }).waitFor()
      return { page, dialog }
    }
    return { fixture, mine: await sit(), theirs: await sit() }
  }
  const plus = (dialog: Locator, colour: string) =>
    dialog.getByRole('button', { name: `+1 ${colour}`, exact: true }).tap()

  test('is its own: what others and the system do changes nothing of it', async () => {
    const { fixture, mine, theirs } = await two('Mine')
    await poll(words(mine.dialog)).toContain('No action on this device yet')
    await plus(mine.dialog, 'Blue')
    await poll(words(mine.dialog)).toMatch(/^Undo: \+1 Blue in M1 /)
    // A trembling finger's second tap is none (ux 35).
    await theirs.dialog.getByRole('button', { name: 'Hold' }).dblclick()
    await mine.dialog.getByRole('button', { name: 'Release' }).waitFor()
    await poll(words(theirs.dialog)).toMatch(/^Undo: North held /)
    expect(await words(mine.dialog)()).toMatch(/^Undo: \+1 Blue in M1 /)

    // More than a snapshot tells of, and a reload: it is the same step still.
    for (let press = 0; press < 45; press += 1) {
      const by = press % 2 === 0 ? 'hold-timer' : 'release-timer'
      await app.api.put(`/api/tournament/tournament/${fixture.id}/${by}/`, {
        cabinet: app.south.id,
      })
    }
    await mine.page.reload()
    await mine.dialog.getByRole('heading', { name: 'M1' }).waitFor()
    await poll(words(mine.dialog)).toMatch(/^Undo: \+1 Blue in M1 /)
    await bar(mine.dialog)
      .getByRole('button', { name: /^Undo: / })
      .tap()
    await poll(() => mine.dialog.getByLabel('Blue score').innerText()).toBe('0')
    await mine.dialog.getByRole('button', { name: 'Release' }).waitFor()
    await poll(words(mine.dialog)).toContain('No action on this device yet')
    await closePage(mine.page)
    await closePage(theirs.page)
  })

  test('who is affected by an undo is told: whose step it was, and who is at the cabinet', async () => {
    const { fixture, mine, theirs } = await two('Told')
    await plus(mine.dialog, 'Blue')
    await poll(words(mine.dialog)).toMatch(/^Undo: \+1 Blue in M1 /)
    // Theirs is done from the list of all that was done.
    await theirs.dialog.getByRole('button', { name: /^More about the last action/ }).tap()
    const steps = theirs.page.getByRole('dialog', { name: 'What was done' })
    await steps.getByRole('button', { name: /^\+1 Bees in M1/ }).tap()
    await steps.getByRole('button', { name: 'Undo this' }).tap()
    await poll(() => mine.dialog.getByLabel('Blue score').innerText()).toBe('0')
    await mine.dialog
      .getByText(/^Your step was undone on another tablet at \d\d:\d\d:\d\d: \+1 Blue in M1$/)
      .waitFor()
    expect(await theirs.page.getByText('was undone on another tablet').count()).toBe(0)

    await steps.getByRole('button', { name: 'Close' }).tap()
    await plus(theirs.dialog, 'Gold')
    await poll(words(theirs.dialog)).toMatch(/^Undo: \+1 Gold in M1 /)
    await theirs.page.waitForTimeout(700)
    await bar(theirs.dialog)
      .getByRole('button', { name: /^Undo: / })
      .tap()
    await mine.dialog
      .getByText(/^Undone on another tablet at \d\d:\d\d:\d\d: \+1 Gold in M1$/)
      .waitFor()
    expect(fixture.matches.length).toBe(6)
    await closePage(mine.page)
    await closePage(theirs.page)
  })
})

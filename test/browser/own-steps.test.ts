// The last-action bar is about this device only, whatever happens on others.
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
  const barText = (page: Page | Locator) => () => bar(page).innerText()

  async function twoTablets(name: string) {
    const fixture = await newFixture(app, name)
    const [first] = fixture.matches
    await app.api.put(`/api/tournament/queue/${fixture.queues[0]!.id}/set-queue/`, {
      matches: [first!.id],
    })
    await app.api.put(`/api/tournament/tournament/${fixture.id}/select-next/`, {
      cabinet: app.north.id,
    })
    const openTablet = async () => {
      const page = await app.open({ device: 'tablet', role: 'tournament' })
      await page.goto(`${fixture.path}/current-matches#${app.north.id}`)
      const dialog = page.getByRole('dialog', { name: /^Referee: North/ })
      await dialog.getByRole('heading', { name: 'M1' }).waitFor()
      return { page, dialog }
    }
    return { fixture, mine: await openTablet(), theirs: await openTablet() }
  }
  const plus = (dialog: Locator, colour: string) =>
    dialog.getByRole('button', { name: `+1 ${colour}`, exact: true }).tap()

  test('is not changed by what other devices and the system do', async () => {
    const { fixture, mine, theirs } = await twoTablets('Mine')
    await poll(barText(mine.dialog)).toContain('No action on this device yet')
    await plus(mine.dialog, 'Blue')
    await poll(barText(mine.dialog)).toMatch(/^Undo: \+1 Blue in M1 /)
    // The second tap of an accidental double tap is ignored (ux 35).
    await theirs.dialog.getByRole('button', { name: 'Hold' }).dblclick()
    await mine.dialog.getByRole('button', { name: 'Release' }).waitFor()
    await poll(barText(theirs.dialog)).toMatch(/^Undo: North held /)
    expect(await barText(mine.dialog)()).toMatch(/^Undo: \+1 Blue in M1 /)

    // After more steps than a snapshot contains, and a reload, it is still the same step.
    for (let press = 0; press < 45; press += 1) {
      const verb = press % 2 === 0 ? 'hold-timer' : 'release-timer'
      await app.api.put(`/api/tournament/tournament/${fixture.id}/${verb}/`, {
        cabinet: app.south.id,
      })
    }
    await mine.page.reload()
    await mine.dialog.getByRole('heading', { name: 'M1' }).waitFor()
    await poll(barText(mine.dialog)).toMatch(/^Undo: \+1 Blue in M1 /)
    await bar(mine.dialog)
      .getByRole('button', { name: /^Undo: / })
      .tap()
    await poll(() => mine.dialog.getByLabel('Blue score').innerText()).toBe('0')
    await mine.dialog.getByRole('button', { name: 'Release' }).waitFor()
    await poll(barText(mine.dialog)).toContain('No action on this device yet')
    await closePage(mine.page)
    await closePage(theirs.page)
  })

  test('an undo is reported on the device whose step it was, and on those at the same cabinet', async () => {
    const { fixture, mine, theirs } = await twoTablets('Told')
    await plus(mine.dialog, 'Blue')
    await poll(barText(mine.dialog)).toMatch(/^Undo: \+1 Blue in M1 /)
    // The other device undoes it from the history.
    await theirs.dialog.getByRole('button', { name: /^More about the last action/ }).tap()
    const history = theirs.page.getByRole('dialog', { name: 'What was done' })
    await history.getByRole('button', { name: /^\+1 Bees in M1/ }).tap()
    await history.getByRole('button', { name: 'Undo this' }).tap()
    await poll(() => mine.dialog.getByLabel('Blue score').innerText()).toBe('0')
    await mine.dialog
      .getByText(/^Your step was undone on another tablet at \d\d:\d\d:\d\d: \+1 Blue in M1$/)
      .waitFor()
    expect(await theirs.page.getByText('was undone on another tablet').count()).toBe(0)

    await history.getByRole('button', { name: 'Close' }).tap()
    await plus(theirs.dialog, 'Gold')
    await poll(barText(theirs.dialog)).toMatch(/^Undo: \+1 Gold in M1 /)
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

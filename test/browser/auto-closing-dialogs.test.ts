// Two tablets at one cabinet: a dialog on one closes when the other has changed what it is about.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePage, matchesOf, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'
import { moveTo } from './client-navigation.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: dialogs on two tablets (${missing})`)

describe.skipIf(missing !== null)('a dialog is tied to what it was opened for', () => {
  let app: BrowserApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())

  type Session = { page: Page; dialog: Locator; fixture: Fixture; other: Page }
  /** M1 is on North at 1-0, the other matches are queued; another official has a tablet too. */
  async function openSession(name: string): Promise<Session> {
    const fixture = await newFixture(app, name)
    const matches = fixture.matches.map(({ id }) => id)
    await app.api.put(`/api/tournament/queue/${fixture.queues[0]!.id}/set-queue/`, { matches })
    await startNext(fixture)
    await app.api.patch(`/api/tournament/match/${fixture.matches[0]!.id}/`, { blueScore: 1 })
    const at = `${fixture.path}/current-matches#${app.north.id}`
    const page = await app.visit({ device: 'tablet', role: 'tournament' }, at)
    const dialog = page.getByRole('dialog', { name: /^Referee: North/ })
    await dialog.getByRole('heading', { name: 'M1' }).waitFor()
    const pageOptions = { device: 'tablet', role: 'admin' } as const
    const other = await app.visit(pageOptions, `${fixture.path}/match-queue`)
    return { page, dialog, fixture, other }
  }
  const startNext = ({ id }: Fixture) =>
    app.api.put(`/api/tournament/tournament/${id}/select-next/`, { cabinet: app.north.id })
  /** The other tablet completes a match, and the next one is started on the cabinet. */
  async function completeOnOther({ other, fixture }: Session, num = 1): Promise<void> {
    await send(other, 'PUT', `match/${fixture.matches[num - 1]!.id}/complete/`, { force: true })
    await startNext(fixture)
  }
  async function send(page: Page, method: string, path: string, body: object): Promise<void> {
    const status = await page.evaluate(
      async ([method = '', path = '', body = '']) => {
        const headers = {
          'Content-Type': 'application/json',
          'Idempotency-Key': `${Math.random()}`,
        }
        const init = { method, headers, body }
        const answer = await fetch(`/api/tournament/${path}`, init)
        return answer.status
      },
      [method, path, JSON.stringify(body)],
    )
    expect(status).toBe(200)
  }
  const waitUntilClosed = (dialog: Locator) => dialog.waitFor({ state: 'detached' })
  const closePages = async ({ page, other }: Session) => {
    await closePage(page)
    await closePage(other)
  }

  test('a point that was touched for a match does not count for the next one', async () => {
    const session = await openSession('Touch')
    const { dialog, fixture } = session
    const plus = dialog.getByRole('button', { name: '+1 Blue', exact: true })
    await plus.dispatchEvent('pointerdown')
    await completeOnOther(session)
    await dialog.getByRole('heading', { name: 'M2' }).waitFor()
    await plus.dispatchEvent('click', { detail: 1 })
    await plus.tap()
    await poll(() => dialog.getByLabel('Blue score').innerText()).toBe('1')
    await poll(() => dialog.locator('[data-unconfirmed]').count().then(String)).toBe('0')
    const [, second] = await matchesOf(app.api, fixture.id)
    expect(second?.blueScore, 'one tap, one point').toBe(1)
    await closePages(session)
  })

  test('"Set M1 complete?" closes with a reason, and never asks about M2', async () => {
    const session = await openSession('Complete')
    const { page, dialog, fixture } = session
    await dialog.getByRole('button', { name: 'Match Complete' }).tap()
    const confirmation = page.getByRole('dialog', { name: 'Set M1 complete?' })
    await confirmation.waitFor()
    await completeOnOther(session)
    await dialog.getByText('M1 was completed on another tablet.').waitFor()
    expect(await page.getByRole('dialog', { name: /^Set M\d complete\?$/ }).count()).toBe(0)
    await dialog.getByRole('heading', { name: 'M2' }).waitFor()
    const [, second] = await matchesOf(app.api, fixture.id)
    expect(second).toMatchObject({ isComplete: false, activeCabinet: app.north.id })
    await closePages(session)
  })

  test('a point from another tablet closes the confirmation, which was about the earlier score', async () => {
    const session = await openSession('Point')
    const { page, dialog, fixture, other } = session
    await dialog.getByRole('button', { name: 'Match Complete' }).tap()
    const confirmation = page.getByRole('dialog', { name: 'Set M1 complete?' })
    await confirmation.waitFor()
    await send(other, 'PATCH', `match/${fixture.matches[0]!.id}/`, { goldScore: 1 })
    await waitUntilClosed(confirmation)
    await dialog
      .getByText('The score of M1 was changed on another tablet: it is 1-1 now.')
      .waitFor()
    await closePages(session)
  })

  test('"Pause M1" does not become "Pause M2"', async () => {
    const session = await openSession('Pause')
    const { page, dialog, fixture } = session
    await dialog.getByRole('button', { name: /^Inactive/ }).tap()
    const confirmation = page.getByRole('dialog', { name: 'Pause Match and remove from queue' })
    await confirmation.getByRole('button', { name: 'Pause M1' }).waitFor()
    await completeOnOther(session)
    await waitUntilClosed(confirmation)
    await dialog.getByText('M1 was completed on another tablet.').waitFor()
    const [, second] = await matchesOf(app.api, fixture.id)
    expect(second?.activeCabinet).toBe(app.north.id)
    await closePages(session)
  })

  test('the sheet "Score of M1" does not become the sheet of M2', async () => {
    const session = await openSession('Sheet')
    const { page, dialog } = session
    await dialog.getByRole('button', { name: 'Set score' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Score of M1' })
    await sheet.waitFor()
    await completeOnOther(session)
    await waitUntilClosed(sheet)
    await dialog.getByText('M1 was completed on another tablet.').waitFor()
    expect(await page.getByRole('dialog', { name: /^(Score of|Correct) M/ }).count()).toBe(0)
    await closePages(session)
  })

  test('"Start this match?" closes when it would pause a different match', async () => {
    const session = await openSession('Displace')
    const { page, dialog } = session
    await poll(() => dialog.getByLabel('Blue score').innerText()).toBe('1')
    await dialog.getByRole('button', { name: /^M4 / }).tap()
    const confirmation = page.getByRole('dialog', { name: 'Start this match?' })
    await confirmation.getByText(/^M1 .* is being played here and would be paused\.$/).waitFor()
    await completeOnOther(session)
    await waitUntilClosed(confirmation)
    await dialog.getByText('M1 was completed on another tablet.').waitFor()
    await closePages(session)
  })

  test("R-ST-1: another tournament's match on the cabinet is shown before a press, which needs a confirmation", async () => {
    const otherTournament = await newFixture(app, 'Thursday Cup')
    const session = await openSession('Shared')
    const { page, dialog, fixture } = session
    await send(page, 'PUT', `match/${fixture.matches[0]!.id}/complete/`, { force: true })
    const conflictText = 'M1 (Bees v Wasps) of Thursday Cup is being played here'
    const otherMatch = otherTournament.matches[0]!.id
    const start = (path: string, displace = false) =>
      app.api.put(`/api/tournament/match/${path}/start/`, {
        cabinet: app.north.id,
        force: true,
        displace,
      })
    await start(`${otherMatch}`)
    const main = dialog.getByRole('button', { name: /^Start M2/ })
    await main.getByText(conflictText).waitFor()
    await main.tap()
    const confirmation = page.getByRole('dialog', { name: 'Start this match?' })
    await confirmation.getByText(`${conflictText} and would be stopped. Its score stays.`).waitFor()
    const recommended = confirmation.locator('button:not([data-variant])')
    expect(await recommended.allInnerTexts()).toEqual(['Cancel'])
    // A confirmation about one match does not count for another.
    await start(`${otherTournament.matches[1]!.id}`)
    await waitUntilClosed(confirmation)
    await dialog.getByText('Something else is next on North now. Please check it.').waitFor()
    await page.waitForTimeout(700)
    await main.tap()
    await confirmation
      .getByText(/^M2 .* of Thursday Cup is being played here and would be/)
      .waitFor()
    await confirmation.getByRole('button', { name: 'Stop that match and continue' }).tap()
    await dialog.getByRole('heading', { name: 'M2' }).waitFor()
    await dialog.getByText('of Thursday Cup').first().waitFor({ state: 'detached' })
    const otherMatches = await matchesOf(app.api, otherTournament.id)
    expect(otherMatches.map(({ activeCabinet }) => activeCabinet)).not.toContain(app.north.id)

    // The cards of the other tournament show this tournament's match in turn.
    await moveTo(page, `${otherTournament.path}/current-matches`)
    const card = page.getByRole('article', { name: 'North' })
    await card
      .getByText(/^M2 .* of Shared is being played here$/)
      .first()
      .waitFor()
    await closePages(session)
  })

  test('an action of this tablet itself closes a sheet without a notice', async () => {
    const session = await openSession('Own')
    const { page, dialog, fixture } = session
    await completeOnOther(session)
    await dialog.getByRole('heading', { name: 'M2' }).waitFor()
    await dialog.getByRole('button', { name: /Correct M1: / }).tap()
    const sheet = page.getByRole('dialog', { name: 'Correct M1' })
    // A long press counts as two presses (ux 6); released too early, it does nothing.
    const reopen = sheet.getByRole('button', { name: 'Reopen match' })
    const { x, y } = (await reopen.boundingBox())!
    await page.mouse.move(x + 20, y + 20)
    await page.mouse.down()
    await page.mouse.move(x - 40, y - 40)
    await page.mouse.up()
    await reopen.waitFor()
    await page.mouse.move(x + 20, y + 20)
    await page.mouse.down()
    await reopen.and(page.locator('[data-holding]')).waitFor()
    await waitUntilClosed(sheet)
    await page.mouse.up()
    await waitUntilClosed(sheet)
    await poll(async () => `${(await matchesOf(app.api, fixture.id))[0]?.isComplete}`).toBe('false')
    expect(await dialog.getByText('M1 was reopened').count()).toBe(0)
    await closePages(session)
  })

  test('the confirmation of a correction is tied to the result it was entered for', async () => {
    const session = await openSession('Results')
    const { page, fixture, other } = session
    const [m1] = fixture.matches
    await completeOnOther(session)
    await moveTo(page, `${fixture.path}/edit-match-results/${m1!.id}`)
    const editor = page.getByRole('region', { name: 'Edit M1' })
    await editor.getByRole('button', { name: 'Play again' }).tap()
    const confirmation = page.getByRole('dialog', { name: 'Play M1 again?' })
    await confirmation.waitFor()
    await send(other, 'PUT', `match/${m1!.id}/reopen/`, {})
    await waitUntilClosed(confirmation)
    await editor.getByText('M1 was reopened on another tablet.').waitFor()
    await closePages(session)
  })

  test('"Press again to remove all" removes nothing that was queued after the first press', async () => {
    const session = await openSession('Remove All')
    const { page, fixture, other } = session
    await moveTo(page, `${fixture.path}/match-queue`)
    const queue = page.getByRole('region', { name: 'North' })
    await queue.getByRole('button', { name: 'Menu of North' }).tap()
    await page.getByRole('menuitem', { name: 'Remove All from Queue' }).tap()
    await page.getByRole('menuitem', { name: 'Press again to remove all' }).waitFor()
    const matches = [fixture.matches[1]!.id]
    await send(other, 'PUT', `queue/${fixture.queues[0]!.id}/set-queue/`, { matches })
    await page.getByRole('menuitem', { name: 'Remove All from Queue' }).waitFor()
    await queue.getByText('North has been changed in the meantime. Please check it.').waitFor()
    await closePages(session)
  })
})

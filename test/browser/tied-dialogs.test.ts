// Two tablets at one cabinet: what one of them is asked about is over when the other has done it.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePage, matchesOf, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { Fixture, BrowserApp } from './browser-app.ts'
import { moveTo } from './client-navigation.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: dialogs on two tablets (${missing})`)

describe.skipIf(missing !== null)('a dialog is about what it was opened for', () => {
  let app: BrowserApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())

  type Table = { page: Page; dialog: Locator; fixture: Fixture; other: Page }
  /** M1 on North at 1-0, all the rest queued behind it; another official on a tablet of their own. */
  async function sit(name: string): Promise<Table> {
    const fixture = await newFixture(app, name)
    const matches = fixture.matches.map(({ id }) => id)
    await app.api.put(`/api/tournament/queue/${fixture.queues[0]!.id}/set-queue/`, { matches })
    await next(fixture)
    await app.api.patch(`/api/tournament/match/${fixture.matches[0]!.id}/`, { blueScore: 1 })
    const at = `${fixture.path}/current-matches#${app.north.id}`
    const page = await app.visit({ device: 'tablet', role: 'tournament' }, at)
    const dialog = page.getByRole('dialog', { name: /^Referee: North/ })
    await dialog.getByRole('heading', { name: 'M1' }).waitFor()
    const pageOptions = { device: 'tablet', role: 'admin' } as const
    const other = await app.visit(pageOptions, `${fixture.path}/match-queue`)
    return { page, dialog, fixture, other }
  }
  const next = ({ id }: Fixture) =>
    app.api.put(`/api/tournament/tournament/${id}/select-next/`, { cabinet: app.north.id })
  /** The other tablet completes a match, and the next one is put on its cabinet. */
  async function overtake({ other, fixture }: Table, num = 1): Promise<void> {
    await send(other, 'PUT', `match/${fixture.matches[num - 1]!.id}/complete/`, { force: true })
    await next(fixture)
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
  const gone = (dialog: Locator) => dialog.waitFor({ state: 'detached' })
  const done = async ({ page, other }: Table) => {
    await closePage(page)
    await closePage(other)
  }

  test('"Set M1 complete?" closes with a reason, and never asks about M2', async () => {
    const table = await sit('Complete')
    const { page, dialog, fixture } = table
    await dialog.getByRole('button', { name: 'Set Match Complete' }).tap()
    const asked = page.getByRole('dialog', { name: 'Set M1 complete?' })
    await asked.waitFor()
    await overtake(table)
    await dialog.getByText('M1 was completed on another tablet.').waitFor()
    expect(await page.getByRole('dialog', { name: /^Set M\d complete\?$/ }).count()).toBe(0)
    await dialog.getByRole('heading', { name: 'M2' }).waitFor()
    const [, second] = await matchesOf(app.api, fixture.id)
    expect(second).toMatchObject({ isComplete: false, activeCabinet: app.north.id })
    await done(table)
  })

  test('a point from another tablet takes the question back, for it was about another score', async () => {
    const table = await sit('Point')
    const { page, dialog, fixture, other } = table
    await dialog.getByRole('button', { name: 'Set Match Complete' }).tap()
    const asked = page.getByRole('dialog', { name: 'Set M1 complete?' })
    await asked.waitFor()
    await send(other, 'PATCH', `match/${fixture.matches[0]!.id}/`, { goldScore: 1 })
    await gone(asked)
    await dialog
      .getByText('The score of M1 was changed on another tablet: it is 1-1 now.')
      .waitFor()
    await done(table)
  })

  test('"Pause M1" does not become "Pause M2"', async () => {
    const table = await sit('Pause')
    const { page, dialog, fixture } = table
    await dialog.getByRole('button', { name: /^Inactive/ }).tap()
    const asked = page.getByRole('dialog', { name: 'Pause Match and remove from queue' })
    await asked.getByRole('button', { name: 'Pause M1' }).waitFor()
    await overtake(table)
    await gone(asked)
    await dialog.getByText('M1 was completed on another tablet.').waitFor()
    const [, second] = await matchesOf(app.api, fixture.id)
    expect(second?.activeCabinet).toBe(app.north.id)
    await done(table)
  })

  test('the sheet "Score of M1" does not become that of M2', async () => {
    const table = await sit('Sheet')
    const { page, dialog } = table
    await dialog.getByRole('button', { name: 'Set score' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Score of M1' })
    await sheet.waitFor()
    await overtake(table)
    await gone(sheet)
    await dialog.getByText('M1 was completed on another tablet.').waitFor()
    expect(await page.getByRole('dialog', { name: /^(Score of|Correct) M/ }).count()).toBe(0)
    await done(table)
  })

  test('"Start this match?" closes when what it would pause is another match', async () => {
    const table = await sit('Displace')
    const { page, dialog } = table
    await poll(() => dialog.getByLabel('Blue score').innerText()).toBe('1')
    await dialog.getByRole('button', { name: /^M4 / }).tap()
    const asked = page.getByRole('dialog', { name: 'Start this match?' })
    await asked.getByText(/^M1 .* is being played here and would be paused\.$/).waitFor()
    await overtake(table)
    await gone(asked)
    await dialog.getByText('M1 was completed on another tablet.').waitFor()
    await done(table)
  })

  test("R-ST-1: another tournament's match on the cabinet is said before a press, which asks", async () => {
    const there = await newFixture(app, 'Thursday Cup')
    const table = await sit('Shared')
    const { page, dialog, fixture } = table
    await send(page, 'PUT', `match/${fixture.matches[0]!.id}/complete/`, { force: true })
    const said = 'M1 (Bees v Wasps) of Thursday Cup is being played here'
    const elsewhere = there.matches[0]!.id
    const start = (path: string, displace = false) =>
      app.api.put(`/api/tournament/match/${path}/start/`, {
        cabinet: app.north.id,
        force: true,
        displace,
      })
    await start(`${elsewhere}`)
    const main = dialog.getByRole('button', { name: /^Start M2/ })
    await main.getByText(said).waitFor()
    await main.tap()
    const asked = page.getByRole('dialog', { name: 'Start this match?' })
    await asked.getByText(`${said} and would be stopped.`).waitFor()
    // Who was asked about one match has not been asked about another.
    await start(`${there.matches[1]!.id}`)
    await gone(asked)
    await dialog.getByText('Something else is next on North now. Please check it.').waitFor()
    await page.waitForTimeout(700)
    await main.tap()
    await asked.getByText(/^M2 .* of Thursday Cup is being played here and would be/).waitFor()
    await asked.getByRole('button', { name: 'Stop that match and continue' }).tap()
    await dialog.getByRole('heading', { name: 'M2' }).waitFor()
    await dialog.getByText('of Thursday Cup').first().waitFor({ state: 'detached' })
    const left = await matchesOf(app.api, there.id)
    expect(left.map(({ activeCabinet }) => activeCabinet)).not.toContain(app.north.id)

    // On the cards of the other tournament the same is seen from the other side.
    await moveTo(page, `${there.path}/current-matches`)
    const card = page.getByRole('article', { name: 'North' })
    await card
      .getByText(/^M2 .* of Shared is being played here$/)
      .first()
      .waitFor()
    await done(table)
  })

  test('what this tablet does itself closes a sheet without a word', async () => {
    const table = await sit('Own')
    const { page, dialog, fixture } = table
    await overtake(table)
    await dialog.getByRole('heading', { name: 'M2' }).waitFor()
    await dialog.getByRole('button', { name: /Correct M1: / }).tap()
    const sheet = page.getByRole('dialog', { name: 'Correct M1' })
    // One press that is held is as good as two (ux 6); let go too early, it is nothing.
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
    await gone(sheet)
    await page.mouse.up()
    await gone(sheet)
    await poll(async () => `${(await matchesOf(app.api, fixture.id))[0]?.isComplete}`).toBe('false')
    expect(await dialog.getByText('M1 was reopened').count()).toBe(0)
    await done(table)
  })

  test('a correction is asked about the result it was entered on', async () => {
    const table = await sit('Results')
    const { page, fixture, other } = table
    const [m1] = fixture.matches
    await overtake(table)
    await moveTo(page, `${fixture.path}/edit-match-results/${m1!.id}`)
    const editor = page.getByRole('region', { name: 'Edit M1' })
    await editor.getByRole('button', { name: 'Play again' }).tap()
    const asked = page.getByRole('dialog', { name: 'Play M1 again?' })
    await asked.waitFor()
    await send(other, 'PUT', `match/${m1!.id}/reopen/`, {})
    await gone(asked)
    await editor.getByText('M1 was reopened on another tablet.').waitFor()
    await done(table)
  })

  test('"Press again to remove all" takes nothing that was queued after the first press', async () => {
    const table = await sit('Remove All')
    const { page, fixture, other } = table
    await moveTo(page, `${fixture.path}/match-queue`)
    const queue = page.getByRole('region', { name: 'North' })
    await queue.getByRole('button', { name: 'Menu of North' }).tap()
    await page.getByRole('menuitem', { name: 'Remove All from Queue' }).tap()
    await page.getByRole('menuitem', { name: 'Press again to remove all' }).waitFor()
    const matches = [fixture.matches[1]!.id]
    await send(other, 'PUT', `queue/${fixture.queues[0]!.id}/set-queue/`, { matches })
    await page.getByRole('menuitem', { name: 'Remove All from Queue' }).waitFor()
    await queue.getByText('North has been changed in the meantime. Please check it.').waitFor()
    await done(table)
  })
})

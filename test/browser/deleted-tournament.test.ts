// What open screens show when an organiser deletes their tournament.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePage, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp } from './browser-app.ts'
import { pressTwice } from './organizer.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: a deleted tournament in a browser (${missing})`)

describe.skipIf(missing !== null)('a deleted tournament', () => {
  let app: BrowserApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())

  test('is called deleted on every open screen, with the way to its scene', async () => {
    const { path, slug, matches, queues } = await newFixture(app, 'Cancelled Night')
    const queue = `/api/tournament/queue/${queues[0]?.id}/set-queue/`
    await app.api.put(queue, { matches: [matches[0]?.id] })
    const of = `/t/hive/${slug}`
    const table = { device: 'tablet', role: 'tournament' } as const
    const referee = await app.visit(table, `${path}/current-matches`)
    await referee.getByRole('button', { name: 'Ref North' }).tap()
    await referee.getByRole('dialog').waitFor()
    const spectator = await app.open({ device: 'phone' })
    await spectator.goto(of)
    const reader = await app.open({ device: 'phone' })
    await reader.goto(`/tournament-match/${matches[0]?.id}?lang=es`)
    const board = await app.open({ device: 'desk' })
    await board.goto(`${of}/display/queue-board`)
    for (const page of [spectator, reader, board]) await page.getByText('Bees').first().waitFor()

    const organiser = await app.visit({ device: 'tablet', role: 'admin' }, path)
    await organiser.getByRole('button', { name: 'Organize' }).tap()
    await organiser.getByRole('menuitem', { name: 'Delete Tournament' }).tap()
    const question = organiser.getByRole('dialog', { name: 'Delete Cancelled Night?' })
    await pressTwice(question, 'Delete Tournament', 'Press again to delete')
    const deleted = 'This tournament has been deleted.'
    for (const page of [referee, spectator]) {
      await page.getByRole('heading', { name: deleted }).waitFor()
      const links = page.getByRole('alert').getByRole('link')
      expect(await links.getAttribute('href')).toBe('/scene/hive')
    }
    expect(await referee.getByRole('dialog').count()).toBe(0)
    await poll(() => reader.getByRole('alert').innerText()).toContain('Este torneo se eliminó.')
    await board.getByRole('heading', { name: deleted }).waitFor()
    for (const page of [organiser, referee, spectator, reader, board]) await closePage(page)
  })
})

// The page of a match draws how its score came about: by games, and by hand (trial U1).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePage, matchOf, newTournament, noChromium, openApp } from './browser-app.ts'
import type { BrowserApp } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: how a score came about, in a browser (${missing})`)

describe.skipIf(missing !== null)('how a score came about', () => {
  let app: BrowserApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())

  test('points without a game are drawn as such and named, with names as they are', async () => {
    const { api, north } = app
    const cup = await newTournament(app, {
      name: 'Sunday Cup',
      teams: ['Snail', 'Nobody'],
      cabinets: [north],
      bracket: { name: 'Finals', stageType: 'single_elim', winsPerMatch: 3 },
    })
    const { id } = await matchOf(api, cup.id, 1)
    await api.patch(`/api/tournament/match/${id}/`, { blueScore: 2, goldScore: 1 })
    const page = await app.open({ device: 'phone' })
    await page.goto(`/tournament-match/${id}?lang=es`)
    const drawn = page.getByRole('figure')
    await drawn.getByText('por juegos 0–0; a mano +2 Snail; a mano +1 Nobody').waitFor()
    expect(await drawn.locator('[data-by="hand"]').count()).toBe(3)
    await closePage(page)
  })

  test('the score of a forfeit is not drawn as points', async () => {
    const { api, north } = app
    const cup = await newTournament(app, {
      name: 'Monday Cup',
      teams: ['Bees', 'Wasps'],
      cabinets: [north],
      bracket: { name: 'Finals', stageType: 'single_elim', winsPerMatch: 3 },
    })
    const { id, blueTeam } = await matchOf(api, cup.id, 1)
    await api.patch(`/api/tournament/match/${id}/`, { goldScore: 1 })
    const page = await app.open({ device: 'phone' })
    await page.goto(`/tournament-match/${id}`)
    await page.getByRole('figure').waitFor()
    await api.put(`/api/tournament/match/${id}/forfeit/`, { teams: [blueTeam] })
    await page.getByText('forfeit').first().waitFor()
    expect(await page.getByRole('figure').count()).toBe(0)
    await closePage(page)
  })
})

// The replay of a game: from the match page on a phone, and with a keyboard at a desk.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { positions } from '#events/game/map/field.ts'
import type { Position } from '#events/game/map/field.ts'
import { until } from '../support/desk-client.ts'
import { violationsInThemes } from './axe.ts'
import { closePage, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: the replay of a game in a browser (${missing})`)

type Game = { id: number; seconds: number; winCondition: string }
type Stats = {
  byPlayer: Record<'kills' | 'deaths' | 'queenKills', Partial<Record<Position, number>>>
}

describe.skipIf(missing !== null)('the replay of a game', () => {
  let app: BrowserApp
  let fixture: Fixture
  let match: number
  let game: Game
  beforeAll(async () => {
    app = await openApp()
    fixture = await newFixture(app, 'Friday Night')
    const [queue] = fixture.queues
    match = fixture.matches[0]!.id
    await app.api.put(`/api/tournament/queue/${queue!.id}/set-queue/`, { matches: [match] })
    await app.north.wake()
    await app.api.put(`/api/tournament/match/${match}/start/`, { cabinet: app.north.id })
    await app.north.play({ winner: 'gold', map: 'Night' })
    const path = `/api/game/game/?tournamentMatchId=${match}`
    const games = async () => (await app.api.get<{ results: Game[] }>(path)).results
    await until('the game to count', async () => (await games()).length === 1)
    game = (await games())[0]!
  })
  afterAll(() => app?.stop())

  test('it is opened from its match, played, and navigated on a phone', async () => {
    const phone = await app.open({ device: 'phone' })
    await phone.goto(`/tournament-match/${match}`)
    await phone.getByRole('link', { name: 'Game 1', exact: true }).tap()
    await phone.getByRole('heading', { name: 'Gold won on Night', level: 1 }).waitFor()
    const replay = phone.getByRole('region', { name: 'Replay of the game' })
    await replay.getByRole('img', { name: 'The map Night at 0:00' }).waitFor()
    await poll(() => replay.innerText()).toContain('Gold won (military)')
    for (const team of ['Bees', 'Wasps']) await replay.getByRole('region', { name: team }).waitFor()

    await replay.getByRole('button', { name: '8×' }).tap()
    await replay.getByRole('button', { name: 'Play', exact: true }).tap()
    await poll(() => replay.getByRole('slider', { name: 'Moment' }).inputValue()).not.toBe('0')
    await replay.getByRole('button', { name: 'Play', exact: true }).waitFor()
    const gold = replay.getByRole('region', { name: 'Bees' })
    const blue = replay.getByRole('region', { name: 'Wasps' })
    const loser = (await gold.innerText()).includes('GOLD') ? blue : gold
    await poll(() => loser.innerText()).toMatch(/Queen lives\s+0/)

    await replay.getByRole('button', { name: 'Previous kill' }).tap()
    const current = replay.locator('[aria-current="time"]')
    await poll(() => current.innerText()).toMatch(/ killed /)
    const slider = phone.getByRole('slider', { name: 'Moment' })
    const seconds = Math.round(Number(await slider.inputValue()) / 100) / 10
    await poll(async () => phone.url()).toContain(`/game/${game.id}?at=${seconds}`)
    await phone.reload()
    await poll(() => slider.inputValue()).toBe(`${Math.round(seconds * 1000)}`)
    await phone.getByRole('link', { name: /^M1 · / }).tap()
    await phone.getByRole('heading', { name: /^M1 · / }).waitFor()
    await closePage(phone)
  })

  test('it can be played, navigated and read as text with the keyboard', async () => {
    const desk = await app.open({ device: 'desk' })
    await desk.goto(`/game/${game.id}?at=2`)
    const slider = desk.getByRole('slider', { name: 'Moment' })
    await poll(() => slider.inputValue()).toBe('2000')
    await desk.keyboard.press('ArrowRight')
    await poll(() => slider.inputValue()).toBe('7000')
    await desk.keyboard.press('ArrowLeft')
    await poll(() => slider.inputValue()).toBe('2000')
    await slider.press('ArrowRight')
    await poll(() => slider.inputValue()).toBe('7000')
    await slider.press('End')
    const map = desk.getByRole('img', { name: /^The map Night at / })
    await poll(() => map.getAttribute('aria-label').then(String)).not.toContain('0:07')
    await slider.press('Home')
    await desk.keyboard.press('Space')
    await desk.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    await desk.keyboard.press('Space')
    await desk.getByRole('button', { name: 'Play', exact: true }).waitFor()
    await desk.keyboard.press('Shift+ArrowRight')
    const current = desk.locator('[aria-current="time"]')
    await poll(() => current.innerText()).toMatch(/killed|berry|tagged/)
    const summary = desk.getByRole('status').filter({ hasText: 'Queen lives' })
    await poll(() => summary.innerText()).toMatch(/^0:\d\d\. Berries: Blue \d+, Gold \d+\./)

    await desk.getByRole('combobox', { name: 'Show' }).selectOption('Kills')
    const { byPlayer } = await app.api.get<Stats>(`/api/game/game/${game.id}/stats/`)
    const eventList = desk.getByRole('list', { name: 'What happened' }).getByRole('button')
    expect(await eventList.count()).toBe(Object.values(byPlayer.kills).reduce((a, b) => a + b, 0))
    await eventList.last().press('Enter')
    await poll(() => current.innerText()).toContain('her last life')
    await closePage(desk)
  })

  test('the table shows the same statistics of each position as the API', async () => {
    const desk = await app.open({ device: 'desk' })
    await desk.goto(`/game/${game.id}`)
    const table = desk.getByRole('table', { name: 'What each position did in the whole game' })
    const { byPlayer } = await app.api.get<Stats>(`/api/game/game/${game.id}/stats/`)
    await table.waitFor()
    for (const [key, name] of Object.entries(positions)) {
      const position = Number(key) as Position
      const [team, positionName] = name.split(' ')
      const row = table.getByRole('row', { name: new RegExp(`${team} *${positionName}`, 'i') })
      const cells = await row.getByRole('cell').allInnerTexts()
      const { kills, deaths, queenKills } = byPlayer
      const expected = [kills[position] ?? 0, deaths[position] ?? 0, queenKills[position] ?? 0]
      expect([name, cells[0], cells[1], cells[4]]).toEqual([name, ...expected.map(String)])
    }
    await closePage(desk)
  })

  test('with reduced motion it advances in steps', async () => {
    const desk = await app.open({ device: 'desk' })
    await desk.emulateMedia({ reducedMotion: 'reduce' })
    await desk.goto(`/game/${game.id}`)
    const slider = desk.getByRole('slider', { name: 'Moment' })
    await desk.getByRole('button', { name: 'Play', exact: true }).click()
    const first = await firstMoment(desk)
    expect(first).toBeGreaterThanOrEqual(1000)
    await desk.getByRole('button', { name: 'Pause', exact: true }).click()
    expect(Number(await slider.inputValue())).toBeGreaterThanOrEqual(first)
    await closePage(desk)
  })

  test.each(['phone', 'desk'] as const)(
    'it has no accessibility violations in both themes on a %s',
    async (device) => {
      const page = await app.open({ device })
      await page.goto(`/game/${game.id}?at=12`)
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
      expect(await violationsInThemes(page)).toEqual([])
      const isWider = 'document.documentElement.scrollWidth > innerWidth'
      expect(await page.evaluate(isWider), 'scrolls sideways').toBe(false)
      await closePage(page)
    },
  )
})

/** Waits for the first moment after 0 that is shown. */
function firstMoment(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const slider = document.querySelector('input[type=range]')
    const look = () => {
      if (Number(slider.value) > 0) resolve(Number(slider.value))
      else requestAnimationFrame(look)
    }
    look()
  })`)
}

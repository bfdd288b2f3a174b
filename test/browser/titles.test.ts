// What tells pages, parts of a page and links apart without seeing them.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePage, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: titles and names in a browser (${missing})`)

describe.skipIf(missing !== null)('titles and names', () => {
  let app: BrowserApp
  let fixture: Fixture
  let team: number
  let stage: number
  beforeAll(async () => {
    app = await openApp()
    fixture = await newFixture(app, 'Friday')
    const firstId = async (kind: string) => {
      const path = `/api/tournament/${kind}/?tournamentId=${fixture.id}`
      const { results } = await app.api.get<{ results: { id: number }[] }>(path)
      return results[0]!.id
    }
    team = await firstId('team')
    stage = await firstId('bracket')
  })
  afterAll(() => app?.stop())

  /** Plays a game of the first match on North. */
  async function playGame(): Promise<void> {
    const match = fixture.matches[0]!.id
    const queue = `/api/tournament/queue/${fixture.queues[0]!.id}/set-queue/`
    await app.api.put(queue, { matches: [match] })
    await app.north.wake()
    await app.api.put(`/api/tournament/match/${match}/start/`, { cabinet: app.north.id })
    await app.north.play({ winner: 'gold', map: 'Night' })
  }

  async function expectTitles(page: Page, titles: Record<string, string>): Promise<void> {
    for (const [at, title] of Object.entries(titles)) {
      await page.goto(at)
      await poll(() => page.title()).toBe(title)
    }
  }

  test('screens of accounts and of the administration have a title each', async () => {
    const visitor = await app.open({ device: 'desk' })
    await expectTitles(visitor, {
      '/sign-in': 'Sign in · Waggle',
      '/sign-up': 'Sign up · Waggle',
      '/reset': 'Forgotten your password? · Waggle',
      '/reset#code': 'Choose a new password · Waggle',
      '/confirm': 'Confirm your e-mail · Waggle',
      '/account': 'Your account · Waggle',
      '/tournament/x/admin': 'There is nothing at this address. · Waggle',
      [fixture.path]: 'Not Authorized · Waggle',
    })
    await closePage(visitor)
    const admin = await app.open({ device: 'desk', role: 'admin' })
    await expectTitles(admin, {
      '/scene/hive/look': 'Look of The Hive · Waggle',
      '/scene/hive/new-tournament': 'New tournament in The Hive · Waggle',
      [fixture.path]: 'Basic Settings · Friday · Waggle',
      [`${fixture.path}/stages`]: 'Stages · Friday · Waggle',
      [`${fixture.path}/stages/new`]: 'New stage · Friday · Waggle',
      [`${fixture.path}/stages/${stage}`]: 'Groups · Friday · Waggle',
      [`${fixture.path}/stages/${stage}/edit`]: 'Edit Groups · Friday · Waggle',
      [`${fixture.path}/as-it-was/1/results`]: 'Edit Match Results · As It Was · Friday · Waggle',
      [`${fixture.path}/on-site`]: 'Teams on Site · Friday · Waggle',
      [`${fixture.path}/nothing`]: 'There is nothing at this address. · Waggle',
    })
    await closePage(admin)
  })

  test('a public page that is opened without a page load changes the title', async () => {
    const page = await app.open({ device: 'phone' })
    await page.goto('/')
    await poll(() => page.title()).toBe('Tournaments · Waggle')
    await page.evaluate(() => Object.assign(globalThis, { isFirstLoad: true }))
    const follow = async (name: string, title: string) => {
      await page.getByRole('link', { name, exact: true }).first().tap()
      await poll(() => page.title()).toBe(title)
    }
    await follow('The Hive', 'The Hive · Waggle')
    await page.getByRole('link', { name: /^Friday/ }).tap()
    await poll(() => page.title()).toBe('Friday · Waggle')
    await follow('Bracket', 'Bracket · Friday · Waggle')
    await follow('Teams', 'Teams · Friday · Waggle')
    await follow('Bees', 'Bees · Friday · Waggle')
    await page.getByRole('link', { name: /^M1 / }).first().tap()
    await poll(() => page.title()).toBe('M1 · Round 1 · Friday · Waggle')
    await page.goBack()
    await poll(() => page.title()).toBe('Bees · Friday · Waggle')
    expect(await page.evaluate(() => 'isFirstLoad' in globalThis)).toBe(true)
    await expectTitles(page, {
      '/tournament-team/999999': 'There is nothing at this address. · Waggle',
    })
    await closePage(page)
  })

  test('the list of places, each table of a team, each replay and each cabinet to be freed is named', async () => {
    await playGame()
    const page = await app.open({ device: 'tablet', role: 'tournament' })
    await page.goto(`/tournament-team/${team}`)
    const places = page.getByRole('navigation', { name: 'Breadcrumb' })
    await places.getByRole('link', { name: 'Friday' }).waitFor()
    const statistics = page.getByRole('table', { name: 'Statistics', exact: true })
    await statistics.getByRole('rowheader', { name: 'Queen kills' }).waitFor()

    await page.goto(`${fixture.path}/timeline`)
    const replay = page.getByRole('link', {
      name: /^Replay of the game on North at \d\d:\d\d:\d\d$/,
    })
    await poll(async () => (await replay.getAttribute('href')) ?? '').toMatch(/^\/game\/\d+$/)

    // An official has several cabinets with the same button.
    await page.goto(`${fixture.path}/match-queue`)
    await page.getByRole('button', { name: 'Complete or pause M1 on North first' }).waitFor()
    await closePage(page)
  })
})

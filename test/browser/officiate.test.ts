// Less common tasks of a referee: manual and late games, holds, undo, corrections.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import { lastAction } from './controls.ts'
import { closePage, matchOf, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'
import { moveTo } from './client-navigation.ts'

const doubleTapGuardMs = 700
const missing = noChromium()
if (missing) console.warn(`Left out: officiating in a browser (${missing})`)

describe.skipIf(missing !== null)('a referee', () => {
  let app: BrowserApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())

  type Session = { page: Page; dialog: Locator; fixture: Fixture }
  async function openDialog(
    name: string,
    options: { linkType?: string; queued?: boolean; isOwn?: true } = {},
  ): Promise<Session> {
    const fixture = await newFixture(app, name)
    const { linkType = 'hivemind', queued = true, isOwn } = options
    await app.api.patch(`/api/tournament/tournament/${fixture.id}/`, { linkType })
    const matches = queued ? fixture.matches.map(({ id }) => id) : []
    await app.api.put(`/api/tournament/queue/${fixture.queues[0]!.id}/set-queue/`, { matches })
    const pageOptions = { device: 'tablet', role: 'tournament' } as const
    const at = `${fixture.path}/current-matches#${app.north.id}`
    const page = await (isOwn ? app.open(pageOptions) : app.visit(pageOptions, at))
    if (isOwn) await page.goto(at)
    const dialog = page.getByRole('dialog', { name: /^Referee: North/ })
    await dialog.waitFor()
    return { page, dialog, fixture }
  }
  const matchAt = ({ id }: Fixture, num: number) => matchOf(app.api, id, num)
  const scores = (dialog: Locator) => async () => {
    const scoreOf = (colour: string) => dialog.getByLabel(`${colour} score`).innerText()
    return `${await scoreOf('Blue')}-${await scoreOf('Gold')}`
  }
  const press = (within: Locator | Page, name: string | RegExp) =>
    within
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .tap()

  test('R-GE-7 in a manual tournament games are added to a match and removed by a press', async () => {
    await app.north.play({ winner: 'gold', map: 'Dusk' })
    await app.north.play({ winner: 'blue', map: 'Night' })
    const { page, dialog, fixture } = await openDialog('By Hand', { linkType: 'manual' })
    const games = dialog.getByRole('region', { name: 'Recent Games on North' })
    await games.getByRole('button', { name: /Night/ }).waitFor()
    expect(await games.getByRole('button', { name: /Night/ }).isDisabled()).toBe(true)
    await games.getByText('Choose a match first').waitFor()

    await press(dialog, /^M1 .*Bees vs. Wasps/)
    await dialog.getByRole('heading', { name: 'M1' }).waitFor()
    const night = games.getByRole('button', { name: /Night/ })
    const dusk = games.getByRole('button', { name: /Dusk/ })
    await poll(async () => `${await night.getAttribute('aria-pressed')}`).toBe('false')
    await night.tap()
    await poll(scores(dialog)).toBe('1-0')
    await poll(() => night.innerText()).toContain('In this match')
    await dusk.tap()
    await poll(scores(dialog)).toBe('1-1')
    await page.waitForTimeout(doubleTapGuardMs)
    await night.tap()
    await poll(scores(dialog)).toBe('0-1')
    await poll(async () => `${await night.getAttribute('aria-pressed')}`).toBe('false')
    await poll(async () => {
      const { blueScore, goldScore } = await matchAt(fixture, 1)
      return `${blueScore}-${goldScore}`
    }).toBe('0-1')

    // Another match is chosen to take the games, without being started on the cabinet.
    await games.getByLabel('Games go to').selectOption({ label: 'M2 Badgers vs. Snails' })
    await dusk.getByText('This game is already part of a tournament match.').waitFor()
    expect(await dusk.isDisabled()).toBe(true)
    await page.waitForTimeout(doubleTapGuardMs)
    await night.tap()
    await poll(async () => `${(await matchAt(fixture, 2)).blueScore}`).toBe('1')
    expect(await scores(dialog)()).toBe('0-1')

    await page.route(/\/api\/game\/game\/\d+\//, (route) =>
      route.fulfill({ status: 409, json: { detail: 'M2 is already complete.' } }),
    )
    await page.waitForTimeout(doubleTapGuardMs)
    await night.tap()
    await dialog.getByText('Could not add/remove game to current set').waitFor()
    await poll(async () => `${await night.getAttribute('aria-pressed')}`).toBe('true')
    await page.unroute(/\/api\/game\/game\/\d+\//)
    expect(await violationsInThemes(page)).toEqual([])
    await closePage(page)
  })

  test('a dialog whose active match cannot be loaded says so, and shows it after a retry', async () => {
    const { page, fixture } = await openDialog('No Active Match', { queued: false, isOwn: true })
    const match = `/api/tournament/match/${fixture.matches[0]!.id}/`
    await app.api.put(`${match}start/`, { cabinet: app.north.id, force: true })
    await page.addInitScript({ content: blockSockets })
    await page.goto(`${fixture.path}/current-matches#${app.north.id}`)
    await page.reload()
    const alert = page.getByRole('alert').filter({ hasText: 'Could not retrieve active match' })
    await alert.waitFor()
    expect(await page.getByText('No current match').count()).toBe(0)
    // In one step, so that the page does not retry by itself in between.
    await alert.getByRole('button', { name: 'Retry', exact: true }).evaluate(allowSockets)
    await page.getByRole('dialog').getByRole('heading', { name: 'M1' }).waitFor()
    await closePage(page)
    await app.api.put(`${match}stop/`, {})
  })

  test('a list of games that cannot be loaded says so, and is loaded by a retry', async () => {
    const { page, dialog } = await openDialog('No List', { linkType: 'manual', queued: false })
    await dialog.getByRole('region', { name: 'Recent Games on North' }).waitFor()
    let isFailing = true
    const retryAllowed = Promise.withResolvers<void>()
    await page.route(/\/game\/recent\//, async (route) => {
      if (isFailing) return route.fulfill({ status: 500, json: {} })
      return retryAllowed.promise.then(() => route.continue())
    })
    await press(dialog, /^M1 /)
    const alert = dialog.getByText('Could not retrieve recent games list')
    const alertElement = await alert.elementHandle()
    isFailing = false
    await Promise.all([page.waitForRequest(/\/game\/recent\//), press(dialog, 'Retry')])
    // While the list is loading again, the alert stays.
    await page.evaluate('new Promise(requestAnimationFrame)')
    expect(await alertElement?.isVisible()).toBe(true)
    retryAllowed.resolve()
    await alert.waitFor({ state: 'detached' })
    await closePage(page)
  })

  test('creating a match by hand requires a stage', async () => {
    const { page, dialog, fixture } = await openDialog('New Matches', { linkType: 'manual' })
    await app.api.post('/api/tournament/bracket/', {
      tournament: fixture.id,
      name: 'Exhibition',
      stageType: 'custom',
    })
    await app.api.post('/api/tournament/bracket/', {
      tournament: fixture.id,
      name: 'Late Show',
      stageType: 'custom',
    })
    await press(dialog, 'New match')
    const sheet = page.getByRole('dialog', { name: 'A match by hand' })
    await press(sheet, 'Create match')
    await sheet.getByText('Tournament stage must be selected').waitFor()
    await sheet.getByLabel('Tournament stage').selectOption({ label: 'Exhibition' })
    await sheet.getByLabel('Blue team').selectOption({ label: 'Snails' })
    await sheet.getByLabel('Gold team').selectOption({ label: 'Snails' })
    await sheet.getByText('A team cannot play against itself.').waitFor()
    await sheet.getByLabel('Gold team').selectOption({ label: 'Bees' })
    await sheet.getByLabel('Round name').fill('Show match')
    expect(await violationsInThemes(page)).toEqual([])
    await press(sheet, 'Create match')
    await sheet.waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: /Show match.*Snails vs. Bees/ }).waitFor()
    await closePage(page)
  })

  test('R-QT-2 a held cabinet starts nothing by itself, and a timer can be extended', async () => {
    await app.north.wake()
    const { page, dialog, fixture } = await openDialog('Held')
    const [first] = fixture.matches
    await app.api.put(`/api/tournament/match/${first!.id}/start/`, { cabinet: app.north.id })
    await app.api.put(`/api/tournament/match/${first!.id}/add-score/`, {
      team: first!.blueTeam,
      by: 1,
    })
    await app.api.put(`/api/tournament/match/${first!.id}/complete/`, { force: true })
    const next = dialog.getByRole('button', { name: /^Start M2/ })
    await poll(() => next.innerText()).toMatch(/Starts automatically in [12]:\d\d/)
    const dueAt = async () => {
      const time = /in (\d):(\d\d)/.exec(await next.innerText()) ?? []
      return Number(time[1]) * 60 + Number(time[2])
    }
    const before = await dueAt()
    await press(dialog, '+30 s for the queue timer of North')
    await expect.poll(dueAt).toBeGreaterThan(before + 20)
    await press(dialog, 'Hold')
    await next.getByText('On hold: nothing starts automatically').waitFor()
    expect(await dialog.getByRole('button', { name: /^\+30 s/ }).isDisabled()).toBe(true)
    await page.waitForTimeout(doubleTapGuardMs)
    await press(dialog, 'Release')
    await next.getByText('On hold: nothing starts automatically').waitFor({ state: 'detached' })
    expect((await matchAt(fixture, 2)).activeCabinet).toBeNull()
    await closePage(page)
  })

  test('the next teams are on the screen, with how many of each are present (ux 39)', async () => {
    const { page, dialog, fixture } = await openDialog('Coming')
    const [first] = fixture.matches
    const player = (name: string, team: number) =>
      app.api.post<{ id: number }>('/api/tournament/player/', {
        tournament: fixture.id,
        name,
        team,
      })
    const bea = await player('Bea', first!.blueTeam)
    await player('Ben', first!.blueTeam)
    await player('Will', first!.goldTeam)
    const checkInTime = new Date().toISOString()
    await app.api.patch(`/api/tournament/player/${bea.id}/`, { checkInTime })
    await page.reload()
    const coming = dialog.getByRole('region', { name: 'Coming up' })
    await poll(() => coming.innerText()).toMatch(
      /Next M1\s+be ready[\s\S]*Bees\s+1 of 2 here\s+Wasps\s+absent/,
    )
    await poll(() => coming.innerText()).toMatch(/Then M2\s+soon[\s\S]*Badgers\s+Snails/)
    await closePage(page)
  })

  test('R-QT-3 a wrong match is replaced by the right one, which keeps the start time', async () => {
    const { page, dialog, fixture } = await openDialog('Wrong Match')
    await press(dialog, /^M1 /)
    await dialog.getByRole('heading', { name: 'M1' }).waitFor()
    const { startedAt } = await app.api.get<{ startedAt: string }>(
      `/api/tournament/match/${fixture.matches[0]!.id}/`,
    )
    const sheet = await openHistory(page, dialog)
    await press(sheet, /^Start M3 .* instead$/)
    await sheet.waitFor({ state: 'detached' })
    await dialog.getByRole('heading', { name: 'M3' }).waitFor()
    const third = await app.api.get<{ startedAt: string; activeCabinet: number }>(
      `/api/tournament/match/${(await matchAt(fixture, 3)).id}/`,
    )
    expect(third).toMatchObject({ startedAt, activeCabinet: app.north.id })
    expect((await matchAt(fixture, 1)).activeCabinet).toBeNull()
    await closePage(page)
  })

  test('a point for the wrong team is moved to the other, or becomes a warm-up (ux 9)', async () => {
    const { page, dialog, fixture } = await openDialog('Wrong Team')
    await press(dialog, /^M1 /)
    await dialog.getByRole('heading', { name: 'M1' }).waitFor()
    await press(dialog, '+1 Gold')
    await poll(scores(dialog)).toBe('0-1')
    await poll(() => lastAction(dialog)).toContain('+1')
    const sheet = await openHistory(page, dialog)
    await press(sheet, '+1 Blue: Bees')
    await sheet.waitFor({ state: 'detached' })
    await poll(scores(dialog)).toBe('1-0')
    // A correction is one step; undoing it restores the original press.
    await press(dialog, /^Undo: Step \d+ replaced/)
    await poll(scores(dialog)).toBe('0-1')
    await poll(() => lastAction(dialog)).toContain('+1 Gold')
    const correction = await openHistory(page, dialog)
    await press(correction, 'A warm-up game: no point, and warm-up on')
    await correction.waitFor({ state: 'detached' })
    await poll(scores(dialog)).toBe('0-0')
    expect(await dialog.getByRole('switch', { name: 'Warm-up game' }).isChecked()).toBe(true)
    expect(await matchAt(fixture, 1)).toMatchObject({ blueScore: 0, goldScore: 0 })
    await closePage(page)
  })

  test('R-UN-1 a step in the history is found by words, and undone with later steps that depend on it', async () => {
    const { page, dialog, fixture } = await openDialog('The Log')
    await press(dialog, /^M1 /)
    await dialog.getByRole('heading', { name: 'M1' }).waitFor()
    await press(dialog, '+1 Blue')
    await poll(scores(dialog)).toBe('1-0')
    await press(dialog, 'Match Complete')
    await press(page.getByRole('dialog', { name: 'Set M1 complete?' }), 'Complete anyway')
    await dialog.getByRole('heading', { name: 'No current match' }).waitFor()
    const sheet = await openHistory(page, dialog)
    await sheet.getByLabel('Search what was done').fill('m1 started')
    const started = sheet.getByRole('button', { name: /^M1 started on North/ })
    await started.tap()
    await sheet.getByText('What was done on top of it, latest first:').waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await press(sheet, /^Undo this and the 2 after it/)
    await poll(async () => {
      const { blueScore, isComplete, activeCabinet } = await matchAt(fixture, 1)
      return `${blueScore} ${isComplete} ${activeCabinet}`
    }).toBe('0 false null')
    await sheet.getByLabel('Search what was done').fill('no such words')
    await sheet.getByText('No step contains these words.').waitFor()
    await closePage(page)
  })

  test('R-GE-5 a game that waits for a decision is counted or ignored', async () => {
    const { page, dialog, fixture } = await openDialog('Late Games')
    await press(dialog, /^M1 /)
    await dialog.getByRole('heading', { name: 'M1' }).waitFor()
    const late = dialog.getByRole('button', { name: /late game/ })
    for (const [label, score] of [
      ['Ignore it', '0-0'],
      ['Count it in M1', '1-0'],
    ] as const) {
      const game = await app.north.begin({ winner: 'blue' })
      await press(dialog, /^Inactive/)
      await press(page.getByRole('dialog', { name: /^Pause Match/ }), 'Pause M1')
      await dialog.getByRole('heading', { name: 'No current match' }).waitFor()
      await game.end()
      await late.tap()
      const sheet = page.getByRole('dialog', { name: 'Late games on North' })
      await poll(() => sheet.innerText()).toMatch(/Why: M1 was no longer on North/)
      await press(sheet, label)
      await sheet.getByText('No game is waiting for you here.').waitFor()
      await press(sheet, 'Close')
      await sheet.waitFor({ state: 'detached' })
      await page.waitForTimeout(doubleTapGuardMs)
      await press(dialog, /^M1 /)
      await dialog.getByRole('heading', { name: 'M1' }).waitFor()
      await poll(scores(dialog)).toBe(score)
    }
    expect(await late.count()).toBe(0)
    expect(await matchAt(fixture, 1)).toMatchObject({ blueScore: 1, goldScore: 0 })
    await closePage(page)
  })

  test('R-ED-5 R-GM-5 editing an old match shows a warning, and an impossible score is confirmed (ux 36, ux 37)', async () => {
    const { page, dialog, fixture } = await openDialog('Corrections')
    const [first, second] = fixture.matches
    const putMatch = (id: number, name: string, body: object) =>
      app.api.put(`/api/tournament/match/${id}/${name}/`, body)
    await putMatch(first!.id, 'add-score', { team: first!.blueTeam, by: 1 })
    await putMatch(first!.id, 'complete', { force: true })
    await putMatch(second!.id, 'start', { cabinet: app.north.id, force: true })
    await dialog.getByRole('heading', { name: 'M2' }).waitFor()
    await press(dialog, /^Correct M1: /)
    const sheet = page.getByRole('dialog', { name: 'Correct M1' })
    await sheet.getByText('You are editing match 1; match 2 is being played').waitFor()
    await press(sheet, 'More: Gold: Wasps')
    await sheet.getByLabel('Blue: Bees', { exact: true }).fill('4')
    expect(await violationsInThemes(page)).toEqual([])
    await press(sheet, 'Set score')
    const unusual = page.getByRole('dialog', { name: 'Is this score right?' })
    await unusual.getByText('M1 is first to 2: 4 is more than 2.').waitFor()
    await press(unusual, 'Yes, it is right')
    await sheet.waitFor({ state: 'detached' })
    expect(await matchAt(fixture, 1)).toMatchObject({ blueScore: 4, goldScore: 1 })
    expect(await scores(dialog)()).toBe('0-0')

    // The match that is being played has no warning.
    await press(dialog, 'Set score')
    const scoreSheet = page.getByRole('dialog', { name: 'Score of M2' })
    await press(scoreSheet, 'More: Blue: Badgers')
    expect(await scoreSheet.getByText(/^You are editing/).count()).toBe(0)
    await press(scoreSheet, 'Set score')
    await poll(scores(dialog)).toBe('1-0')
    await closePage(page)
  })

  test('R-ETA-2 the queue shows when matches start, how near they are, and the delay', async () => {
    const { page, fixture } = await openDialog('Estimates')
    await moveTo(page, `${fixture.path}/match-queue`)
    const north = page.getByRole('region', { name: 'North' })
    await poll(() => north.innerText()).toMatch(/M1 [\s\S]*be ready\s+≈ \d\d:\d\d/)
    await poll(() => north.innerText()).toMatch(/M2 [\s\S]*soon\s+≈ \d\d:\d\d/)
    const estimate = page.getByRole('group', { name: 'Estimated end' })
    await poll(() => estimate.innerText()).toMatch(/if play began now, it would end ≈ \d\d:\d\d/)
    await app.api.put(`/api/tournament/match/${fixture.matches[0]!.id}/start/`, {
      cabinet: app.north.id,
      force: true,
    })
    await poll(() => estimate.innerText()).toMatch(/running on time[\s\S]*ends ≈ \d\d:\d\d/)
    expect(await violationsInThemes(page)).toEqual([])
    await moveTo(page, `${fixture.path}/dashboard`)
    await page
      .getByRole('group', { name: 'Estimated end' })
      .getByText(/^ends ≈/)
      .waitFor()
    await poll(() => page.getByRole('list', { name: 'Queue' }).first().innerText()).toMatch(
      /≈ \d\d:\d\d/,
    )
    expect(await violationsInThemes(page)).toEqual([])
    await closePage(page)
  })
})

async function openHistory(page: Page, dialog: Locator): Promise<Locator> {
  await dialog.getByRole('button', { name: /^More about the last action/ }).tap()
  const sheet = page.getByRole('dialog', { name: 'What was done' })
  await sheet.waitFor()
  return sheet
}

/** Evaluated in the page: WebSockets fail until `allowSockets` runs. */
const blockSockets = `{
  const Real = WebSocket
  window.WebSocket = class extends Real {
    constructor(url) { super(window.isLetIn ? url : url.replace('/ws/', '/nowhere/')) }
  }
}`
function allowSockets(button: unknown): void {
  Object.assign(globalThis, { isLetIn: true })
  ;(button as { click(): void }).click()
}

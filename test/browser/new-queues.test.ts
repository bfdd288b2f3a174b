// Creating queues: automatically for an assigned cabinet, and by hand for several cabinets.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import {
  closePage,
  matchesOf,
  newTournament,
  noChromium,
  openApp,
  poll,
  queuesOf,
} from './browser-app.ts'
import type { BrowserApp } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: making queues in a browser (${missing})`)

describe.skipIf(missing !== null)('match queues', () => {
  let app: BrowserApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())

  const bracket = { name: 'Groups', stageType: 'round_robin', winsPerMatch: 2 }
  const teams = ['Bees', 'Wasps', 'Badgers']
  const queue = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const menu = async (page: Page, name: string, item: string) => {
    await queue(page, name)
      .getByRole('button', { name: `Menu of ${name}` })
      .tap()
    await page.getByRole('menuitem', { name: item }).tap()
  }

  test('are created for the assigned cabinets, at first and later', async () => {
    const { api, north, south } = app
    const cup = await newTournament(app, { name: 'Assigned', teams, cabinets: [north], bracket })
    const page = await app.visit({ device: 'tablet', role: 'admin' }, `${cup.path}/match-queue`)
    await queue(page, 'North').waitFor()
    expect(await page.getByRole('button', { name: 'Create missing queues' }).count()).toBe(0)
    await api.patch(`/api/tournament/tournament/${cup.id}/`, {
      assignedCabinets: [north.id, south.id],
    })
    await queue(page, 'South').waitFor()
    expect(await queuesOf(api, cup.id)).toMatchObject([
      { cabinets: [north.id] },
      { cabinets: [south.id] },
    ])
    await closePage(page)
  })

  test('are created for several cabinets, renamed and deleted in the console', async () => {
    const { api, north, south } = app
    const cabinets = [north, south]
    const cup = await newTournament(app, { name: 'Named', teams, cabinets, bracket })
    const page = await app.visit(
      { device: 'tablet', role: 'tournament' },
      `${cup.path}/match-queue`,
    )
    await page.getByRole('button', { name: 'New queue' }).tap()
    const newQueue = page.getByRole('dialog', { name: 'New queue' })
    await newQueue.getByRole('button', { name: 'Create queue' }).tap()
    await newQueue.getByText('Queue name is required').waitFor()
    await newQueue.getByLabel('Queue name').fill('Stream')
    await newQueue.getByLabel('North').tap()
    await newQueue.getByLabel('South').tap()
    expect(await violationsInThemes(page)).toEqual([])
    await newQueue.getByRole('button', { name: 'Create queue' }).tap()
    await newQueue.waitFor({ state: 'detached' })
    await queue(page, 'Stream').getByRole('button', { name: 'Ref South' }).waitFor()

    await menu(page, 'Stream', 'Edit queue')
    const streamDialog = page.getByRole('dialog', { name: 'Edit queue Stream' })
    await streamDialog.getByLabel('Queue name').fill('Finals')
    await streamDialog.getByLabel('North').tap()
    await streamDialog.getByRole('button', { name: 'Save' }).tap()
    await streamDialog.waitFor({ state: 'detached' })
    await queue(page, 'Finals').waitFor()
    await poll(async () => {
      const found = await queuesOf(api, cup.id)
      return JSON.stringify(found.at(-1)?.cabinets)
    }).toBe(JSON.stringify([south.id]))

    await menu(page, 'North', 'Edit queue')
    const northDialog = page.getByRole('dialog', { name: 'Edit queue North' })
    await northDialog.getByText('This queue was created with North and has its name.').waitFor()
    expect(await northDialog.getByLabel('North').isDisabled()).toBe(true)
    await northDialog.getByRole('button', { name: 'Cancel' }).tap()

    await menu(page, 'Finals', 'Edit queue')
    const finalsDialog = page.getByRole('dialog', { name: 'Edit queue Finals' })
    await finalsDialog.getByRole('button', { name: 'Delete queue' }).tap()
    await page.waitForTimeout(700)
    await finalsDialog.getByRole('button', { name: 'Press again to delete' }).tap()
    await queue(page, 'Finals').waitFor({ state: 'detached' })
    await closePage(page)
  })

  test('a missing queue of a cabinet is created again, without changing the other queues', async () => {
    const { api, north, south } = app
    const cabinets = [north, south]
    const cup = await newTournament(app, { name: 'Lost', teams, cabinets, bracket })
    const page = await app.visit(
      { device: 'tablet', role: 'tournament' },
      `${cup.path}/match-queue`,
    )
    await menu(page, 'South', 'Edit queue')
    const dialog = page.getByRole('dialog', { name: 'Edit queue South' })
    await dialog.getByRole('button', { name: 'Delete queue' }).tap()
    await page.waitForTimeout(700)
    await dialog.getByRole('button', { name: 'Press again to delete' }).tap()
    await page.getByText('Without a queue of its own: South').waitFor()
    await page.getByRole('button', { name: 'Create missing queues' }).tap()
    await queue(page, 'South').waitFor()
    expect((await queuesOf(api, cup.id)).length).toBe(2)
    await closePage(page)
  })

  test('U12, ux 3: leave little room to unassigned matches, and do not move when one comes back', async () => {
    const { api, north } = app
    const cup = await newTournament(app, { name: 'All Queued', teams, cabinets: [north], bracket })
    const page = await app.visit({ device: 'tablet', role: 'admin' }, `${cup.path}/match-queue`)
    const width = async () => {
      const unassigned = page.getByRole('region', { name: 'Unassigned matches' })
      return (await unassigned.boundingBox())!.width
    }
    await poll(async () => String((await width()) > 100)).toBe('true')
    const before = await width()
    expect(before).toBeLessThan(0.18 * 1280)
    const [queue] = await queuesOf(api, cup.id)
    const matches = (await matchesOf(api, cup.id)).map(({ id }) => id)
    await api.put(`/api/tournament/queue/${queue!.id}/set-queue/`, { matches })
    await page.getByText('Every open match is in a queue or being played.').waitFor()
    expect(await width()).toBe(before)
    await closePage(page)
  })

  test('do not hide who is here and Warn of a referee with a phone, nor what starts next', async () => {
    const { api, north } = app
    await north.wake()
    const cup = await newTournament(app, {
      name: 'At the Phone',
      teams: ['The Gatekeepers', 'Honey Badgers', 'Drone Rangers'],
      cabinets: [north],
      bracket: { ...bracket, queueTimer: 120 },
    })
    const [match, second] = await matchesOf(api, cup.id)
    const [queue] = await queuesOf(api, cup.id)
    const matches = [match!.id, second!.id]
    await api.put(`/api/tournament/queue/${queue!.id}/set-queue/`, { matches })
    await api.put(`/api/tournament/match/${match!.id}/start/`, { cabinet: north.id })
    const at = `${cup.path}/current-matches#${north.id}`
    const page = await app.visit({ device: 'phone', role: 'tournament' }, at)
    const dialog = page.getByRole('dialog', { name: /^Referee: North/ })
    const warn = dialog.getByRole('button', { name: /^Warn/ })
    await warn.first().waitFor()
    const bottoms = (await warn.all()).map(async (one) => {
      const { y, height } = (await one.boundingBox())!
      return y + height
    })
    // The second team ends at most a tenth of a screen below the first screen.
    expect(Math.max(...(await Promise.all(bottoms)))).toBeLessThan(1.1 * 844)

    const team = match!.blueTeam
    await api.put(`/api/tournament/match/${match!.id}/add-score/`, { team, by: 1 })
    await api.put(`/api/tournament/match/${match!.id}/complete/`, { force: true })
    const next = dialog.getByRole('button', { name: /^Start M2/ })
    await poll(() => next.innerText()).toMatch(/Starts automatically in/)
    const label = next.getByText(/^Start M2: .* v /)
    expect(await label.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThan(2)
    const [outer, inner] = [await next.boundingBox(), await next.getByText(/in/).boundingBox()]
    expect(inner!.y + inner!.height).toBeLessThanOrEqual(outer!.y + outer!.height)
    await closePage(page)
    await north.sleep()
  })
})

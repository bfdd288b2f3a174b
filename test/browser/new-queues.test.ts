// Queues from nothing: with the cabinet that is assigned, by hand with a name, over several cabinets.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import { closePage, newTournament, noChromium, openApp, queuesOf, poll } from './browser-app.ts'
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

  test('come with the cabinets that are assigned, at first and later', async () => {
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

  test('are named, serve several cabinets, are renamed and deleted in the console', async () => {
    const { api, north, south } = app
    const cabinets = [north, south]
    const cup = await newTournament(app, { name: 'Named', teams, cabinets, bracket })
    const page = await app.visit(
      { device: 'tablet', role: 'tournament' },
      `${cup.path}/match-queue`,
    )
    await page.getByRole('button', { name: 'New queue' }).tap()
    const made = page.getByRole('dialog', { name: 'New queue' })
    await made.getByRole('button', { name: 'Create queue' }).tap()
    await made.getByText('Queue name is required').waitFor()
    await made.getByLabel('Queue name').fill('Stream')
    await made.getByLabel('North').tap()
    await made.getByLabel('South').tap()
    expect(await violationsInThemes(page)).toEqual([])
    await made.getByRole('button', { name: 'Create queue' }).tap()
    await made.waitFor({ state: 'detached' })
    await queue(page, 'Stream').getByRole('button', { name: 'Ref South' }).waitFor()

    await menu(page, 'Stream', 'Edit queue')
    const edited = page.getByRole('dialog', { name: 'Edit queue Stream' })
    await edited.getByLabel('Queue name').fill('Finals')
    await edited.getByLabel('North').tap()
    await edited.getByRole('button', { name: 'Save' }).tap()
    await edited.waitFor({ state: 'detached' })
    await queue(page, 'Finals').waitFor()
    await poll(async () => {
      const found = await queuesOf(api, cup.id)
      return JSON.stringify(found.at(-1)?.cabinets)
    }).toBe(JSON.stringify([south.id]))

    await menu(page, 'North', 'Edit queue')
    const own = page.getByRole('dialog', { name: 'Edit queue North' })
    await own.getByText('This queue came with North and has its name.').waitFor()
    expect(await own.getByLabel('North').isDisabled()).toBe(true)
    await own.getByRole('button', { name: 'Cancel' }).tap()

    await menu(page, 'Finals', 'Edit queue')
    const ended = page.getByRole('dialog', { name: 'Edit queue Finals' })
    await ended.getByRole('button', { name: 'Delete queue' }).tap()
    await page.waitForTimeout(700)
    await ended.getByRole('button', { name: 'Press again to delete' }).tap()
    await queue(page, 'Finals').waitFor({ state: 'detached' })
    await closePage(page)
  })

  test('a cabinet that lost its queue gets it again, beside the queues there are', async () => {
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
})

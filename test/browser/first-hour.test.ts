// The first hour of an organizer, from a server that nothing was done on to the first match.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import {
  cabinetUrlOf,
  leave,
  matchesOf,
  noChromium,
  openEmptyApp,
  reads,
  signInLink,
} from './browser-app.ts'
import { connectCabinet } from './cabinet-client.ts'
import { counting } from './organizer.ts'

const maxClicks = 30
const missing = noChromium()
if (missing) console.warn(`Left out: the first hour in a browser (${missing})`)

const pasted = 'Bees: Ada, Bo\nWasps: Cy, Di\nBadgers\nSnails'

describe.skipIf(missing !== null)('the first hour', () => {
  let stage: Awaited<ReturnType<typeof openEmptyApp>>
  beforeAll(async () => {
    const practiceTimes = { speed: 40, gameSeconds: 20, pauseSeconds: 4, lookMs: 50 }
    stage = await openEmptyApp({ practiceTimes })
  })
  afterAll(() => stage?.stop())

  test(`the owner of an empty server starts a match within ${maxClicks} clicks`, async () => {
    const page = await stage.open({ device: 'desk' })
    const does = counting(page)
    await page.goto('/')
    await does.link('Sign in')
    await does.link('Sign up')
    await does.type('Name', 'Olga')
    await does.type('E-mail', 'olga@example.org')
    await does.type('Password', 'a long enough phrase')
    await does.button('Sign up')

    await does.link('New scene')
    await page.getByRole('heading', { name: 'New scene' }).waitFor()
    await does.type('Name', 'The Hive')
    await does.button('Make the scene')
    await does.type('Tournament name', 'First Friday')
    await does.button('Create tournament')

    await does.link('Add a cabinet')
    await does.type('Name on screens', 'North')
    await does.button('Make cabinet')
    const token = await page.getByRole('dialog').getByLabel('Token', { exact: true }).inputValue()
    await does.button('I have copied it')
    const names = { sceneName: 'the-hive', cabinetName: 'north', url: cabinetUrlOf(stage.rig) }
    const north = connectCabinet({ id: 0, name: 'North', token, ...names })
    await north.wake()
    await ticked(page, 'Cabinet online')

    await does.link('Add teams')
    expect(await violationsInThemes(page)).toEqual([])
    // A table whose titles are no names of columns here.
    await page.getByLabel('Teams and players').fill('Squad,Gamer,Shirt\nMoths,Ada,S\nMoths,Bo,M')
    await page.getByLabel('Column “Squad”').selectOption('team')
    await page.getByLabel('Column “Gamer”').selectOption('player')
    const understood = page.getByRole('region', { name: 'Preview of the import' })
    await reads(() => understood.innerText()).toContain('Moths: Ada, Bo')
    expect(await violationsInThemes(page)).toEqual([])
    // What the server refuses is said by its line.
    await page.getByLabel('Teams and players').fill('team,player,e-mail\nMoths,Ada,ada')
    await page.getByRole('button', { name: 'Save 1 team and 1 player' }).click()
    await understood.getByText('Nothing is saved. Line 2: ').waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await does.type('Teams and players', `${pasted}\nThe Bees`)
    const doubt = page.getByRole('checkbox', { name: /^Line 5: The Bees is nearly Bees\./ })
    await expect.poll(() => doubt.isChecked()).toBe(false)
    expect(await violationsInThemes(page)).toEqual([])
    await does.button('Save 4 teams and 4 players')
    await does.link('Create a stage')
    await does.type('Name', 'Groups')
    await does.choose('Type', 'Round robin')
    await does.button('Create stage')
    await does.button('Create Matches')
    await does.link('Put matches in a queue')
    await does.button('Menu of Groups')
    await does.press(page.getByRole('menuitem', { name: 'Assign All to North' }))
    await ticked(page, 'Matches in a queue')
    await does.press(page.getByRole('button', { name: /^Next/ }))
    await page.getByRole('link', { name: 'Play the first match' }).waitFor()
    expect(does.made.slice(maxClicks), 'clicks beyond').toEqual([])

    expect(await violationsInThemes(page)).toEqual([])
    await does.link('Play the first match')
    const [match] = await matchesOf(stage.api, 1)
    await stage.api.put(`/api/tournament/match/${match!.id}/complete/`, {})
    await ticked(page, 'First match')
    await page.getByRole('button', { name: 'Organize' }).click()
    await page.getByRole('menuitem', { name: 'Stages' }).click()
    await page.getByRole('heading', { level: 1, name: 'Stages' }).waitFor()
    await page.waitForURL(/\/admin\/stages$/)
    expect(await page.getByRole('heading', { name: 'To the first match' }).count()).toBe(0)
    await page.reload()
    await page.getByText('1 of 6 matches complete').waitFor()
    expect(await page.getByRole('heading', { name: 'To the first match' }).count()).toBe(0)
    await north.sleep()
    await leave(page)
  })

  test('ux 43: a new official starts a practice and its first match within 3 presses', async () => {
    const scenes = await stage.api.get<{ results: { id: number }[] }>('/api/game/scene/')
    const [scene] = scenes.results
    const link = () => signInLink(stage.rig, scene!.id, 'tournament')
    const page = await stage.open({ device: 'tablet', link })
    await page.goto('/')
    const does = counting(page)
    await does.link('The Hive')
    await does.button('Start a practice in The Hive')
    const mark = page.getByRole('note').filter({ hasText: /^PRACTICE: made-up teams/ })
    await mark.waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await does.press(page.getByRole('button', { name: /^Start M1: Practice / }).first())
    expect(does.made).toHaveLength(3)
    const path = new URL(page.url()).pathname
    const id = Number(/\d+/.exec(path)?.[0])
    // It plays by itself: games are counted as those of a real cabinet.
    await expect
      .poll(async () => (await matchesOf(stage.api, id)).some(({ isComplete }) => isComplete))
      .toBe(true)
    await page.getByRole('link', { name: `PRACTICE ${id}`, exact: true }).click()
    await page.getByRole('heading', { name: `PRACTICE ${id}` }).waitFor()
    await mark.waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await page.goto('/')
    await page.getByRole('link', { name: 'First Friday' }).waitFor()
    expect(await page.getByText(/practice/i).count()).toBe(0)
    await leave(page)
  })
})

/** By itself, from what the server says. */
function ticked(page: Page, step: string): Promise<void> {
  return page.getByRole('link', { name: `done ${step}` }).waitFor()
}

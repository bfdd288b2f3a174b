// The first hour of an organiser, from an empty server to the first match.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import {
  cabinetUrlOf,
  closePage,
  matchesOf,
  noChromium,
  openEmptyApp,
  poll,
  signInLink,
} from './browser-app.ts'
import { connectCabinet } from './cabinet-client.ts'
import { countActions } from './organizer.ts'

const maxClicks = 30
const missing = noChromium()
if (missing) console.warn(`Left out: the first hour in a browser (${missing})`)

const teamList = 'Bees: Ada, Bo\nWasps: Cy, Di\nBadgers\nSnails'

describe.skipIf(missing !== null)('the first hour', () => {
  let app: Awaited<ReturnType<typeof openEmptyApp>>
  beforeAll(async () => {
    const practiceTimes = { speed: 40, gameSeconds: 20, pauseSeconds: 4, lookMs: 50 }
    app = await openEmptyApp({ practiceTimes })
  })
  afterAll(() => app?.stop())

  test(`the owner of an empty server starts a match within ${maxClicks} clicks`, async () => {
    const page = await app.open({ device: 'desk' })
    const actions = countActions(page)
    await page.goto('/')
    await actions.link('Sign in')
    await actions.link('Sign up')
    await actions.type('Name', 'Olga')
    await actions.type('E-mail', 'olga@example.org')
    await actions.type('Password', 'a long enough phrase')
    await actions.button('Sign up')

    await actions.link('New scene')
    await page.getByRole('heading', { name: 'New scene' }).waitFor()
    await actions.type('Name', 'The Hive')
    await actions.button('Make the scene')
    await actions.type('Tournament name', 'First Friday')
    await actions.button('Create tournament')

    await actions.link('Add a cabinet')
    await actions.type('Name on screens', 'North')
    await actions.button('Make cabinet')
    const token = await page.getByRole('dialog').getByLabel('Token', { exact: true }).inputValue()
    await actions.button('I have copied it')
    const names = { sceneName: 'the-hive', cabinetName: 'north', url: cabinetUrlOf(app.server) }
    const north = connectCabinet({ id: 0, name: 'North', token, ...names })
    await north.wake()
    await stepDone(page, 'Cabinet online')

    await actions.link('Add teams')
    expect(await violationsInThemes(page)).toEqual([])
    // A table with unknown column titles.
    await page.getByLabel('Teams and players').fill('Squad,Gamer,Shirt\nMoths,Ada,S\nMoths,Bo,M')
    await page.getByLabel('Column “Squad”').selectOption('team')
    await page.getByLabel('Column “Gamer”').selectOption('player')
    const preview = page.getByRole('region', { name: 'Preview of the import' })
    await poll(() => preview.innerText()).toContain('Moths: Ada, Bo')
    expect(await violationsInThemes(page)).toEqual([])
    // A refusal of the server names the line.
    await page.getByLabel('Teams and players').fill('team,player,e-mail\nMoths,Ada,ada')
    await page.getByRole('button', { name: 'Save 1 team and 1 player' }).click()
    await preview.getByText('Nothing is saved. Line 2: ').waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await actions.type('Teams and players', `${teamList}\nThe Bees`)
    const doubt = page.getByRole('checkbox', { name: /^Line 5: The Bees is almost Bees\./ })
    await expect.poll(() => doubt.isChecked()).toBe(false)
    expect(await violationsInThemes(page)).toEqual([])
    await actions.button('Save 4 teams and 4 players')
    await actions.link('Create a stage')
    await actions.type('Name', 'Groups')
    await actions.choose('Type', 'Round robin')
    await actions.button('Create stage')
    await actions.button('Create Matches')
    await actions.link('Put matches in a queue')
    await actions.button('Menu of Groups')
    await actions.press(page.getByRole('menuitem', { name: 'Assign All to North' }))
    await stepDone(page, 'Matches in a queue')
    await actions.press(page.getByRole('button', { name: /^Next/ }))
    await page.getByRole('link', { name: 'Play the first match' }).waitFor()
    expect(actions.log.slice(maxClicks), 'clicks beyond').toEqual([])

    expect(await violationsInThemes(page)).toEqual([])
    await actions.link('Play the first match')
    const [match] = await matchesOf(app.api, 1)
    await app.api.put(`/api/tournament/match/${match!.id}/complete/`, {})
    await stepDone(page, 'First match')
    await page.getByRole('button', { name: 'Organize' }).click()
    await page.getByRole('menuitem', { name: 'Stages' }).click()
    await page.getByRole('heading', { level: 1, name: 'Stages' }).waitFor()
    await page.waitForURL(/\/admin\/stages$/)
    expect(await page.getByRole('heading', { name: 'To the first match' }).count()).toBe(0)
    await page.reload()
    await page.getByText('1 of 6 matches complete').waitFor()
    expect(await page.getByRole('heading', { name: 'To the first match' }).count()).toBe(0)
    await north.sleep()
    await closePage(page)
  })

  test('ux 43: a new official starts a practice and its first match within 3 presses', async () => {
    const scenes = await app.api.get<{ results: { id: number }[] }>('/api/game/scene/')
    const [scene] = scenes.results
    const link = () => signInLink(app.server, scene!.id, 'tournament')
    const page = await app.open({ device: 'tablet', link })
    await page.goto('/')
    const actions = countActions(page)
    await actions.link('The Hive')
    await actions.button('Start a practice in The Hive')
    const mark = page.getByRole('note').filter({ hasText: /^PRACTICE: made-up teams/ })
    await mark.waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await actions.press(page.getByRole('button', { name: /^Start M1: Practice / }).first())
    expect(actions.log).toHaveLength(3)
    const path = new URL(page.url()).pathname
    const id = Number(/\d+/.exec(path)?.[0])
    // The simulated cabinet plays by itself; its games count like those of a real one.
    await expect
      .poll(async () => (await matchesOf(app.api, id)).some(({ isComplete }) => isComplete))
      .toBe(true)
    await page.getByRole('link', { name: `PRACTICE ${id}`, exact: true }).click()
    await page.getByRole('heading', { name: `PRACTICE ${id}` }).waitFor()
    await mark.waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await page.goto('/')
    await page.getByRole('link', { name: 'First Friday' }).waitFor()
    expect(await page.getByText(/practice/i).count()).toBe(0)
    await closePage(page)
  })
})

/** Waits until a step of the checklist is marked as done, which the page does by itself. */
function stepDone(page: Page, step: string): Promise<void> {
  return page.getByRole('link', { name: `done ${step}` }).waitFor()
}

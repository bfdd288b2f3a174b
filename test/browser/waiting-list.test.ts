// A limited number of places from both sides: the organiser's settings and list, the player's page.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import { openScreen, pressTwice, tournamentOf } from './organizer.ts'
import { openAsPlayer } from './registrant.ts'
import { closePage, newFixture, noChromium, openApp } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: the waiting list in a browser (${missing})`)

describe.skipIf(missing !== null)('the number of places', () => {
  let app: BrowserApp
  let fixture: Fixture
  beforeAll(async () => {
    app = await openApp()
    fixture = await newFixture(app, 'Few Places')
  })
  afterAll(() => app?.stop())

  test('is set by the organiser; players wait for a place, take it or leave the list', async () => {
    const desk = await openScreen(app, fixture, { screen: 'configure-registration' })
    await desk.getByRole('switch', { name: 'Players can register' }).click({ force: true })
    await desk.getByLabel('Number of places').fill('1')
    await desk.getByLabel('Hours to take an offered place').fill('6')
    await desk.getByRole('button', { name: 'Save', exact: true }).click()
    await desk.getByText('Everything is saved').waitFor()
    expect(await tournamentOf(app, fixture)).toMatchObject({ places: 1, offerHours: 6 })

    const first = await openAsPlayer(app, fixture, 'Ann')
    await first.getByText('One place is left.').waitFor()
    await first.getByRole('button', { name: 'Register', exact: true }).click()
    await first.getByText('You are registered as Ann.').waitFor()

    const second = await openAsPlayer(app, fixture, 'Bob')
    await second.getByText('The only place is taken.').waitFor()
    expect(await second.getByRole('button', { name: 'Register', exact: true }).count()).toBe(0)
    await second.getByRole('button', { name: 'Join the waiting list' }).click()
    await second.getByText('You are number 1 on the waiting list.').waitFor()
    expect(await violationsInThemes(second)).toEqual([])

    await desk.goto(`${fixture.path}/registered-list`)
    await desk.getByRole('region', { name: 'Waiting list' }).getByText('Bob').waitFor()
    expect(await violationsInThemes(desk)).toEqual([])

    await pressTwice(first, 'Withdraw my registration', 'Press again to withdraw')
    await first.getByText('You are no longer registered.').waitFor()
    await second.reload()
    await second.getByText(/A place is yours until .* Register below to take it\./).waitFor()
    await second.getByRole('button', { name: 'Register', exact: true }).click()
    await second.getByText('You are registered as Bob.').waitFor()

    await first.reload()
    await first.getByRole('button', { name: 'Join the waiting list' }).click()
    await first.getByRole('button', { name: 'Leave the waiting list' }).click()
    await first.getByRole('button', { name: 'Join the waiting list' }).waitFor()
    for (const page of [desk, first, second]) await closePage(page)
  })
})

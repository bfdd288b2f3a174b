// Organisers assign cabinets, create new ones, and add videos; players sign in and line up.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { violationsInThemes } from './axe.ts'
import { connectCabinet } from './cabinet-client.ts'
import { clipboardOf, openScreen, order, pressTwice, recordsOf, tournamentOf } from './organizer.ts'
import type { Device } from './organizer.ts'
import { smallScreenProblems } from './small-screens.ts'
import {
  cabinetUrlOf,
  closePage,
  matchesOf,
  newFixture,
  newTournament,
  noChromium,
  openApp,
  poll,
  queuesOf,
} from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: cabinets and videos in a browser (${missing})`)

describe.skipIf(missing !== null)('cabinets and videos', () => {
  let app: BrowserApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())

  const open = (fixture: Fixture, screen: string, device: Device = 'desk') =>
    openScreen(app, fixture, { screen, device })

  test('cabinets are assigned and ordered; one with queued matches cannot be removed', async () => {
    const fixture = await newFixture(app, 'Cabinets')
    const { north, south } = app
    const assigned = async () => String((await tournamentOf(app, fixture))['assignedCabinets'])
    const matches = fixture.matches.slice(0, 1).map(({ id }) => id)
    const [queue] = await queuesOf(app.api, fixture.id)
    await app.api.put(`/api/tournament/queue/${queue!.id}/set-queue/`, { matches })
    const page = await open(fixture, 'cabinets')
    await page.getByRole('button', { name: 'Remove: North' }).click()
    await page.getByText(/in queue North would have no cabinet left/).waitFor()
    await page.getByRole('link', { name: 'To the match queue' }).waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('button', { name: 'Move South up' }).click()
    await poll(assigned).toBe(`${south.id},${north.id}`)
    await poll(() => order(page)).toBe('South North')
    await page.getByRole('button', { name: 'Remove: South' }).click()
    await poll(assigned).toBe(`${north.id}`)

    await page.getByLabel('Group name').fill('Both')
    await page.getByRole('checkbox', { name: 'North' }).check()
    await page.getByRole('checkbox', { name: 'South' }).check()
    await page.getByRole('button', { name: 'Make group' }).click()
    await page.getByRole('button', { name: 'Assign: Both' }).click()
    await page.getByText('Both assigned.').waitFor()
    expect(await assigned()).toBe(`${north.id},${south.id}`)
    await pressTwice(page, 'Delete: Both', 'Press again to delete: Both')
    await page.getByText('Cabinet group deleted.').waitFor()
    await closePage(page)
  })

  test('a new cabinet shows its token once, and its client can connect with it', async () => {
    const fixture = await newFixture(app, 'A new cabinet')
    const page = await open(fixture, 'cabinets', 'tablet')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByLabel('Name on screens').fill('North')
    await page.getByRole('button', { name: 'Make cabinet' }).tap()
    await page.getByText('There is already a cabinet with this name', { exact: true }).waitFor()
    await page.getByLabel('Name on screens').fill('Attic Cab')
    expect(await page.getByLabel('Name for its client').inputValue()).toBe('attic-cab')
    await page.getByRole('button', { name: 'Make cabinet' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Token of Attic Cab' })
    await dialog.getByRole('button', { name: 'Copy configuration' }).tap()
    await dialog.getByText('Copied to the clipboard.').waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    const config = JSON.parse(await clipboardOf(page)) as Config
    const [{ token, sceneName, cabinetName }] = config.cabinets
    expect(config.servers[0].url).toBe(`${app.server.wsUrl}/ws/stats_listener/v3`)
    expect(await dialog.getByLabel('Token', { exact: true }).inputValue()).toBe(token)
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'I have copied it' }).tap()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.content()).not.toContain(token)

    await poll(() => order(page)).toBe('North South Attic Cab')
    const { url } = config.servers[0]
    const attic = connectCabinet({ id: 0, name: 'Attic', sceneName, cabinetName, token, url })
    await attic.wake()
    const cabinetRows = page
      .getByRole('list', { name: 'Cabinets of this tournament' })
      .getByRole('listitem')
    await poll(() => cabinetRows.filter({ hasText: 'Attic Cab' }).innerText()).toContain('Online')
    await attic.sleep()
    await poll(() => cabinetRows.filter({ hasText: 'Attic Cab' }).innerText()).toContain('offline')
    await pressTwice(
      page,
      'New token: Attic Cab',
      'Press again: the old token stops working: Attic Cab',
    )
    await dialog.waitFor()
    expect(await dialog.getByLabel('Token', { exact: true }).inputValue()).not.toBe(token)
    await closePage(page)
  })

  test('players open the code of a cabinet, play as guests or with an account, and get totals', async () => {
    const fixture = await newFixture(app, 'Who plays')
    const { north } = app
    const page = await open(fixture, 'cabinets')
    await page.getByRole('button', { name: 'Sign-in: North' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign-in at North' })
    await dialog.getByRole('button', { name: 'Make a code' }).click()
    await dialog.getByRole('img', { name: 'Code of North' }).waitFor()
    const address = await dialog.getByLabel('What the code opens').inputValue()
    await dialog.getByLabel('Name of the reader').fill('Blue side')
    await dialog.getByRole('button', { name: 'Add a reader' }).click()
    const token = await dialog.getByLabel('Token of Blue side').inputValue()
    expect(await violationsInThemes(page)).toEqual([])
    const tapCard = async () => {
      const body = { action: 'sign_out', player: 1, token }
      const answer = await page.request.post('/api/stats/signin/nfc/', { data: body })
      return ((await answer.json()) as { success: boolean }).success
    }
    expect(await tapCard()).toBe(true)
    await pressTwice(
      dialog,
      'Withdraw: Blue side',
      'Press again: it stops working at once: Blue side',
    )
    await dialog.getByText('There are none.').waitFor()
    expect(await tapCard()).toBe(false)

    const guest = await app.open({ device: 'phone' })
    await guest.goto(address)
    const positionRow = (phone: typeof page, position: string) =>
      phone.getByRole('listitem').filter({ hasText: position })
    const playButton = (phone: typeof page, position: string) =>
      phone.getByRole('button', { name: `Play here: ${position}` })
    await playButton(guest, 'Blue Queen').waitFor()
    expect(await playButton(guest, 'Blue Queen').isDisabled()).toBe(true)
    await guest.getByLabel('Name of the guest').fill('Zoe')
    await playButton(guest, 'Blue Queen').tap()
    await positionRow(guest, 'Blue Queen').getByText('Zoe').waitFor()
    expect(await violationsInThemes(guest)).toEqual([])

    const player = await app.open({ device: 'phone', role: 'tournament' })
    await player.goto(address)
    const me = (await (await player.request.get('/api/user/me/')).json()) as Person
    await player.getByText(`I, ${me.name}`).waitFor()
    await playButton(player, 'Gold Abs').tap()
    await positionRow(player, 'Gold Abs').getByText(me.name).waitFor()
    await player.getByRole('button', { name: 'Add a card' }).tap()
    await player.getByText('Hold your card to the reader now.').waitFor()

    await page.goto(`${fixture.path}/current-matches#${north.id}`)
    const referee = page.getByRole('dialog')
    await referee.getByText(`Blue Queen Zoe, Gold Abs ${me.name}`).waitFor()

    const [match] = fixture.matches
    const { id: cabinet } = north
    await app.api.put(`/api/tournament/match/${match!.id}/start/`, { cabinet, force: true })
    await north.play({ winner: 'gold', map: 'Night' })
    await player.goto('/account')
    await player.getByRole('heading', { name: 'Cards' }).waitFor()
    await player.getByLabel('Show my profile and totals to everybody').tap()
    await player.getByRole('link', { name: 'Your profile' }).tap()
    await player.getByRole('heading', { name: me.name }).waitFor()
    const positionTable = player.getByRole('table', { name: 'Positions' })
    expect(await positionTable.getByRole('row', { name: 'Gold Abs' }).innerText()).toMatch(/1\s+1$/)
    expect(await violationsInThemes(player)).toEqual([])

    const matchRow = await app.api.get<{ goldTeam: number }>(`/api/tournament/match/${match!.id}/`)
    await guest.goto(`/tournament-team/${matchRow.goldTeam}`)
    const mapTable = guest.getByRole('table', { name: 'Maps' })
    expect(await mapTable.getByRole('row', { name: 'Night' }).innerText()).toMatch(/1\s+1$/)
    for (const openPage of [page, guest, player]) await closePage(openPage)
  })

  test('R-PK-4: phones line up for casual games, see their position, and are called as games end', async () => {
    const { api, scene, server } = app
    const cabinetInput = { scene, name: 'bar', displayName: 'Bar' }
    const { id, token } = await api.post<{ id: number; token: string }>(
      '/api/game/cabinet/',
      cabinetInput,
    )
    const url = cabinetUrlOf(server)
    const names = { sceneName: 'hive', cabinetName: 'bar', url }
    const bar = connectCabinet({ id, name: 'Bar', token, ...names })
    await bar.wake()
    const created = await api.post<{ code: string }>(`/api/game/cabinet/${id}/code/`, {})
    const { code } = created
    const [official, zoe, trio] = await Promise.all([
      app.open({ device: 'phone', role: 'tournament' }),
      app.open({ device: 'phone' }),
      app.open({ device: 'phone' }),
    ])
    await official.goto(`/at/${code}`)
    await official.getByRole('button', { name: 'Open a line here' }).tap()
    await official.getByText('Nobody is waiting. Line up now and you are next.').waitFor()

    const lineUp = async (phone: Page, name: string, size = '1') => {
      await phone.goto(`/at/${code}`)
      await phone.getByLabel('Your name, or that of your group').fill(name)
      await phone.getByRole('radiogroup').getByText(size, { exact: true }).tap()
      await phone.getByRole('button', { name: 'Line up' }).tap()
    }
    await lineUp(zoe, 'Zoe')
    await zoe.getByText('Your turn: play on blue.').waitFor()
    for (const name of 'ABCDEFGHI') {
      const body = { code, key: name.repeat(20), name, size: 1 }
      await api.post('/api/stats/pickup/', body)
    }
    await lineUp(trio, 'Trio', '3')
    await trio.getByText('You are in the next five.').waitFor()
    expect(await violationsInThemes(trio)).toEqual([])
    expect(await smallScreenProblems(trio)).toEqual([])

    // An open menu follows its entry from the waiting teams to a side of the cabinet.
    await official.getByRole('button', { name: 'Trio (3)' }).tap()
    await official.getByRole('menuitem', { name: 'Skip' }).waitFor()
    await bar.play({ winner: 'gold' })
    await trio.getByText('Your turn: play on blue.').waitFor()
    await official.getByRole('region', { name: 'Blue' }).getByText('Trio (3)').waitFor()
    await official.getByRole('menuitem', { name: 'Skip' }).tap()
    await official.getByRole('menu').waitFor({ state: 'detached' })
    await official.getByRole('button', { name: 'Zoe' }).tap()
    await official.getByRole('menuitem', { name: 'Remove' }).tap()
    await zoe.getByText('You are out of the line.').waitFor()
    expect(await violationsInThemes(official)).toEqual([])
    expect(await smallScreenProblems(official)).toEqual([])
    await zoe.getByRole('button', { name: 'Line up' }).tap()
    await zoe.getByRole('button', { name: 'Leave the line' }).waitFor()

    await official.getByRole('link', { name: 'Show it on a screen' }).tap()
    await official.getByRole('heading', { name: 'Casual games at Bar' }).waitFor()
    await official.getByText('Zoe').waitFor()

    const bracket = { name: 'Groups', stageType: 'round_robin', winsPerMatch: 2 }
    const input = { name: 'At the bar', teams: ['Bees', 'Wasps'], cabinets: [{ id }], bracket }
    const cup = await newTournament(app, input)
    await official.goto(`/t/hive/${cup.slug}/display/cabinet/${id}`)
    await official.getByText('Trio (3)').waitFor()
    const [match] = await matchesOf(api, cup.id)
    await api.put(`/api/tournament/match/${match!.id}/start/`, { cabinet: id, force: true })
    await zoe.getByText('A tournament is being played here.').waitFor()
    await api.put(`/api/tournament/match/${match!.id}/stop/`, {})
    await zoe.getByText('A tournament is being played here.').waitFor({ state: 'detached' })
    await bar.sleep()
    for (const openPage of [official, zoe, trio]) await closePage(openPage)
  })

  test('R-VI-4: a video is added by a game, contradictions are flagged, timestamps are copied without scores', async () => {
    const fixture = await newFixture(app, 'Videos')
    const [match] = fixture.matches
    await app.api.put(`/api/tournament/match/${match!.id}/start/`, {
      cabinet: app.south.id,
      force: true,
    })
    await app.south.play({ winner: 'blue', map: 'Night' })
    await app.south.play({ winner: 'blue', map: 'Dusk' })
    await poll(async () => `${(await matchesOf(app.api, fixture.id))[0]?.isComplete}`).toBe('true')
    const page = await open(fixture, 'videos')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Add video' }).click()
    await page.getByText('The id of a video is required').waitFor()
    await page.getByLabel('Cabinet').selectOption('South')
    await page.getByLabel('Video id or YouTube link').fill('https://youtu.be/dQw4w9WgXcQ?t=600')
    expect(await page.getByLabel('Seen in the video at').inputValue()).toBe('10:00')
    await page.getByRole('radio', { name: /^Night/ }).check()
    await page.getByLabel('Length of the video').fill('soon')
    await page.getByRole('button', { name: 'Add video' }).click()
    await page.getByText('Seconds, or a time such as 1:02:03').waitFor()
    await page.getByLabel('Length of the video').fill('2:00:00')
    await page.getByRole('button', { name: 'Add video' }).click()
    const row = page.getByRole('listitem').filter({ hasText: '02:00:00' })
    await row.waitFor()
    await page.getByRole('radio', { name: /^Dusk/ }).check()
    await page.getByLabel('Seen in the video at').fill('1:10:00')
    await page.getByRole('button', { name: 'Add video' }).click()
    await row.getByText(/^The references of this video disagree by/).waitFor()
    await row.getByText('does not fit').first().waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    expect(await recordsOf(app, 'video', fixture)).toMatchObject([
      { videoId: 'dQw4w9WgXcQ', cabinet: app.south.id, references: [{}, {}] },
    ])

    await row.getByRole('button', { name: /^Copy timestamps/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Timestamps of dQw4w9WgXcQ' })
    await dialog.getByText('A video needs at least three chapters').waitFor()
    await dialog.getByRole('radio', { name: 'Links with times' }).check()
    expect(await violationsInThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Copy timestamps' }).click()
    await page.getByText('Copied video timestamps to clipboard.').waitFor()
    expect(await clipboardOf(page)).toMatch(
      /^https:\/\/youtu\.be\/dQw4w9WgXcQ\?t=\d+ .*Bees vs\. Wasps$/,
    )
    await dialog.getByRole('switch', { name: 'With scores' }).check({ force: true })
    await poll(() => dialog.getByLabel('Timestamps').inputValue()).toContain('(2-0)')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await pressTwice(page, 'Delete: dQw4w9WgXcQ', 'Press again to delete: dQw4w9WgXcQ')
    await page.getByText('Video deleted.').waitFor()
    expect(await recordsOf(app, 'video', fixture)).toEqual([])
    await closePage(page)
  })
})

type Person = { name: string }
type Config = {
  cabinets: [{ sceneName: string; cabinetName: string; token: string }]
  servers: [{ url: string }]
}

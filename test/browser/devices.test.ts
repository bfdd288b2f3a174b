import { randomUUID } from 'node:crypto'
// Devices of officials: paired tablets and read-only ones; team codes, chats and webhooks.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDesk } from '#services/desk/index.ts'
import { openPreview } from '#services/outbound/index.ts'
import { startChatService } from '../notify/chat-service.ts'
import { violationsInThemes } from './axe.ts'
import { closePage, matchesOf, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: devices in a browser (${missing})`)
const readOnlyText = 'This device is read-only'
const minuteMs = 60_000
const doubleTapGuardMs = 700
/** Evaluated in the page: once visible it reports its presence at once, not after a minute. */
const becomeVisible = `document.dispatchEvent(new Event('visibilitychange'))`

describe.skipIf(missing !== null)('R-PE-4: devices', () => {
  let app: BrowserApp
  let fixture: Fixture
  let chat: Awaited<ReturnType<typeof startChatService>>
  beforeAll(async () => {
    chat = await startChatService()
    const mayReach = (address: string, port: number) =>
      address === '127.0.0.1' && port === chat.port()
    const notifyTimes = { firstPauseMs: 50, timeoutMs: 5_000, leaseMs: 10_000 }
    const network = { mayReach }
    const preview = openPreview(network)
    app = await openApp({ secret: 'a secret for tests', preview, network, notifyTimes })
    fixture = await newFixture(app, 'Friday Night')
  })
  afterAll(async () => {
    await app?.stop()
    await chat?.close()
  })

  const dialogAt = (page: Page, cabinet: string) =>
    page.getByRole('dialog', { name: new RegExp(`^Referee: ${cabinet}`) })

  async function start(match: number, cabinet: number): Promise<void> {
    const body = { cabinet, force: true }
    await app.api.put(`/api/tournament/match/${fixture.matches[match]!.id}/start/`, body)
  }

  async function score(match: number): Promise<string> {
    const row = (await matchesOf(app.api, fixture.id))[match]!
    return `${row.blueScore}-${row.goldScore}`
  }

  test('a team’s page offers notifications as soon as it is loaded, without waiting for a timer', async () => {
    const phone = await app.open({ device: 'phone' })
    await phone.clock.install()
    await phone.clock.pauseAt(Date.now() + 1_000)
    await phone.goto(`/tournament-team/${fixture.matches[0]!.blueTeam}`)
    await phone.getByRole('button', { name: 'Notify this phone' }).waitFor()
    await closePage(phone)
  })

  async function openDevices(page: Page) {
    await page.goto(`${fixture.path}/dashboard`)
    await page.getByRole('link', { name: 'Devices' }).click()
    await page.getByRole('heading', { name: 'Devices of this scene' }).waitFor()
    return page.getByRole('main')
  }

  test('R-CO-1, R-CO-2: with a scanned code a team reports absences and calls an official, who answers and gives a warning', async () => {
    const official = await app.open({ device: 'tablet', role: 'tournament' })
    await official.goto(`${fixture.path}/on-site`)
    await official.getByRole('button', { name: 'Code of Bees' }).tap()
    const sheet = official.getByRole('dialog', { name: 'Code of Bees' })
    await sheet.getByRole('img', { name: 'Code of Bees' }).waitFor()
    const link = await sheet.getByLabel('What the code opens').inputValue()
    expect(link).toMatch(/\/tournament-team\/\d+#code=[\w-]{16}$/)
    await sheet.getByRole('button', { name: 'Close' }).first().tap()

    await official.context().addInitScript('globalThis.print = () => {}')
    const opening = official.context().waitForEvent('page')
    await official.getByRole('button', { name: 'Print all codes' }).tap()
    const printed = await opening
    const names = ['Badgers', 'Bees', 'Snails', 'Wasps'].map((name) => `Code of ${name}`)
    const pictures = printed.getByRole('img')
    await expect
      .poll(() => pictures.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))))
      .toEqual(names)
    await printed.close()

    const phone = await app.open({ device: 'phone' })
    await phone.goto(link.split('#')[0]!)
    await phone.getByRole('heading', { name: 'Bees' }).waitFor()
    expect(await phone.getByRole('button', { name: 'We are here' }).count()).toBe(0)
    await phone.goto('about:blank')
    await phone.goto(link)
    await phone.getByRole('button', { name: 'We are missing 2' }).tap()
    expect(new URL(phone.url()).hash, 'who looks over a shoulder reads no code').toBe('')
    await official.getByText('Bees: missing 2').waitFor()
    await phone.getByRole('button', { name: 'Notify this phone' }).waitFor()

    await phone.getByRole('button', { name: 'Call an official' }).tap()
    await phone.getByText('An official has been called. Stay where you are.').waitFor()
    const callsButton = official.getByRole('button', { name: '1 call for an official' })
    await callsButton.waitFor()
    expect(await callsButton.getAttribute('data-loud')).toBeNull()
    await callsButton.tap()
    const calls = official.getByRole('dialog', { name: 'Calls for an official' })
    await calls.getByRole('button', { name: 'I am going to Bees' }).tap()
    await calls.getByText('Olive is going there').waitFor()
    await phone.getByText('An official is on the way.').waitFor()
    await calls.getByRole('button', { name: 'The call of Bees is done' }).tap()
    await calls.getByText('There are no open calls.').waitFor()
    await calls.getByRole('button', { name: 'Close' }).first().tap()

    // A call that has been open for two minutes, by the clock of the desk that accepted it.
    const clock = () => new Date(Date.now() - 121_000).toISOString()
    const desk = openDesk(app.server.log, { clock })
    const by = { kind: 'service', name: 'test' } as const
    const command = { type: 'CallOfficial', cabinet: app.north.id, team: null } as const
    await desk.handle({ id: randomUUID(), tournament: fixture.id, by, command })
    desk.close()
    const overdueCalls = official
      .locator('[data-loud]')
      .filter({ hasText: '1 call for an official' })
    await overdueCalls.tap()
    await calls.getByRole('button', { name: 'I am going to North' }).tap()
    await calls.getByText('Olive is going there').waitFor()
    await expect.poll(() => official.locator('[data-loud]').count()).toBe(0)
    await calls.getByRole('button', { name: 'The call of North is done' }).tap()
    await calls.getByText('There are no open calls.').waitFor()
    await calls.getByRole('button', { name: 'Close' }).first().tap()

    // Nobody waits for a team once the tournament is over.
    const tournament = `/api/tournament/tournament/${fixture.id}/`
    await app.api.patch(tournament, { isActive: false })
    await phone.getByRole('button', { name: 'We are here' }).waitFor({ state: 'detached' })
    const notify = phone.getByRole('button', { name: 'Notify this phone' })
    await notify.waitFor({ state: 'detached' })
    await app.api.patch(tournament, { isActive: true })
    await phone.getByRole('button', { name: 'We are here' }).waitFor()
    await notify.waitFor()

    const warn = official.getByRole('button', { name: 'Warn Bees' })
    const { y, height } = (await warn.boundingBox())!
    expect(y + height).toBeLessThan(800)
    await warn.tap()
    const warning = official.getByRole('dialog', { name: 'Warn Bees' })
    await warning.getByLabel('Why').selectOption('equipment')
    await warning.getByRole('button', { name: 'Warn' }).tap()
    const warnings = official.getByRole('list', { name: 'Warnings: Bees' })
    await poll(() => warnings.innerText()).toMatch(/^Warned: equipment, /)
    expect(await violationsInThemes(official)).toEqual([])
    expect(await violationsInThemes(phone)).toEqual([])
    await Promise.all([official, phone].map(closePage))
  })

  test('a tablet is paired, referees only at its cabinet, becomes read-only, and is removed', async () => {
    await start(0, app.north.id)
    await start(1, app.south.id)
    const official = await app.open({ device: 'tablet', role: 'tournament' })
    const sheet = await openDevices(official)
    await sheet.getByRole('button', { name: 'Show a code' }).tap()
    await sheet.getByText('Enter a name').waitFor()
    await sheet.getByLabel(/^Name/).fill('north')
    await sheet.getByLabel('Cabinet', { exact: false }).first().selectOption('North')
    await sheet.getByRole('button', { name: 'Show a code' }).tap()
    const code = await sheet.getByLabel('Code for the tablet').innerText()
    expect(code).toMatch(/^[A-Z0-9]{5}\s[A-Z0-9]{5}$/)
    expect(await sheet.innerText()).toContain(`${app.server.url}/pair`)
    expect(await sheet.getByRole('switch').count(), 'an official locks nobody').toBe(0)
    expect(await violationsInThemes(official)).toEqual([])

    const tablet = await app.open({ device: 'tablet' })
    await tablet.goto('/pair')
    await tablet.getByLabel('Code', { exact: false }).fill('xxxxx')
    await tablet.getByRole('button', { name: 'Pair', exact: true }).tap()
    await tablet.getByText('This code does not work').waitFor()
    expect(await violationsInThemes(tablet)).toEqual([])
    await tablet.getByLabel('Code', { exact: false }).fill(code.toLowerCase())
    await tablet.getByRole('button', { name: 'Pair', exact: true }).tap()

    // There is only one tournament, so the tablet opens its cabinet directly.
    const northDialog = dialogAt(tablet, 'North')
    await northDialog.waitFor()
    expect(new URL(tablet.url()).pathname).toBe(`${fixture.path}/dashboard`)
    await northDialog.getByRole('button', { name: '+1 Blue', exact: true }).tap()
    await expect.poll(() => score(0)).toBe('1-0')
    const history = `/api/tournament/tournament/${fixture.id}/history/?order=newest`
    const { results } = await app.api.get<{ results: { device: string }[] }>(history)
    expect(results[0]!.device).toBe('north')
    await sheet.getByText('north is paired with North.').waitFor()
    await sheet.getByText('Referee at North · paired by Olive').waitFor()
    await sheet
      .getByText(/last press \d\d:\d\d/)
      .first()
      .waitFor()

    // At another cabinet the tablet is warned before a press and refused after it.
    await northDialog.getByRole('button', { name: 'Close' }).first().tap()
    expect(await tablet.getByRole('button', { name: 'Organize' }).count()).toBe(0)
    expect(await tablet.getByRole('link', { name: 'Devices' }).count()).toBe(0)
    await tablet.getByRole('link', { name: 'north · referee at North' }).waitFor()
    await tablet.getByRole('button', { name: 'Ref South' }).tap()
    const southDialog = dialogAt(tablet, 'South')
    await southDialog.getByText('north can only referee at North').waitFor()
    await southDialog.getByRole('button', { name: '+1 Gold', exact: true }).tap()
    await southDialog.getByText('north is paired with another cabinet.').waitFor()
    await poll(() => southDialog.getByLabel('Gold score').innerText()).toBe('0')
    expect(await score(1)).toBe('0-0')
    await southDialog.getByRole('button', { name: 'Dismiss' }).tap()

    // The start page leads back to the cabinet.
    await tablet.goto('/')
    await tablet.getByRole('heading', { name: 'north: referee at North' }).waitFor()
    await tablet.getByRole('link', { name: 'Friday Night Referee at North' }).tap()
    await northDialog.waitFor()

    const admin = await app.open({ device: 'desk', role: 'admin' })
    const list = await openDevices(admin)
    await list.getByText('this one').waitFor()
    await list.getByLabel('Read-only: north').click()
    await expect.poll(() => list.getByLabel('Read-only: north').isChecked()).toBe(true)
    await northDialog.getByRole('button', { name: '+1 Blue', exact: true }).tap()
    await northDialog.getByText('An admin can change that under Devices.').waitFor()
    await northDialog.getByText(readOnlyText, { exact: true }).waitFor()
    expect(await score(0)).toBe('1-0')
    expect(await violationsInThemes(admin)).toEqual([])
    expect(await violationsInThemes(tablet)).toEqual([])

    // The last writing device of an admin cannot be made read-only.
    await list
      .getByLabel(/^Read-only: console-/)
      .first()
      .click()
    await list.getByText('This is the last device of an admin that can make changes.').waitFor()

    await list.getByLabel('Read-only: north').click()
    await expect.poll(() => list.getByLabel('Read-only: north').isChecked()).toBe(false)
    await tablet.evaluate(becomeVisible)
    await northDialog.getByText(readOnlyText, { exact: true }).waitFor({ state: 'detached' })
    await list.getByLabel('Cabinet of north').selectOption('South')
    await list.getByText('Referee at South · paired by Olive').waitFor()
    await list.getByRole('button', { name: 'Rename north' }).click()
    const rename = admin.getByRole('dialog', { name: 'Rename north' })
    await rename.getByLabel('Name of the tablet').fill('south')
    await rename.getByRole('button', { name: 'Save' }).click()
    await list.getByText('south', { exact: true }).waitFor()
    await tablet.evaluate(becomeVisible)
    await northDialog.getByText('south can only referee at South').waitFor()

    await list.getByRole('button', { name: 'Remove: south' }).click()
    await admin.waitForTimeout(doubleTapGuardMs)
    await list.getByRole('button', { name: 'Press again: it is signed out: south' }).click()
    await list.getByText('Referee at South').waitFor({ state: 'detached' })
    await northDialog.getByRole('button', { name: '+1 Blue', exact: true }).tap()
    await tablet.getByRole('heading', { name: 'Not Authorized' }).waitFor()
    await closePage(tablet)
    await closePage(official)
    await closePage(admin)
  })

  test('a tablet without a tournament waits for one; its account page only signs out', async () => {
    const attic = await app.api.post<{ id: number }>('/api/game/cabinet/', {
      scene: app.scene,
      name: 'attic',
      displayName: 'Attic',
    })
    const official = await app.open({ device: 'desk', role: 'tournament' })
    const headers = { 'Idempotency-Key': 'attic' }
    const data = { name: 'attic', cabinet: attic.id }
    const url = `/api/tournament/scene/${app.scene}/device/`
    const answer = await official.request.post(url, { headers, data })
    const { code } = (await answer.json()) as { code: string }
    await closePage(official)

    const tablet = await app.open({ device: 'phone' })
    await tablet.clock.install()
    await tablet.goto('/pair')
    await tablet.getByLabel('Code', { exact: false }).fill(`${code.slice(0, 5)} ${code.slice(5)}`)
    await tablet.getByRole('button', { name: 'Pair', exact: true }).tap()
    await tablet.getByText('No active tournament uses Attic yet.').waitFor()
    expect(await violationsInThemes(tablet)).toEqual([])

    // It opens the first tournament by itself; of several, the tablet is asked to choose.
    const assignedCabinets = [app.north.id, app.south.id, attic.id]
    const assign = ({ id }: Fixture) =>
      app.api.patch(`/api/tournament/tournament/${id}/`, { assignedCabinets })
    await assign(fixture)
    await tablet.clock.runFor(minuteMs)
    await dialogAt(tablet, 'Attic').waitFor()
    await assign(await newFixture(app, 'Saturday Night'))
    await tablet.goto('/pair')
    await tablet.getByRole('link', { name: 'Friday Night Referee at Attic' }).waitFor()
    await tablet.getByRole('link', { name: 'Saturday Night Referee at Attic' }).waitFor()
    expect(await violationsInThemes(tablet)).toEqual([])

    await tablet.goto('/account')
    await tablet.getByRole('heading', { name: 'This tablet' }).waitFor()
    expect(await tablet.getByRole('heading', { name: 'Password' }).count()).toBe(0)
    await tablet.getByRole('button', { name: 'Sign out' }).tap()
    await tablet.waitForTimeout(doubleTapGuardMs)
    await tablet.getByRole('button', { name: 'Press again' }).tap()
    await tablet.getByRole('link', { name: 'Sign in' }).first().waitFor()
    await closePage(tablet)
  })

  // Last, since its admin adds a device to the list.
  test('chats and webhooks of a scene are created, tested, listed with their deliveries, and removed', async () => {
    const admin = await app.open({ device: 'desk', role: 'admin' })
    await admin.goto(`${fixture.path}/hooks`)
    await admin.getByText('There are no channels yet.').waitFor()
    await admin.getByLabel('Chat', { exact: true }).selectOption('Slack')
    await admin.getByLabel('Name of the channel').fill('Lobby')
    await admin.getByLabel('Address of the hook').first().fill(chat.hook('lobby'))
    await admin.getByRole('button', { name: 'Add the channel' }).click()
    const lobby = admin.getByRole('group', { name: 'Lobby', exact: true })
    await lobby.getByText('Lobby · Slack · 127.0.0.1').waitFor()
    expect(await admin.content(), 'never shown again').not.toContain(chat.hook('lobby'))
    await lobby.getByLabel('results').click()
    await expect.poll(() => lobby.getByLabel('results').isChecked()).toBe(false)
    await lobby.getByRole('button', { name: 'Test Lobby' }).click()
    await lobby.getByRole('button', { name: 'Deliveries of Lobby' }).click()
    const sent = admin.getByRole('dialog', { name: 'Deliveries of Lobby' })
    await sent.getByText(/ · sent$/).waitFor()
    expect(chat.texts('lobby')).toEqual(['Waggle can post here.'])
    await sent.getByRole('button', { name: 'Close' }).first().click()

    const address = chat.hook('program')
    const webhookTypes = () =>
      chat.posts.filter(({ hook }) => hook === 'program').map(({ body }) => body['type'])
    await admin.getByLabel('Address of the hook').last().fill(address)
    await admin.getByRole('button', { name: 'Add a webhook' }).click()
    const secret = () => admin.getByLabel('Its secret').inputValue()
    await expect.poll(secret).toMatch(/^whsec_/)
    const first = await secret()
    const program = admin.getByRole('group', { name: address, exact: true })
    await program.getByRole('button', { name: /^Make a new secret/ }).click()
    await admin.waitForTimeout(doubleTapGuardMs)
    await program.getByRole('button', { name: /^Press again: a new secret/ }).click()
    await expect.poll(secret).not.toBe(first)
    await program.getByRole('button', { name: `Test ${address}` }).click()
    await admin.getByText('The test was sent. See the result under Deliveries.').waitFor()
    await expect.poll(webhookTypes).toEqual(['webhook.test'])
    await app.api.post('/api/tournament/team/', { tournament: fixture.id, name: 'Moths' })
    await program.getByRole('button', { name: /^Deliveries/ }).click()
    const list = admin.getByRole('dialog', { name: /^Deliveries of http/ })
    await list.getByText('team.changed').waitFor()
    await list
      .getByText(/ · sent$/)
      .nth(1)
      .waitFor()
    await list.getByRole('button', { name: /^Send again: team.changed of/ }).click()
    await expect.poll(webhookTypes).toEqual(['webhook.test', 'team.changed', 'team.changed'])
    expect(await violationsInThemes(admin)).toEqual([])
    await list.getByRole('button', { name: 'Close' }).first().click()
    expect(await violationsInThemes(admin)).toEqual([])
    await lobby.getByRole('button', { name: /^Remove/ }).click()
    await admin.waitForTimeout(doubleTapGuardMs)
    await lobby.getByRole('button', { name: /^Press again to remove/ }).click()
    await admin.getByText('There are no channels yet.').waitFor()
    await closePage(admin)
  })
})

// An evening from the side of its officials and its audience: by touch, in real browsers.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lastAction } from './controls.ts'
import { closePage, matchesOf, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'
import { startBreakableConnection } from './breakable-connection.ts'
import { expectControlSizes, fontSize, layoutCheck } from './layout-checks.ts'
import * as push from './push-service.ts'

const doubleTapGuardMs = 700
const missing = noChromium()
if (missing) console.warn(`Left out: the evening in a browser (${missing})`)

describe.skipIf(missing !== null)('an evening', () => {
  let app: BrowserApp
  let fixture: Fixture
  beforeAll(async () => {
    app = await openApp({ secret: 'a secret for tests' })
    fixture = await newFixture(app, 'Friday Night')
    const [first] = fixture.queues
    const matches = fixture.matches.map((match) => match.id)
    await app.api.put(`/api/tournament/queue/${first!.id}/set-queue/`, { matches })
  })
  afterAll(() => app?.stop())

  test('a visitor without a role is not authorized; a link signs an official in', async () => {
    const page = await app.open({ device: 'tablet' })
    await page.goto(`${fixture.path}/current-matches`)
    await page.getByRole('heading', { name: 'Not Authorized' }).waitFor()
    await closePage(page)
    const official = await app.open({ device: 'tablet' })
    await official.goto(await app.linkFor('tournament'))
    await official.getByText('Olive').waitFor()
    await official.getByRole('link', { name: 'Officiate' }).tap()
    await official.getByRole('heading', { name: 'Manage Current Matches' }).waitFor()
    await official.goto(`${fixture.path}/teams`)
    await official.getByRole('heading', { name: 'Not Authorized' }).waitFor()
    await official.getByRole('button', { name: 'Sign out' }).tap()
    await official.getByRole('link', { name: 'Sign in' }).first().waitFor()
    await closePage(official)
  })

  test('R-AN-1: an announcement is shown on phones and boards until it is ended or undone', async () => {
    const admin = await app.open({ device: 'tablet', role: 'tournament' })
    const phone = await app.open({ device: 'phone' })
    const board = await app.open({ device: 'desk' })
    const path = `/api/tournament/tournament/${fixture.id}/`
    await phone.goto(`/t/hive/${fixture.slug}`)
    await board.goto(`/t/hive/${fixture.slug}/display/queue-board`)
    await admin.goto(`${fixture.path}/announcements`)
    await admin.getByText('There are no announcements.').waitFor()
    await admin.getByLabel('Text').fill('Pizza is here')
    await admin.getByRole('button', { name: 'Announce' }).tap()
    const announcements = (page: Page) => page.getByRole('list', { name: 'Announcements' })
    for (const page of [phone, board]) {
      await poll(() => announcements(page).innerText()).toBe('Pizza is here')
    }
    await admin.getByRole('button', { name: 'End “Pizza is here”' }).tap()
    await admin.getByText('There are no announcements.').waitFor()
    for (const page of [phone, board]) await announcements(page).waitFor({ state: 'detached' })
    const { version } = await app.api.get<{ version: number }>(path)
    await app.api.put(`${path}undo/`, { version })
    await poll(() => announcements(phone).innerText()).toBe('Pizza is here')
    await Promise.all([admin, phone, board].map(closePage))
  })

  test('a phone subscribes to the news of a team by one tap and the browser’s own prompt', async () => {
    const phone = await app.open({ device: 'phone', worker: true })
    await phone.context().grantPermissions(['notifications'])
    await phone.addInitScript(push.fakePushService)
    const { blueTeam } = fixture.matches[0]!
    const page = `/tournament-team/${blueTeam}`
    await phone.goto(page)
    const ask = phone.getByRole('button', { name: 'Notify this phone' })
    await push.reloadUnsent(phone, ask)
    await ask.tap()
    const settings = phone.getByRole('group', { name: 'Notifications are on' })
    const subscriptions = () => push.subscriptionsOf(app, fixture.id)
    const stored = { team: blueTeam, player: null, page }
    await settings.waitFor()
    // No answer arrives before the second tap, nor before the page is left. Neither is forgotten.
    await phone.route('**/push/', (route) => void route.fetch(), { times: 1 })
    const kinds = ['on_deck', 'called', 'announcement']
    await push.tapOff(settings, ['results', 'delayed by more than 15 min'])
    await expect
      .poll(subscriptions)
      .toMatchObject([{ ...stored, kinds: [...kinds, 'delayed'], language: 'en' }])
    const storedSubscription = () =>
      phone.evaluate<string>(`localStorage['waggle:push:${fixture.id}']`)
    await poll(storedSubscription).not.toContain('delayed')

    // Its notifications follow a language that is chosen on another page.
    await phone.goto('/')
    await phone.getByLabel('Language').selectOption('es')
    await expect.poll(storedSubscription).toContain('"language":"es"')
    expect(await subscriptions()).toMatchObject([{ team: blueTeam, kinds, page, language: 'es' }])
    await phone.getByLabel('Idioma').selectOption('en')
    await expect.poll(storedSubscription).toContain('"language":"en"')
    expect(await subscriptions()).toMatchObject([{ page, language: 'en' }])
    await phone.goto(page)

    // Not every browser can show notifications, so showing them is faked.
    const [worker] = phone.context().serviceWorkers()
    await worker!.evaluate(`self.registration.showNotification = async (title, { tag, data }) =>
      void (self.shown ??= []).push([title, tag, data])`)
    const data = JSON.stringify({ title: 'Now on North', body: 'M1', tag: 'called 1', page })
    await push.deliverPushTwice(phone, { origin: app.server.url, data })
    const notification = ['Now on North', 'called 1', page] // a tag twice is shown once
    await expect.poll(() => worker!.evaluate('self.shown')).toEqual([notification, notification])

    await settings.getByRole('button', { name: 'Turn off notifications' }).tap()
    await ask.waitFor()
    await expect.poll(subscriptions).toEqual([])
    await closePage(phone)
  })

  test('a match is played from the queue to its completion, and then the next one', async () => {
    const tablet = await app.open({ device: 'tablet', role: 'tournament' })
    const phone = await app.open({ device: 'phone' })
    await phone.goto(`/t/hive/${fixture.slug}`)
    await tablet.goto(`${fixture.path}/current-matches`)
    const publicCard = card(phone)
    await poll(() => publicCard.innerText()).toContain('(no game)')
    await phone.evaluate(() => Object.assign(globalThis, { isFirstLoad: true }))

    await tablet.getByRole('button', { name: 'Ref North' }).tap()
    const dialog = tablet.getByRole('dialog', { name: /^Referee: North/ })
    const score = (colour: string) => dialog.getByLabel(`${colour} score`).innerText()
    const team = (colour: string) =>
      dialog.getByRole('region', { name: new RegExp(`^${colour}: `) }).getAttribute('aria-label')
    const scores = async () => `${await score('Blue')}-${await score('Gold')}`
    await app.north.wake()
    await app.north.sleep()
    await poll(() => nextBar(tablet)).toMatch(/^Start M1: .*\s+Cabinet client offline 0:\d\d$/)
    await app.north.wake()
    await poll(() => nextBar(tablet)).toBe('Start M1: Bees v Wasps')
    await dialog.getByRole('button', { name: 'Start M1: Bees v Wasps' }).tap()
    await dialog.getByRole('heading', { name: 'M1' }).waitFor()
    await poll(scores).toBe('0-0')
    await poll(() => sides(phone)).toBe('Bees 0, Wasps 0')

    const first = await app.north.begin({ winner: 'blue', map: 'Night' })
    await dialog.getByText('Night', { exact: true }).waitFor()
    await poll(() => publicCard.innerText()).toMatch(/Map\s+Night/)
    await first.end()
    await poll(scores).toBe('1-0')
    await poll(() => sides(phone)).toBe('Bees 1, Wasps 0')

    await dialog.getByRole('button', { name: 'Swap Blue/Gold' }).tap()
    await poll(scores).toBe('0-1')
    expect([await team('Blue'), await team('Gold')]).toEqual(['Blue: Wasps', 'Gold: Bees'])
    await poll(() => sides(phone)).toBe('Wasps 0, Bees 1')

    await dialog.getByRole('switch', { name: 'Warm-up game' }).tap()
    await poll(() => publicCard.innerText()).toContain('Warm-up')
    const warmup = await app.north.begin({ winner: 'gold', map: 'Dusk' })
    await poll(() => publicCard.innerText()).toMatch(/Map\s+Dusk/)
    await warmup.end()
    await poll(() => publicCard.innerText()).toMatch(/Map\s+-/)
    await poll(() => publicCard.innerText()).not.toContain('Warm-up')
    // The last-action bar is about this tablet only; what the system does is in the history.
    expect(await lastAction(tablet.getByRole('dialog'))).toMatch(/^Undo: Warm-up of M1 on /)
    expect(await dialog.getByRole('switch', { name: 'Warm-up game' }).isChecked()).toBe(false)
    expect(await scores()).toBe('0-1')

    await app.north.play({ winner: 'blue' })
    await poll(scores).toBe('1-1')
    await poll(() => sides(phone)).toBe('Wasps 1, Bees 1')

    await dialog.getByRole('button', { name: '+1 Gold', exact: true }).tap()
    await poll(scores).toBe('1-2')
    await poll(() => lastAction(tablet.getByRole('dialog'))).toMatch(
      /^Undo: \+1 .* \d\d:\d\d:\d\d$/,
    )
    await dialog.getByRole('button', { name: 'Match Complete' }).tap()
    await dialog.getByRole('heading', { name: 'No current match' }).waitFor()
    await poll(() => nextBar(tablet)).toMatch(/Starts automatically in [12]:\d\d/)
    await poll(() => publicCard.innerText()).toContain('(no game)')
    await poll(() => matchText(phone, 'M1')).toMatch(/Bees\s+won\s+2\s+Wasps\s+1/)

    // After a reload the tablet still offers the undo.
    await tablet.reload()
    await dialog.getByRole('button', { name: /^Undo: / }).tap()
    await dialog.getByRole('heading', { name: 'M1' }).waitFor()
    await poll(scores).toBe('1-2')
    await poll(() => sides(phone)).toBe('Wasps 1, Bees 2')
    await poll(() => nextBar(tablet)).toBe('Complete M1: Bees wins 2-1')

    // A second tap this soon would be ignored as an accidental double tap.
    await tablet.waitForTimeout(doubleTapGuardMs)
    await dialog.getByRole('button', { name: 'Match Complete' }).tap()
    await poll(() => nextBar(tablet)).toMatch(/^Start M2: /)
    await dialog.getByRole('button', { name: /^Start M2: / }).tap()
    await dialog.getByRole('heading', { name: 'M2' }).waitFor()
    await poll(() => publicCard.innerText()).toContain('M2')
    expect(await phone.evaluate(() => 'isFirstLoad' in globalThis)).toBe(true)

    await dialog.getByRole('button', { name: 'Close' }).last().tap()
    await dialog.waitFor({ state: 'detached' })
    // The URL follows the dialog.
    await poll(async () => new URL(tablet.url()).hash).toBe('')
    await closePage(tablet)
    await closePage(phone)
  })

  test('a decided match completes by itself; after an undo a person decides about the last game', async () => {
    const { path, id } = await newFixture(app, 'Saturday Night')
    const [tablet, dialog] = await referee(`${path}/current-matches#${app.south.id}`)
    await app.south.wake()
    await dialog.getByRole('button', { name: /^M1 .*Bees vs. Wasps/ }).tap()
    await dialog.getByRole('heading', { name: 'M1' }).waitFor()
    await app.south.play({ winner: 'gold' })
    await poll(() => dialog.getByLabel('Gold score').innerText()).toBe('1')
    await app.south.play({ winner: 'gold' })
    await dialog.getByRole('heading', { name: 'No current match' }).waitFor()
    expect(await lastAction(tablet.getByRole('dialog'))).toMatch(/^Undo: M1 started on South /)
    await dialog.getByRole('button', { name: /^More about the last action/ }).tap()
    const history = tablet.getByRole('dialog', { name: 'What was done' })
    const lastGame = tablet.getByRole('button', { name: /^Wasps won a game in M1/ })
    const lastGameStep = history.getByRole('listitem').filter({ has: lastGame }).first()
    await lastGameStep.getByRole('button').first().tap()
    await lastGameStep.getByRole('button', { name: 'Undo this' }).tap()
    await dialog.getByRole('heading', { name: 'M1' }).waitFor()
    await history.getByRole('button', { name: 'Close' }).tap()
    await poll(() => dialog.getByLabel('Gold score').innerText()).toBe('1')

    // The match is not decided now, so completing it needs a confirmation, which can be cancelled.
    await dialog.getByRole('button', { name: 'Match Complete' }).tap()
    const confirmation = tablet.getByRole('dialog', { name: 'Set M1 complete?' })
    await confirmation.getByText('The score does not decide the match yet.').waitFor()
    await confirmation.getByText('A finished game on this cabinet is not counted yet.').waitFor()
    await confirmation.getByRole('button', { name: 'Keep playing' }).tap()
    await confirmation.waitFor({ state: 'detached' })
    await dialog.getByRole('heading', { name: 'M1' }).waitFor()

    await dialog.getByRole('button', { name: /^Inactive/ }).tap()
    const pause = tablet.getByRole('dialog', { name: 'Pause Match and remove from queue' })
    await pause.getByRole('button', { name: 'Pause M1' }).tap()
    await dialog.getByRole('heading', { name: 'No current match' }).waitFor()
    const [first] = await matchesOf(app.api, id)
    expect(first).toMatchObject({ activeCabinet: null, isComplete: false, goldScore: 1 })
    await closePage(tablet)
  })

  test('two officials at one cabinet see the same match, each with their own arrangement of sides', async () => {
    const { path } = await newFixture(app, 'Sunday Night')
    const address = `${path}/current-matches#${app.south.id}`
    const [tablet, dialog] = await referee(address)
    await dialog.getByRole('button', { name: /^M1 / }).tap()
    const other = await app.open({ device: 'phone', role: 'admin' })
    await other.goto(address)
    await other.getByRole('heading', { name: 'M1' }).waitFor()
    await dialog.getByRole('button', { name: '+1 Blue', exact: true }).tap()
    await poll(() => other.getByLabel('Blue score').innerText()).toBe('1')
    await other.getByRole('button', { name: 'Flip view' }).tap()
    const fromTheLeft = async (page: Page): Promise<string> => {
      const sides = await page.getByRole('region', { name: /^(Blue|Gold): / }).all()
      const positions = await Promise.all(
        sides.map(async (side) => ({
          name: await side.getAttribute('aria-label'),
          x: (await side.boundingBox())?.x ?? 0,
        })),
      )
      const sorted = positions.toSorted((a, b) => a.x - b.x)
      return sorted.map(({ name }) => name).join(' | ')
    }
    await poll(() => fromTheLeft(other)).toBe('Gold: Wasps | Blue: Bees')
    expect(await fromTheLeft(tablet)).toBe('Blue: Bees | Gold: Wasps')
    await other.getByRole('button', { name: '-1 Blue', exact: true }).tap()
    await poll(() => dialog.getByLabel('Blue score').innerText()).toBe('0')
    await closePage(tablet)
    await closePage(other)
  })

  test('ux 3: in no state does a control of a referee move, on any screen', async () => {
    const { id, path, matches, queues } = await newFixture(app, 'Standing Still')
    const { api, north } = app
    const [first] = matches
    const match = `/api/tournament/match/${first!.id}/`
    const all = matches.map((one) => one.id)
    await api.put(`/api/tournament/queue/${queues[0]!.id}/set-queue/`, { matches: all })
    await north.wake()
    const connection = await startBreakableConnection(app)
    const [tablet, dialog] = await referee(`${path}/current-matches#${north.id}`, connection.at)
    const [cards, queue] = [
      await app.open({ device: 'tablet', role: 'tournament', at: connection.at }),
      await app.open({ device: 'tablet', role: 'tournament', at: connection.at }),
    ]
    await cards.goto(`${path}/current-matches`)
    await queue.goto(`${path}/match-queue`)
    const main = /^(Start M|Complete M|Next)/
    const atCabinet = layoutCheck(tablet, controlsOf(dialog, [...fixedControls, main]))
    const card = cards.getByRole('article', { name: 'North' })
    const onCard = layoutCheck(cards, controlsOf(card, ['Ref North', 'Protest on North', main]))
    const inQueue = layoutCheck(queue, controlsOf(queue, ['Ref North', /^Next on North/]))
    async function expectSameLayout(state: string, text: string | RegExp): Promise<void> {
      await dialog.getByText(text).first().waitFor()
      await Promise.all([atCabinet, onCard, inQueue].map((measure) => measure(state)))
    }
    for (const page of [dialog, card]) await page.getByText(/^Start M1/).waitFor()
    await expectSameLayout('nothing is played', /^Start M1/)
    await api.put(`${match}start/`, { cabinet: north.id })
    await expectSameLayout('a match', 'First to 2')
    const longName = 'The Most Serene and Ancient Society of Honey Badgers and Their Friends'
    await api.patch(`/api/tournament/team/${first!.blueTeam}/`, { name: longName })
    await expectSameLayout('a long name', longName)
    await api.patch(match, { isWarmup: true })
    await expectSameLayout('a warm-up', 'WARM-UP: this game does not count')
    await api.patch(match, { isWarmup: false })
    const game = await north.begin({ winner: 'blue' })
    await expectSameLayout('a game', 'Day')
    await api.put(`${match}stop/`, {})
    await game.end()
    await expectSameLayout('a late game', '1 late game')
    await api.put(`${match}start/`, { cabinet: north.id })
    await tablet.route('**/add-score/', (route) => route.abort())
    await dialog.getByRole('button', { name: '+1 Gold', exact: true }).tap()
    await expectSameLayout('pending', /^Waiting for the connection|^Not saved yet/)
    await tablet.unroute('**/add-score/')
    await poll(() => dialog.innerText()).not.toContain('unsent')
    await api.put(`${match}review/`, { on: true })
    await expectSameLayout('a review', /^Under review/)
    await api.put(`${match}review/`, { on: false })
    await north.sleep()
    await expectSameLayout('the cabinet is away', /^Cabinet client offline/)
    await north.wake()
    await api.patch(match, { blueScore: 2 })
    await expectSameLayout('decided', /^Complete M1: /)
    await expectControlSizes(tablet, dialog)
    const sizeOf = (element: Locator) => element.evaluate(fontSize)
    expect(await sizeOf(dialog.getByLabel('Blue score'))).toBeGreaterThanOrEqual(96)
    expect(await sizeOf(dialog.getByText('-:--'))).toBeGreaterThanOrEqual(48)
    // The main action at its fixed place, not the other button that also completes the match.
    await dialog.getByRole('button', { name: /^Complete M1: / }).tap()
    // A late game still waits for a decision, so completing needs a confirmation.
    await tablet.getByRole('button', { name: 'Complete anyway' }).tap()
    await dialog.getByText(/^FINAL M1: .* wins 2-1$/).waitFor()
    await expectSameLayout('the timer runs', /^Starts automatically in/)
    expect((await matchesOf(api, id))[0]).toMatchObject({ isComplete: true })
    await connection.lose(tablet, cards, queue)
    await dialog.getByText('Try now').waitFor()
    await card.getByText(/as of \d\d:\d\d:\d\d/).waitFor()
    await queue.getByText('Try now').waitFor()
    await expectSameLayout('the line is lost', /as of \d\d:\d\d:\d\d/)
    for (const page of [tablet, cards, queue]) await closePage(page)
    await connection.close()
  })

  async function referee(address: string, at?: string) {
    const page = await app.open({ device: 'tablet', role: 'tournament', ...(at && { at }) })
    await page.goto(address)
    return [page, page.getByRole('dialog', { name: /^Referee: / })] as const
  }
})

/** Controls that are always on a referee's screen. */
const fixedControls = [
  'Protest',
  'Set score',
  'Flip view',
  'Swap Blue/Gold',
  'Match Complete',
  '+1 Blue',
  '+1 Gold',
  '-1 Blue',
  '-1 Gold',
  /^\+30 s/,
  /^(Hold|Release)$/,
  /^More about the last action/,
]

function controlsOf(within: Page | Locator, names: (string | RegExp)[]) {
  const control = (name: string | RegExp) => () =>
    within.getByRole('button', { name, exact: typeof name === 'string' }).first()
  return Object.fromEntries(names.map((name) => [String(name), control(name)]))
}

function card(page: Page) {
  return page.getByRole('article', { name: 'North' })
}

/** `Bees 1, Wasps 0`: blue first, as on the card of the cabinet. */
async function sides(page: Page): Promise<string> {
  const text = await card(page).innerText()
  const [, ...parts] = /BLUE\s+(\S+)\s+(\d+)\s+GOLD\s+(\S+)\s+(\d+)/.exec(text) ?? []
  return `${parts[0]} ${parts[1]}, ${parts[2]} ${parts[3]}`
}

function matchText(page: Page, match: string): Promise<string> {
  return page.getByRole('link', { name: new RegExp(`^${match} `) }).innerText()
}

function nextBar(page: Page): Promise<string> {
  return page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Start M|Complete M|Next)/ })
    .innerText()
}

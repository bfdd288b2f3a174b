// The administration: who finds which screens, and what its addresses and cards lead to.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import { moveTo } from './client-navigation.ts'
import { closePage, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: the administration in a browser (${missing})`)
const tablet = { device: 'tablet', role: 'tournament' } as const

describe.skipIf(missing !== null)('the administration', () => {
  let app: BrowserApp
  let fixture: Fixture
  beforeAll(async () => {
    app = await openApp()
    fixture = await newFixture(app, 'Every Friday')
  })
  afterAll(() => app?.stop())

  const changeTournament = (change: object) =>
    app.api.patch(`/api/tournament/tournament/${fixture.id}/`, change)
  async function menuOf(page: Page, name: string): Promise<Record<string, string | null>> {
    await page.getByRole('button', { name, exact: true }).click()
    const items = page.getByRole('menu').getByRole('menuitem')
    await items.first().waitFor()
    const all = await items.evaluateAll((found) =>
      found.map((item) => [
        item.textContent,
        item.getAttribute('href')?.replace(/\/$/, '') ?? null,
      ]),
    )
    await page.keyboard.press('Escape')
    await items.first().waitFor({ state: 'detached' })
    return Object.fromEntries(all)
  }
  const addresses = (segments: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(segments).map(([name, path]) => [
        name,
        `${fixture.path}/${path}`.replace(/\/$/, ''),
      ]),
    )

  test('an admin has the screens of both menus, an official only those of Officiate', async () => {
    const officiate = addresses({
      Dashboard: 'dashboard',
      'Manage Current Matches': 'current-matches',
      'Edit Match Results': 'edit-match-results',
      'Match Queue': 'match-queue',
    })
    const organize = addresses({
      'Basic Settings': '',
      Templates: 'templates',
      'Configure Registration': 'configure-registration',
      'Payment Processor': 'payment-processor',
      Links: 'links',
      'Team & Player Management': 'teams',
      'Draft Tool': 'draft-tool',
      'Registered Players': 'registered-list',
      Stages: 'stages',
      'Team Placement': 'team-placement',
      'Assigned Cabinets': 'cabinets',
      Videos: 'videos',
    })
    const admin = await app.visit({ device: 'desk', role: 'admin' }, `${fixture.path}/dashboard`)
    expect(await menuOf(admin, 'Officiate')).toMatchObject(officiate)
    expect(await menuOf(admin, 'Organize')).toMatchObject({
      ...organize,
      'Delete Tournament': null,
    })
    const official = await app.visit(tablet, `${fixture.path}/dashboard`)
    expect(await menuOf(official, 'Officiate')).toMatchObject(officiate)
    expect(await official.getByRole('button', { name: 'Organize' }).count()).toBe(0)
    for (const path of Object.values(organize)) {
      await moveTo(official, path)
      await official.getByRole('heading', { name: 'Not Authorized' }).waitFor()
    }
    await closePage(admin)
    await closePage(official)
  })

  test('teams are placed only if the matches come from stages of the tournament', async () => {
    for (const linkType of ['manual', 'challonge']) {
      await changeTournament({ linkType })
      const page = await app.visit({ device: 'desk', role: 'admin' }, `${fixture.path}/links`)
      const organize = await menuOf(page, 'Organize')
      expect(organize).toHaveProperty('Stages')
      expect(organize).not.toHaveProperty('Team Placement')
      await page.goto(`${fixture.path}/team-placement`)
      await page.getByText('There is nothing at this address.').waitFor()
      await closePage(page)
    }
    await changeTournament({ linkType: 'hivemind' })
  })

  test('every screen leads to the scene and the tournament; the rest of an address is passed on', async () => {
    const page = await app.visit(tablet, `${fixture.path}/timeline`)
    await page.goto(`${fixture.path}/unknown`)
    await page.getByText('There is nothing at this address.').waitFor()
    const second = fixture.matches[1]!
    await moveTo(page, `${fixture.path}/edit-match-results/${second.id}`)
    await page.getByRole('region', { name: 'Edit M2' }).waitFor()
    const ways = page.getByRole('main').getByRole('link')
    const hrefs = await ways.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(hrefs.slice(0, 2)).toEqual(['/scene/hive', `/t/hive/${fixture.slug}`])
    await closePage(page)
  })

  test('beside the title of an organiser’s screen is its part of the handbook', async () => {
    const page = await app.visit({ device: 'tablet', role: 'admin' }, `${fixture.path}/stages`)
    await page.getByRole('button', { name: 'Help: Stages' }).tap()
    const help = page.getByRole('dialog', { name: 'Formats' })
    await help.getByRole('row', { name: 'Round robin everybody plays everybody' }).waitFor()
    expect(await help.getByRole('link').count()).toBe(0)
    expect(await violationsInThemes(page)).toEqual([])
    await help.getByRole('button', { name: 'Close' }).tap()
    expect(await help.count()).toBe(0)
    await moveTo(page, `${fixture.path}/timeline`, 'Timeline')
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
    expect(await page.getByRole('button', { name: /^Help/ }).count()).toBe(0)
    await closePage(page)
  })

  test('until it is known who is signed in, a spinner is shown', async () => {
    const page = await app.open(tablet)
    let answer = () => {}
    const asked = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/user/visitor/', async (route) => {
      await asked
      await route.continue()
    })
    await page.goto(`${fixture.path}/current-matches`)
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    expect(await page.getByText('Not Authorized').count()).toBe(0)
    answer()
    await page.getByRole('heading', { name: 'Manage Current Matches' }).waitFor()
    await closePage(page)
  })

  test('a cabinet that is offline and has no match is hidden and shown by a press', async () => {
    await app.north.wake()
    await app.south.wake()
    const page = await app.visit(tablet, `${fixture.path}/dashboard`)
    const card = (name: string) => page.getByRole('article', { name })
    await card('South').getByText('Online').waitFor()
    await card('South').getByText('(no game)').waitFor()
    const game = await app.south.begin({ winner: 'blue' })
    await card('South').getByText('A game without a match').waitFor()
    await game.end()
    await card('South').getByText('(no game)').waitFor()
    await app.south.sleep()
    await card('South')
      .getByText(/offline/i)
      .waitFor()
    await page.getByRole('button', { name: 'Hide Inactive Cabinets' }).tap()
    await card('South').waitFor({ state: 'detached' })
    expect(await card('North').count()).toBe(1)
    await page.getByRole('button', { name: 'Show Inactive Cabinets' }).tap()
    await card('South').waitFor()
    await closePage(page)
  })

  test('an opened cabinet is in the address, and its queue on the dashboard', async () => {
    const queue = `/api/tournament/queue/${fixture.queues[0]!.id}/`
    await app.api.put(`${queue}set-queue/`, { matches: [fixture.matches[2]!.id] })
    const page = await app.visit(tablet, `${fixture.path}/dashboard`)
    const north = page.getByRole('article', { name: 'North' })
    await north.getByRole('list', { name: 'Queue' }).getByText(/^M3 /).waitFor()
    await north.getByRole('button', { name: 'Ref North' }).tap()
    const dialog = page.getByRole('dialog', { name: /^Referee: North/ })
    await dialog.waitFor()
    const fragment = async () => new URL(page.url()).hash
    await poll(fragment).toBe(`#${app.north.id}`)
    await page.reload()
    await dialog.waitFor()
    for (const name of ['Swap Blue/Gold', 'Match Complete']) {
      expect(await dialog.getByRole('button', { name, exact: true }).isDisabled()).toBe(true)
    }
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().tap()
    await poll(fragment).toBe('')
    expect(await dialog.count()).toBe(0)
    // The reason of an action is said once (ux 5).
    await app.api.put(`${queue}set-queue/`, { matches: [] })
    const reasons = north.getByText('The queue is empty').filter({ visible: true })
    await reasons.waitFor()
    expect(await reasons.count()).toBe(1)
    await closePage(page)
  })

  test('Reload Matches reads all matches again, and says if there are none', async () => {
    const { id: empty } = await app.api.post<{ id: number }>('/api/tournament/tournament/', {
      scene: app.scene,
      name: 'Without stages',
      date: '2026-01-02',
      assignedCabinets: [app.north.id],
    })
    const page = await app.open(tablet)
    const sent: string[] = []
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => void sent.push(String(payload)))
    })
    await page.goto(`/tournament/${empty}/admin/current-matches#${app.north.id}`)
    const dialog = page.getByRole('dialog', { name: /^Referee: North/ })
    const text =
      'No available matches found. Make sure stages have been created and teams are assigned to them.'
    await dialog.getByText(text).waitFor()
    const reads = () => sent.filter((frame) => /"subscribe","have":0\b/.test(frame)).length
    const before = reads()
    await dialog.getByRole('button', { name: 'Reload Matches' }).tap()
    await poll(async () => `${reads() - before}`).toBe('1')
    await closePage(page)
  })

  test('the sides and the warm-up ignore a second press until the first is saved', async () => {
    const { id } = fixture.matches[0]!
    await app.api.put(`/api/tournament/match/${id}/start/`, { cabinet: app.north.id, force: true })
    const page = await app.visit(tablet, `${fixture.path}/current-matches#${app.north.id}`)
    const dialog = page.getByRole('dialog', { name: /^Referee: North/ })
    const requests: string[] = []
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(`**/api/tournament/match/${id}/`, async (route) => {
      requests.push(route.request().postData() ?? '')
      await held
      await route.continue()
    })
    const presses = [
      dialog.getByRole('button', { name: 'Swap Blue/Gold' }),
      dialog.getByRole('switch', { name: 'Warm-up game' }),
    ]
    for (const control of presses) for (let n = 0; n < 2; n++) await control.click({ force: true })
    answer()
    const state = async () => {
      const { isFlipped, isWarmup } = await app.api.get<{ isFlipped: boolean; isWarmup: boolean }>(
        `/api/tournament/match/${id}/`,
      )
      return `${isFlipped} ${isWarmup}`
    }
    await poll(state).toBe('true true')
    expect(requests).toHaveLength(2)
    await closePage(page)
  })

  test('a queue shows the score of the match on its cabinet, and of no other', async () => {
    const [first, second] = fixture.matches
    await app.api.put(`/api/tournament/match/${first!.id}/start/`, {
      cabinet: app.north.id,
      force: true,
    })
    await app.api.patch(`/api/tournament/match/${first!.id}/`, { blueScore: 1, goldScore: 0 })
    await app.api.patch(`/api/tournament/match/${second!.id}/`, { blueScore: 1, goldScore: 0 })
    const queue = `/api/tournament/queue/${fixture.queues[0]!.id}/`
    await app.api.put(`${queue}set-queue/`, { matches: [second!.id] })
    const page = await app.visit(tablet, `${fixture.path}/match-queue`)
    const card = page.getByRole('region', { name: 'North' })
    const lines = async () =>
      (await card.innerText()).split('\n').filter((line) => /^M\d/.test(line))
    await poll(async () => (await lines()).join()).toBe('M1 (1-0) · Round 1,M2 · Round 1')
    await closePage(page)
  })

  describe('a refusal of the server is shown to an organiser', () => {
    const desk = { device: 'desk', role: 'admin' } as const
    const refuse = (page: Page, path: string, status: number, json: object) =>
      page.route(path, (route) =>
        route.request().method() === 'GET' ? route.continue() : route.fulfill({ status, json }),
      )

    test('with all errors of a validation, one per line', async () => {
      const [{ id }] = (
        await app.api.get<{ results: [{ id: number }] }>(
          `/api/tournament/bracket/?tournamentId=${fixture.id}`,
        )
      ).results
      const page = await app.visit(desk, `${fixture.path}/stages/${id}`)
      const errors = ['The bracket has not started.', 'Bees are not in it.']
      await refuse(page, '**/validate/', 200, { success: false, errors })
      await page.getByRole('button', { name: 'Validate' }).click()
      await poll(() => page.getByText(errors[0]!).innerText()).toBe(errors.join('\n'))
      await closePage(page)
    })

    test('with the wrong fields of a new stage', async () => {
      const page = await app.visit(desk, `${fixture.path}/stages/new`)
      await page.getByLabel('Name').fill('Playoffs')
      await refuse(page, '**/api/tournament/bracket/', 400, { name: ['That name is taken'] })
      await page.getByRole('button', { name: 'Create stage' }).click()
      await page.getByText('That name is taken').first().waitFor()
      await closePage(page)
    })

    test('for the photos of players', async () => {
      const page = await app.visit(desk, `${fixture.path}/configure-registration`)
      const photos = page.getByRole('switch', { name: 'Players have to send a photo' })
      await photos.click({ force: true })
      const detail = 'Photos are too large for this server.'
      await refuse(page, `**/api/tournament/tournament/${fixture.id}/`, 409, { detail })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Could not change the photo requirement.').waitFor()
      await page.getByText(detail).waitFor()
      await closePage(page)
    })
  })

  test('the latest five games of a cabinet can be added to a match by hand', async () => {
    await changeTournament({ linkType: 'manual' })
    for (const map of ['Night', 'Day', 'Day', 'Day', 'Day', 'Dusk'] as const) {
      await app.south.play({ winner: 'blue', map })
    }
    const page = await app.visit(tablet, `${fixture.path}/current-matches#${app.south.id}`)
    const games = page.getByRole('region', { name: 'Recent Games on South' })
    await games.getByText(/Dusk/).first().waitFor()
    expect(await games.getByRole('listitem').count()).toBe(5)
    expect(await games.getByText(/Night/).count()).toBe(0)
    await changeTournament({ linkType: 'hivemind' })
    await closePage(page)
  })

  test('another payment account of the scene is chosen', async () => {
    const page = await app.visit({ device: 'desk', role: 'admin' }, `${fixture.path}/links`)
    const account = {
      id: 7,
      scene: app.scene,
      stripeAccountId: 'acct_7',
      createdTimestamp: '2026-01-02T20:00:00.000Z',
      stripeConfigured: true,
      detailsSubmitted: true,
      chargesEnabled: true,
      reason: null,
    }
    await page.route('**/api/tournament/payment-account/**', (route) =>
      route.fulfill({ json: { count: 1, next: null, previous: null, results: [account] } }),
    )
    const sent: unknown[] = []
    await page.route('**/update-stripe/', (route) => {
      sent.push(route.request().postDataJSON())
      return route.fulfill({ json: account })
    })
    await moveTo(page, `${fixture.path}/payment-processor`)
    await page.getByRole('button', { name: 'Update payment account' }).click()
    await page.getByText('Payment account updated').waitFor()
    expect(sent).toEqual([{ paymentAccountId: 7 }])
    await closePage(page)
  })
})

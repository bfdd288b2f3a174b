// The Draft Tool: captains, picks, two organisers at once, and the created teams; a mixer.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import { secondsAtDoor, secondsOf } from './keystrokes.ts'
import type { Work } from './keystrokes.ts'
import { countActions, openScreen } from './organizer.ts'
import { smallScreenProblems } from './small-screens.ts'
import { closePage, matchesOf, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'

const doubleTapGuardMs = 700
const missing = noChromium()
if (missing) console.warn(`Left out: the draft in a browser (${missing})`)

const mixerPresses = 12
const mixerSeconds = 600
const levels = ['Little', 'Some', 'A lot'] as const
type DraftStatus = { teams: { name: string; players: (number | null)[] }[]; createdTeams: number[] }

describe.skipIf(missing !== null)('the draft tool', () => {
  let app: BrowserApp
  let fixture: Fixture
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())
  beforeEach(async () => {
    fixture = await newFixture(app, 'Draft Night')
    for (const name of names) await addPlayer(name)
  })

  const addPlayer = (name: string) =>
    app.api.post<{ id: number }>('/api/tournament/player/', { tournament: fixture.id, name })
  const url = () => `/api/tournament/tournament/${fixture.id}`
  const draftStatus = () => app.api.get<DraftStatus>(`${url()}/draft-status/`)
  const playerNames = async () => {
    const { results } = await app.api.get<{ results: { id: number; name: string }[] }>(
      `/api/tournament/player/?tournamentId=${fixture.id}`,
    )
    return (id: number | null) => results.find((one) => one.id === id)?.name ?? '-'
  }
  /** `Crew: Ada Bo, Gang: Cy -` */
  async function stored(): Promise<string> {
    const nameOf = await playerNames()
    const { teams } = await draftStatus()
    return teams.map(({ name, players }) => `${name}: ${players.map(nameOf).join(' ')}`).join(', ')
  }
  const beginDraft = (more: object = {}) =>
    app.api.put(`${url()}/draft-status/`, {
      draftOrder: 'serpentine',
      teams: [{ name: 'Crew' }, { name: 'Gang' }],
      lastRound: 2,
      currentIdx: 0,
      selectedRound: 0,
      ...more,
    })

  test('R-DR-1, R-DR-4: captains and rounds are picked by touch, a pick is undone, and the teams are created once', async () => {
    const page = await openScreen(app, fixture, { screen: 'draft-tool', device: 'tablet' })
    await page.getByText('Another order').tap()
    await page.getByText('It is not the same as Reverse 3').waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Name of team 1' }).fill('Crew')
    await page.getByRole('textbox', { name: 'Name of team 2' }).fill('Gang')
    await page.getByRole('button', { name: 'Remove Team 4' }).tap()
    await page.getByRole('button', { name: 'Remove Team 3' }).tap()
    await page.getByRole('button', { name: 'Less: Rounds after the captains' }).tap()
    await page.getByRole('button', { name: 'Less: Rounds after the captains' }).tap()
    await page.getByRole('button', { name: 'Begin the draft' }).tap()
    await page.getByText('Captain of Crew', { exact: true }).waitFor()

    await pick(page, 'Ada', 'Make Ada captain of Crew')
    await pick(page, 'Bo', 'Make Bo captain of Gang')
    await pick(page, 'Cy', 'Pick Cy for Crew')
    await pick(page, 'Di', 'Pick Di for Gang')
    // Round 2 of a serpentine draft runs in reverse.
    await pick(page, 'Eve', 'Pick Eve for Gang')
    await poll(stored).toBe('Crew: Ada Cy -, Gang: Bo Di Eve')
    await page.getByRole('button', { name: 'Undo: Eve for Gang' }).tap()
    await poll(stored).toBe('Crew: Ada Cy -, Gang: Bo Di -')
    expect(await violationsInThemes(page)).toEqual([])

    await page.getByRole('button', { name: /Di.*, picked by Gang: replace/ }).tap()
    const replaceDialog = page.getByRole('dialog', { name: 'Instead of Di …' })
    await replaceDialog.getByRole('button', { name: 'Fay' }).tap()
    await poll(stored).toBe('Crew: Ada Cy -, Gang: Bo Fay -')
    await replaceDialog.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Create teams' }).tap()
    await page.getByText('Crew have 2 of 3 players, Gang have 2 of 3 players.').waitFor()
    await page.getByRole('button', { name: 'Keep picking' }).tap()
    await pick(page, 'Di', 'Pick Di for Gang')
    await pick(page, 'Eve', 'Pick Eve for Crew')
    await page.getByRole('button', { name: 'Create teams' }).tap()
    await page.getByText('Teams created.', { exact: true }).waitFor()
    await page.getByText('The teams of this draft have been created.').waitFor()
    expect(await stored()).toBe('Crew: Ada Cy Eve, Gang: Bo Fay Di')
    expect((await draftStatus()).createdTeams).toHaveLength(2)
    await closePage(page)
  })

  test('R-DR-3: when two organisers make the same pick, the second is told who was picked', async () => {
    await beginDraft()
    const first = await openScreen(app, fixture, { screen: 'draft-tool' })
    const second = await openScreen(app, fixture, { screen: 'draft-tool' })
    await choose(first, 'Ada')
    await choose(second, 'Bo')
    const releaseRequest = await holdPick(second)
    await first.getByRole('button', { name: 'Make Ada captain of Crew' }).click()
    await poll(stored).toBe('Crew: Ada - -, Gang: - - -')
    await releaseRequest()
    const refusal = second.getByRole('alert')
    await poll(() => refusal.innerText()).toContain('Could not pick.')
    await poll(() => refusal.innerText()).toContain('The captain of Crew is taken: Ada.')
    await second.getByText('Captain of Gang', { exact: true }).waitFor()
    await refusal.getByRole('button', { name: 'Dismiss' }).click()
    await second.getByRole('button', { name: 'Make Bo captain of Gang' }).click()
    await poll(stored).toBe('Crew: Ada - -, Gang: Bo - -')
    await first.getByRole('button', { name: /Bo.*, picked by Gang: replace/ }).waitFor()
    await closePage(first)
    await closePage(second)
  })

  test('settings that another organiser has changed meanwhile are not overwritten', async () => {
    await beginDraft()
    const page = await openScreen(app, fixture, { screen: 'draft-tool' })
    await page.getByRole('button', { name: 'Settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings of the draft' })
    await dialog.getByRole('textbox', { name: 'Name of team 1' }).fill('Mine')
    const { version } = await app.api.get<{ version: string }>(`${url()}/draft-status/`)
    await beginDraft({ teams: [{ name: 'Theirs' }, { name: 'Gang' }], version })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Somebody else has changed the draft. Check it and try again.').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Name of team 1' }).inputValue()).toBe('Mine')
    expect(await stored()).toBe('Theirs: - - -, Gang: - - -')
    await closePage(page)
  })

  test('the draft board shows each pick as it is made', async () => {
    await beginDraft({ pickSeconds: 60 })
    const board = await openScreen(app, fixture, {
      screen: 'draft-tool/board',
      device: 'tablet',
    })
    const ada = await namedPlayer('Ada')
    await app.api.put(`${url()}/draft-pick/`, { player: ada, round: 0, index: 0 })
    await board.getByRole('cell', { name: '#1 Ada' }).waitFor()
    await board.getByText('Captain of Gang', { exact: true }).waitFor()
    expect(await board.getByRole('timer').count()).toBe(0)
    const bo = await namedPlayer('Bo')
    await app.api.put(`${url()}/draft-pick/`, { player: bo, round: 0, index: 1 })
    await board.getByText('Crew pick').waitFor()
    await poll(() => board.getByRole('timer').innerText()).toMatch(/^(1:00|0:5\d)$/)
    expect(await violationsInThemes(board)).toEqual([])
    await closePage(board)
  })

  async function namedPlayer(name: string): Promise<number> {
    const { results } = await app.api.get<{ results: { id: number; name: string }[] }>(
      `/api/tournament/player/?tournamentId=${fixture.id}&search=${name}`,
    )
    return results[0]?.id ?? 0
  }

  test(`a mixer of 25 people starts its first match within ${mixerPresses} presses of the organiser and ${mixerSeconds / 60} min`, async () => {
    const { north, api } = app
    await north.wake()
    const page = await app.open({ device: 'phone', role: 'admin' })
    const actions = countActions(page)
    await page.goto('/scene/hive')
    await actions.press(page.getByRole('link', { name: /^New tournament/ }))
    await actions.type('Tournament name', 'Wednesday Mixer')
    await actions.button('Create tournament')
    await actions.button('Organize')
    await actions.press(page.getByRole('menuitem', { name: 'Mixer' }))
    await actions.button('Open the door')
    const address = await page.getByLabel('What the code opens').inputValue()

    // Each person signs up on a phone; one phone stands for all those whose teams are not checked.
    const line: Work[] = []
    const phones = await Promise.all([1, 2, 3].map(() => app.open({ device: 'phone' })))
    const [zoe, max, others] = phones as [Page, Page, Page]
    const signUp = async (phone: Page, name: string, level: string, isQueen: boolean) => {
      const signUpActions = countActions(phone)
      await signUpActions.type('Your name', name)
      await signUpActions.press(phone.getByText(level, { exact: true }))
      if (isQueen)
        await signUpActions.press(phone.getByRole('switch', { name: 'I like to play queen' }))
      await signUpActions.button('I play')
      await phone.getByText(`You are in, ${name}.`).waitFor()
      line.push(signUpActions.work)
    }
    const another = (phone: Page) =>
      phone.getByRole('button', { name: 'Sign up somebody else' }).tap()
    for (const phone of phones) await phone.goto(address)
    await signUp(zoe, 'Zoe', 'Little', false)
    await signUp(max, 'Max', 'Some', true)
    await another(zoe)
    expect(await violationsInThemes(zoe)).toEqual([])
    expect(await smallScreenProblems(zoe)).toEqual([])
    await zoe.getByLabel('Your name').fill('max')
    await zoe.getByRole('button', { name: 'I play' }).tap()
    await zoe.getByText('Somebody with this name is already here. Add a letter to yours').waitFor()
    for (let n = 3; n <= 25; n++) {
      if (n > 3) await another(others)
      await signUp(others, `Player ${n}`, levels[n % 3]!, n % 5 === 0)
    }
    await page.getByText('25 are here').waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    expect(await smallScreenProblems(page)).toEqual([])
    await actions.button('Draw balanced teams')
    await max.getByText(/You play for .+\./).waitFor()
    await page.getByText(/^On 2 cabinets over between/).waitFor()
    expect(await smallScreenProblems(page)).toEqual([])
    await actions.button('Make the matches and start')
    await page.getByText('The evening has started.').waitFor()
    expect(actions.log.slice(mixerPresses), 'presses beyond').toEqual([])
    // The sign-ups and the organiser's work happen one after the other, so their times are added.
    expect(line).toHaveLength(25)
    const seconds = secondsAtDoor(line) + secondsOf(actions.work, 'phone')
    expect(seconds).toBeLessThan(mixerSeconds)

    const tournament = Number(/\/tournament\/(\d+)/.exec(page.url())![1])
    const matches = await matchesOf(api, tournament)
    const playing = matches.filter(({ activeCabinet }) => activeCabinet !== null)
    expect(playing.map(({ activeCabinet }) => activeCabinet)).toContain(north.id)
    const members = await api.get<{ results: { team: number | null }[] }>(
      `/api/tournament/player/?tournamentId=${tournament}&rowsPerPage=100`,
    )
    const sizes = Map.groupBy(members.results, ({ team }) => team)
    expect([...sizes.values()].map((team) => team.length)).toEqual([5, 5, 5, 5, 5])
    await api.put(`/api/tournament/match/${playing[0]!.id}/stop/`, {})
    await north.sleep()
    for (const openPage of [page, ...phones]) await closePage(openPage)
  })

  test('who came in at the door in the last minutes is removed by two presses, which say how many', async () => {
    const { api, scene } = app
    const cup = { scene, name: 'Door', date: '2026-01-03', linkType: 'hivemind' }
    const { id } = await api.post<{ id: number }>('/api/tournament/tournament/', cup)
    const door = `/api/tournament/tournament/${id}/door/`
    const { code } = await api.put<{ code: string }>(door, { isOpen: true })
    const signUp = (name: string) =>
      api.post('/api/tournament/door/', { code, name, level: 1, isQueen: false })
    for (const name of ['Ann', 'Ben', 'Cat']) await signUp(name)
    const ann = app.server.store.db.updateTable('kept.player').where('name', '=', 'Ann')
    await ann.set({ checkInTime: new Date(Date.now() - 30 * 60_000) }).execute()
    const page = await app.visit(
      { device: 'phone', role: 'admin' },
      `/tournament/${id}/admin/mixer`,
    )
    await page.getByText('3 are here').waitFor()
    await page.getByLabel('Minutes back').fill('')
    expect(await page.getByRole('button', { name: 'Enter how many minutes' }).isDisabled()).toBe(
      true,
    )
    await page.getByLabel('Minutes back').fill('5')
    await page.getByRole('button', { name: 'Remove who came in lately' }).tap()
    const again = page.getByRole('button', { name: /^Press again: .* in the last 5 min/ })
    expect(await violationsInThemes(page)).toEqual([])
    expect(await smallScreenProblems(page)).toEqual([])
    await page.waitForTimeout(doubleTapGuardMs)
    await again.tap()
    await page.getByText('2 people were removed.').waitFor()
    await page.getByText('1 is here').waitFor()
    await page.getByLabel('Minutes back').fill('60')
    await page.waitForTimeout(doubleTapGuardMs)
    await page.getByRole('button', { name: 'Remove who came in lately' }).tap()
    await page.waitForTimeout(doubleTapGuardMs)
    await page.getByRole('button', { name: /in the last 60 min/ }).tap()
    await page.getByText('Nobody has signed up yet.').waitFor()
    await page.getByText('1 person was removed.').waitFor()
    expect(await page.getByLabel('Minutes back').count()).toBe(0)
    await closePage(page)
  })
})

const names = ['Ada', 'Bo', 'Cy', 'Di', 'Eve', 'Fay']

/** The button of a player who can still be picked. */
function playerButton(page: Page, player: string): Locator {
  const players = page.getByRole('region', { name: 'Players to pick' })
  return players.getByRole('button', { name: player, exact: true })
}

async function choose(page: Page, player: string): Promise<void> {
  await playerButton(page, player).click()
}

async function pick(page: Page, player: string, button: string): Promise<void> {
  await playerButton(page, player).tap()
  await page.getByRole('button', { name: button }).tap()
  await page.getByRole('button', { name: `Undo: ${player} for ` }).waitFor()
}

/** Presses a pick and holds its request back; the returned function releases it. */
async function holdPick(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/draft-pick/', async (route) => {
    await promise
    await route.continue()
  })
  const request = page.waitForRequest('**/draft-pick/')
  await page.getByRole('button', { name: 'Make Bo captain of Crew' }).click()
  await request
  return async () => {
    const response = page.waitForResponse('**/draft-pick/')
    resolve()
    await response
    await page.unroute('**/draft-pick/')
  }
}

// Organisers set up stages: two groups and their playoffs, seeds, and changes after the start.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import { touchDrag } from './drag.ts'
import { grip } from './controls.ts'
import { closePage, matchesOf, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp } from './browser-app.ts'
import { moveTo } from './client-navigation.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: stages in a browser (${missing})`)

type Bracket = {
  id: number
  name: string
  teams: number[]
  winsPerMatch: number
  stageTiebreakers: string[]
  seeds: unknown[]
}
const names = ['Bees', 'Wasps', 'Badgers', 'Snails', 'Drones', 'Berries', 'Queens', '🐝 Hornets 🐝']

describe.skipIf(missing !== null)('the stages of a tournament', () => {
  let app: BrowserApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())

  async function newTournament(): Promise<{ id: number; teams: number[]; path: string }> {
    const { api, scene } = app
    const { id } = await api.post<{ id: number }>('/api/tournament/tournament/', {
      scene,
      name: 'Saturday Cup',
      date: '2026-01-03',
      linkType: 'hivemind',
      assignedCabinets: [],
    })
    const teams: number[] = []
    for (const name of names) {
      const made = await api.post<{ id: number }>('/api/tournament/team/', { tournament: id, name })
      teams.push(made.id)
    }
    return { id, teams, path: `/tournament/${id}/admin` }
  }

  /** A single elimination of four teams whose first match is complete. */
  async function startedCup() {
    const { id, teams, path } = await newTournament()
    const { id: bracket } = await app.api.post<{ id: number }>('/api/tournament/bracket/', {
      tournament: id,
      name: 'Cup',
      stageType: 'single_elim',
      winsPerMatch: 1,
    })
    const stagePath = `/api/tournament/bracket/${bracket}`
    await app.api.put(`${stagePath}/set-teams/`, { teams: teams.slice(0, 4) })
    await app.api.put(`${stagePath}/create-matches/`, {})
    const [first] = await matchesOf(app.api, id)
    await app.api.patch(`/api/tournament/match/${first?.id}/`, { blueScore: 1 })
    await app.api.put(`/api/tournament/match/${first?.id}/complete/`, {})
    return { id, teams, path, bracket }
  }

  async function brackets(tournament: number): Promise<Bracket[]> {
    const path = `/api/tournament/bracket/?tournamentId=${tournament}`
    return (await app.api.get<{ results: Bracket[] }>(path)).results
  }

  test('two groups of four and the playoffs of their best teams are set up, and the matches created', async () => {
    const { id, teams, path } = await newTournament()
    const page = await app.visit({ device: 'tablet', role: 'admin' }, `${path}/stages`)
    await page.getByText('There are no stages yet.').waitFor()
    await page.getByRole('link', { name: 'New stage' }).tap()

    // An error that the server would refuse is shown at its field.
    await page.getByRole('button', { name: 'Create stage' }).tap()
    await page.getByText('Stage name is required').waitFor()
    await page.getByLabel('Name', { exact: false }).first().fill('Groups')
    await page.getByLabel('Type').selectOption('Round robin')
    await page.getByRole('button', { name: 'More: Groups' }).tap()
    await page.getByRole('button', { name: 'More: Wins per match' }).tap()
    await poll(() => preview(page).innerText()).toContain('Group A, 4 teams: 6 matches in 3 rounds')
    expect(await preview(page).innerText()).toContain('with the 8 teams of this stage')
    expect(await violationsInThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Create stage' }).tap()

    await page.getByRole('heading', { name: 'Groups: teams of all groups' }).waitFor()
    // The teams of the preview are in the groups already.
    const groupA = page.getByRole('region', { name: 'Group A' })
    await poll(() => groupA.innerText()).toMatch(/Bees[\s\S]*Snails[\s\S]*Drones[\s\S]*Hornets/)
    const [first, second] = await brackets(id)
    const seeds = (order: number[]) => order.map((seed) => teams[seed - 1])
    expect([first?.teams, second?.teams]).toEqual([seeds([1, 4, 5, 8]), seeds([2, 3, 6, 7])])
    await page.getByRole('button', { name: 'Move Wasps up' }).tap()
    await poll(() => groupA.innerText()).toMatch(/Wasps[\s\S]*Snails[\s\S]*Drones[\s\S]*Hornets/)
    await page.getByRole('button', { name: 'Save groups' }).tap()
    await page.getByText('Groups saved.').waitFor()
    await page.getByRole('button', { name: 'Create Matches of all groups' }).tap()
    await page.getByText('Matches of all groups created.').waitFor()
    const [a, b] = await brackets(id)
    expect([a?.teams, b?.teams]).toEqual([seeds([2, 4, 5, 8]), seeds([1, 3, 6, 7])])
    expect(a?.winsPerMatch).toBe(1)

    await page.getByRole('link', { name: 'All stages' }).tap()
    await page.getByRole('region', { name: 'Groups: all groups' }).waitFor()
    await page.getByRole('link', { name: 'New stage' }).tap()
    await page.getByLabel('Name', { exact: false }).first().fill('Playoffs')
    await page.getByLabel('Type').selectOption('Single elimination')
    await page.getByRole('button', { name: 'Create stage' }).tap()
    await page.getByRole('heading', { name: 'Playoffs', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Validate' }).tap()
    await page.getByText('Assign at least two teams.').waitFor()
    const [, , playoffs] = await brackets(id)

    await moveTo(page, `${path}/team-placement/${playoffs?.id}`)
    await page.getByLabel('From', { exact: true }).selectOption('Groups, 2 groups')
    await page.getByRole('button', { name: 'Fill from the groups' }).tap()
    await page.getByText('Placements saved.').waitFor()
    await poll(() => selectedOption(page, 1)).toBe('1st of Group A')
    // Two problems at once, each shown at its row.
    await page.getByLabel('Place 2', { exact: true }).selectOption('1st of Group A')
    await page.getByLabel('Place 3', { exact: true }).selectOption('Nobody yet')
    await page.getByRole('button', { name: 'Save placements' }).tap()
    await page.getByText('Place 3 is empty.').waitFor()
    expect(await page.getByText('Place 1 of Group A is in the list twice.').count()).toBe(2)
    expect(await violationsInThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Back to the saved version' }).tap()
    await poll(() => selectedOption(page, 3)).not.toBe('Nobody yet')

    await page.getByRole('link', { name: 'To the stage' }).tap()
    // Two places are exchanged, after which teams of one group would meet at once.
    const plan = preview(page)
    expect(await plan.innerText()).not.toContain('Again')
    await page.getByRole('button', { name: 'Move 2nd of Group A down' }).tap()
    await poll(() => plan.innerText()).toContain('Again: both come from Group A')
    await page.getByRole('button', { name: 'Save seeds' }).tap()
    await page.getByText('Seeds saved.').waitFor()
    const placed = (group: Bracket | undefined, place: number) => ({
      placeOf: { stage: group?.id, place },
    })
    expect((await brackets(id))[2]?.seeds).toEqual([
      placed(a, 1),
      placed(b, 1),
      placed(b, 2),
      placed(a, 2),
    ])
    await page.getByRole('button', { name: /^Undo/ }).first().tap()
    await poll(() => plan.innerText()).not.toContain('Again')
    await page.getByRole('button', { name: 'Create Matches' }).tap()
    await page.getByText('3 matches created.').waitFor()
    await poll(() =>
      page.getByRole('region', { name: 'Matches', exact: true }).innerText(),
    ).toContain('1st of Group A')
    expect(await violationsInThemes(page)).toEqual([])
    const made = await matchesOf(app.api, id)
    expect(made).toHaveLength(6 + 6 + 3)
    await closePage(page)
  })

  test('a stage without a type says that its matches need one', async () => {
    const { id, path } = await newTournament()
    const made = { tournament: id, name: 'Later' }
    const { id: stage } = await app.api.post<{ id: number }>('/api/tournament/bracket/', made)
    const page = await app.visit({ device: 'tablet', role: 'admin' }, `${path}/stages/${stage}`)
    await page.getByText('Choose a type first, under “Edit settings”').waitFor()
    expect(await page.getByRole('button', { name: 'Create Matches' }).count()).toBe(0)
    const ofStage = `/api/tournament/bracket/${stage}/`
    await app.api.patch(ofStage, { stageType: 'round_robin', winsPerMatch: 1 })
    await page.getByRole('button', { name: 'Create Matches' }).waitFor()
    expect(await page.getByText('Choose a type first').count()).toBe(0)
    await closePage(page)
  })

  test('seeds and tiebreakers are sorted by touch and by buttons', async () => {
    const { id, teams, path } = await newTournament()
    const { id: bracket } = await app.api.post<{ id: number }>('/api/tournament/bracket/', {
      tournament: id,
      name: 'League',
      stageType: 'round_robin',
    })
    const page = await app.visit({ device: 'tablet', role: 'admin' }, `${path}/stages/${bracket}`)
    await page.getByRole('button', { name: 'All teams' }).tap()
    await page.getByRole('button', { name: 'Move Wasps up' }).tap()
    const touch = await touchDrag(page)
    await touch.carry(grip(page, 'Snails'), grip(page, 'Badgers'))
    await poll(() => seedList(page)).toMatch(/^Wasps Bees Snails Badgers /)
    await page.getByRole('button', { name: 'Remove Queens' }).tap()
    // Matches would be created from the saved seeds, not from those on the screen.
    const create = page.getByRole('button', { name: 'Create Matches' })
    expect(await create.isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Save seeds' }).tap()
    await page.getByText('Seeds saved.').waitFor()
    await poll(() => create.isEnabled().then(String)).toBe('true')
    const order = [2, 1, 4, 3, 5, 6, 8].map((seed) => teams[seed - 1])
    expect((await brackets(id))[0]?.teams).toEqual(order)

    await page.getByRole('link', { name: 'Edit settings' }).tap()
    for (let up = 0; up < 4; up++) {
      await page.getByRole('button', { name: 'Move Dice roll up' }).tap()
    }
    await page.getByRole('button', { name: 'Remove Game time in losses' }).tap()
    await page.getByRole('textbox', { name: 'Queue timer' }).fill('500')
    await page.getByRole('button', { name: 'Save stage' }).tap()
    await page.getByText('Stage League saved.').waitFor()
    const [league] = await brackets(id)
    expect(league?.stageTiebreakers).toEqual([
      'dice_roll',
      'game_win_pct',
      'h2h_games',
      'match_win_pct',
    ])
    expect(league).toMatchObject({ queueTimer: 120 })
    await closePage(page)
  })

  test('a stage that has started lists the matches that new seeds would remove before it accepts them', async () => {
    const { id, teams, path, bracket } = await startedCup()
    const page = await app.visit({ device: 'phone', role: 'admin' }, `${path}/stages/${bracket}`)
    await page.getByRole('button', { name: 'Move Wasps up' }).tap()
    await page.getByRole('button', { name: 'Save seeds' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Cup has started' })
    await poll(() => dialog.innerText()).toContain('M1 Bees vs. Snails')
    await dialog.getByRole('button', { name: 'Change nothing' }).tap()
    expect((await brackets(id))[0]?.teams).toEqual(teams.slice(0, 4))
    // The new order is still there.
    await page.getByRole('button', { name: 'Save seeds' }).tap()
    await dialog.getByRole('button', { name: 'Remove the matches and continue' }).tap()
    await page.getByText('Seeds saved.').waitFor()
    expect((await brackets(id))[0]?.teams).toEqual([2, 1, 3, 4].map((seed) => teams[seed - 1]))

    await page.getByRole('button', { name: 'Delete stage' }).tap()
    await page
      .getByRole('dialog', { name: 'Delete Cup?' })
      .getByRole('button', { name: 'Delete stage' })
      .tap()
    await page.getByText('Stage Cup deleted.').waitFor()
    expect(await brackets(id)).toEqual([])
    await closePage(page)
  })

  test('a stage that has started gets other settings, and comes back after it was deleted', async () => {
    const { id, path, bracket } = await startedCup()
    const page = await app.visit({ device: 'phone', role: 'admin' }, `${path}/stages/${bracket}`)
    await page.getByRole('link', { name: /^M1/ }).waitFor()
    // The matches are listed, so there is no preview with numbers of its own.
    expect(await preview(page).count()).toBe(0)
    await page.getByRole('link', { name: 'Edit settings' }).tap()
    await page.getByRole('button', { name: 'More: Wins per match' }).tap()
    await page.getByRole('switch', { name: 'Match for third place' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Save stage' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Cup has started' })
    const kept = dialog.getByRole('heading', { name: 'their results stay' })
    await kept.waitFor()
    expect(await dialog.innerText()).not.toContain('removes')
    await dialog.getByRole('button', { name: 'Change the settings anyway' }).tap()
    await page.getByRole('link', { name: /^M3 · Third-Place Match/ }).waitFor()
    const [first] = await matchesOf(app.api, id)
    expect(first).toMatchObject({ blueScore: 1, isComplete: true })

    await page.getByRole('button', { name: 'Delete stage' }).tap()
    const question = page.getByRole('dialog', { name: 'Delete Cup?' })
    await question.getByRole('button', { name: 'Delete stage' }).tap()
    await page.getByRole('button', { name: /^Undo: Stage deleted/ }).tap()
    await page.getByRole('link', { name: /^Cup/ }).waitFor()
    expect(await matchesOf(app.api, id)).toHaveLength(4)
    await closePage(page)
  })

  test('when two organisers edit a stage, the second sees the changes of the first, and saves only their own', async () => {
    const { id, path } = await newTournament()
    const body = { tournament: id, name: 'Cup', stageType: 'double_elim' }
    const made = await app.api.post<{ id: number }>('/api/tournament/bracket/', body)
    const page = await app.visit(
      { device: 'desk', role: 'admin' },
      `${path}/stages/${made.id}/edit`,
    )
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Grand Cup')
    const stagePath = `/api/tournament/bracket/${made.id}/`
    await app.api.patch(stagePath, { winsPerMatch: 3 })
    await poll(() => page.getByRole('textbox', { name: 'Wins per match' }).inputValue()).toBe('3')
    await app.api.patch(stagePath, { name: 'Cup of Queens' })
    await page.getByText(/Somebody else has changed this to: Cup of Queens/).waitFor()
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.getByRole('button', { name: 'Save stage' }).click()
    await page.getByText('Name was changed by somebody else, to: Cup of Queens').waitFor()
    await page.getByRole('button', { name: 'Save mine' }).click()
    expect((await sent).postDataJSON()).toEqual({ name: 'Grand Cup' })
    await page.getByRole('heading', { name: 'Grand Cup' }).waitFor()
    expect((await brackets(id))[0]).toMatchObject({ name: 'Grand Cup', winsPerMatch: 3 })
    await closePage(page)
  })
})

function preview(page: Page): Locator {
  return page.getByRole('region', { name: 'Preview', exact: true })
}

async function seedList(page: Page): Promise<string> {
  const grips = page.getByRole('list', { name: 'Seeds' }).getByRole('button', { name: /^Drag / })
  const labels = await grips.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''))
  return labels.map((label) => label.replace('Drag ', '')).join(' ')
}

/** The selected option of a place, as text. */
function selectedOption(page: Page, place: number): Promise<string> {
  return page.getByLabel(`Place ${place}`, { exact: true }).locator('option:checked').innerText()
}

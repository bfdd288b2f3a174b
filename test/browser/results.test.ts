import { impact } from '#console/src/core/text/officiate/protests.ts'
import { readFile } from 'node:fs/promises'
// Edit Match Results: corrections of results that later matches depend on, and their undo; imports.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lcg } from '../support/random.ts'
import { challongeV1, evening } from '../support/played-brackets.ts'
import { violationsInThemes } from './axe.ts'
import { expectNoOverlap } from './layout-checks.ts'
import {
  closePage,
  matchesOf,
  matchOf,
  newTournament,
  noChromium,
  openApp,
  poll,
  signInLink,
} from './browser-app.ts'
import type { BrowserApp, Match } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: match results in a browser (${missing})`)

type Attempted = Match & {
  attempts: { reason: string }[]
  note: string | null
  winner: number | null
  forfeit: boolean
  underReview: boolean
}

describe.skipIf(missing !== null)('the results of matches', () => {
  let app: BrowserApp
  let tournament: number
  let path: string
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())

  /** Four teams in single elimination: both semifinals are over, the final is being played. */
  beforeEach(async () => {
    const { api, north } = app
    const cup = await newTournament(app, {
      name: 'Sunday Cup',
      teams: ['Bees', 'Wasps', 'Badgers', 'Snails'],
      cabinets: [north],
      bracket: { name: 'Cup', stageType: 'single_elim', winsPerMatch: 2 },
    })
    tournament = cup.id
    path = `${cup.path}/edit-match-results`
    for (const num of [1, 2]) {
      const { id } = await matchAt(num)
      await api.patch(`/api/tournament/match/${id}/`, { blueScore: 2, goldScore: 1 })
      await api.put(`/api/tournament/match/${id}/complete/`, {})
    }
    const { id: final } = await matchAt(3)
    await api.put(`/api/tournament/match/${final}/start/`, { cabinet: north.id, force: true })
    await api.patch(`/api/tournament/match/${final}/`, { blueScore: 1 })
  })

  const matchAt = (num: number) => matchOf<Attempted>(app.api, tournament, num)
  /** For example `2-1 complete`, as the server has it. */
  async function stored(num: number): Promise<string> {
    const { blueScore, goldScore, isComplete, attempts } = await matchAt(num)
    return [`${blueScore}-${goldScore}`, isComplete && 'complete', attempts.length && 'again']
      .filter(Boolean)
      .join(' ')
  }

  async function edit(page: Page, match: string): Promise<Locator> {
    await page.getByRole('button', { name: `Edit ${match}`, exact: true }).tap()
    return page.getByRole('region', { name: `Edit ${match}`, exact: true })
  }

  test('R-ED-3, R-ED-4: a correction lists the matches it undoes, requires a reason, and one undo restores all', async () => {
    const page = await app.open({ device: 'phone', role: 'tournament' })
    const before = await matchesOf(app.api, tournament)
    await page.goto(path)
    const editor = await edit(page, 'M1')
    await poll(() => editor.innerText()).toContain('You are editing M1; M3 is being played')
    expect(await violationsInThemes(page)).toEqual([])
    await editor.getByRole('button', { name: '-1 Bees' }).tap()
    await editor.getByRole('button', { name: '+1 Snails' }).tap()
    await editor.getByRole('button', { name: 'Save score' }).tap()

    const dialog = page.getByRole('dialog', { name: 'Matches were played on the result of M1' })
    await poll(() => dialog.innerText()).toContain('M3 Bees vs. Wasps')
    await poll(() => dialog.innerText()).toContain('1-0 · being played')
    await dialog.getByRole('button', { name: 'Undo them and correct it' }).tap()
    await dialog.getByText('Enter a reason. It is shown with the matches.').waitFor()
    expect(await stored(1)).toBe('2-1 complete')
    expect(await violationsInThemes(page)).toEqual([])
    await dialog.getByLabel('Reason').fill('Scores were typed the wrong way round')
    await dialog.getByRole('button', { name: 'Undo them and correct it' }).tap()

    await expectNoOverlap(page, page.getByText('Score of M1 saved.'))
    await poll(() => stored(1)).toBe('1-2 complete')
    await poll(() => stored(3)).toBe('0-0 again')
    expect((await matchAt(3)).attempts[0]?.reason).toBe('Scores were typed the wrong way round')
    await poll(() => rowOf(page, 'M3').innerText()).toContain('Snails')

    await page.getByRole('button', { name: /^Undo: / }).tap()
    await poll(() => stored(3)).toBe('1-0')
    expect(await matchesOf(app.api, tournament)).toEqual(before)
    await poll(() => rowOf(page, 'M3').innerText()).toContain('Bees')
    await closePage(page)
  })

  test('R-GM-5 a typed score that the match cannot have needs a confirmation (ux 36), others do not', async () => {
    const page = await app.visit({ device: 'tablet', role: 'tournament' }, path)
    const editor = await edit(page, 'M3')
    await poll(() => editor.innerText()).toContain('which is being played on North')
    await editor.getByLabel('Score of Wasps').fill('7')
    await editor.getByRole('button', { name: 'Save score' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Is the score of M3 right?' })
    await poll(() => dialog.innerText()).toContain('M3 is first to 2: 7 is more than 2.')
    await dialog.getByRole('button', { name: impact.keep }).tap()
    expect(await stored(3)).toBe('1-0')
    await editor.getByLabel('Score of Wasps').fill('0')
    await editor.getByRole('button', { name: '+1 Wasps' }).tap()
    await editor.getByRole('button', { name: '+1 Wasps' }).tap()
    await editor.getByRole('button', { name: 'Save score' }).tap()
    await poll(() => stored(3)).toBe('1-2')
    await editor.getByRole('button', { name: 'Set Match Complete' }).tap()
    await poll(() => stored(3)).toBe('1-2 complete')
    await editor.getByRole('button', { name: 'Reopen' }).tap()
    await poll(() => stored(3)).toBe('1-2')
    await editor.getByRole('button', { name: 'Wasps forfeit' }).tap()
    await page
      .getByRole('dialog', { name: 'Forfeit in M3?' })
      .getByRole('button', { name: 'Wasps forfeit' })
      .tap()
    await poll(() => stored(3)).toBe('2-0 complete')
    expect((await matchAt(3)).forfeit).toBe(true)
    await poll(() => editor.innerText()).toContain('It was forfeited.')
    await editor.getByRole('button', { name: 'Bees forfeit' }).tap()
    await page
      .getByRole('dialog', { name: 'Forfeit in M3?' })
      .getByRole('button', { name: 'Bees forfeit' })
      .tap()
    await poll(() => stored(3)).toBe('0-2 complete')
    await editor.getByRole('button', { name: '+1 Bees' }).tap()
    await editor.getByRole('button', { name: 'Save score' }).tap()
    await poll(() => stored(3)).toBe('1-2 complete')
    expect((await matchAt(3)).forfeit).toBe(false)
    await closePage(page)
  })

  test('"Set Match Complete" completes the score that is shown, also if it was not saved', async () => {
    const page = await app.visit({ device: 'tablet', role: 'tournament' }, path)
    const editor = await edit(page, 'M3')
    await editor.getByRole('button', { name: '-1 Bees' }).tap()
    await editor.getByLabel('Score of Wasps').fill('3')
    await editor.getByRole('button', { name: 'Set Match Complete' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Is the score of M3 right?' })
    await dialog.getByRole('button', { name: impact.keep }).tap()
    expect(await stored(3)).toBe('1-0')
    // Sooner, it would count as a double tap (ux 35).
    await page.waitForTimeout(1_000)
    await editor.getByRole('button', { name: 'Set Match Complete' }).tap()
    await dialog.getByRole('button', { name: 'Yes, save it' }).tap()
    await poll(() => stored(3)).toBe('0-3 complete')
    await poll(() => rowOf(page, 'M3').innerText()).toContain('First to 2: 0-3 is not possible')
    const { winner } = await matchAt(3)
    const teams = await app.api.get<{ results: { id: number; name: string }[] }>(
      `/api/tournament/team/?tournament_id=${tournament}`,
    )
    expect(teams.results.find(({ id }) => id === winner)?.name).toBe('Wasps')
    await closePage(page)
  })

  test('R-ED-6, R-CMD-4: an error is noted and not corrected; a review hides changes by officials', async () => {
    const page = await app.visit({ device: 'tablet', role: 'tournament' }, path)
    await page.getByLabel('Number').fill('M2')
    await poll(() =>
      page
        .getByRole('button', { name: /^Edit M/ })
        .count()
        .then(String),
    ).toBe('1')
    const editor = await edit(page, 'M2')
    await editor.getByRole('button', { name: 'Keep the bracket, note the error' }).tap()
    await editor.getByLabel('What is wrong, and why it is not corrected').fill('Badgers won 2-1')
    await editor.getByRole('button', { name: 'Save note' }).tap()
    await poll(() => rowOf(page, 'M2').innerText()).toContain('Note: Badgers won 2-1')
    expect((await matchAt(2)).note).toBe('Badgers won 2-1')

    await editor.getByRole('button', { name: 'Hold for review' }).tap()
    await poll(() => rowOf(page, 'M2').innerText()).toContain('Under review')
    await editor.getByRole('button', { name: '-1 Badgers' }).tap()
    await editor.getByRole('button', { name: 'Save score' }).tap()
    await poll(() => editor.getByLabel('Score of Badgers').inputValue()).toBe('0')
    expect(await stored(2)).toBe('2-1 complete')
    await editor.getByRole('button', { name: 'End review' }).tap()
    await poll(() => stored(2)).toBe('2-0 complete')
    await closePage(page)
  })

  test('a ZIP with results is imported once, even if the connection breaks', async () => {
    await app.north.wake()
    await app.north.play({ winner: 'blue' })
    await poll(async () => String((await matchAt(3)).isComplete)).toBe('true')
    const all = '/api/tournament/tournament/'
    const { results } = await app.api.get<{ results: { id: number }[] }>(all)
    for (const { id } of results) await app.api.patch(`${all}${id}/`, { isActive: false })
    const page = await app.open({ device: 'desk', role: 'admin' })
    await page.goto(`/tournament/${tournament}/admin`)
    const saveAs = async (button: Locator) => {
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
      return readFile(await download.path())
    }
    const history = await saveAs(page.getByRole('button', { name: 'Export with its history' }))
    const zip = await saveAs(page.getByRole('link', { name: 'Export as ZIP' }))
    await page.goto('/scene/hive')
    const fileInput = page.locator('input[type=file]')
    const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/zip', buffer })
    await fileInput.setInputFiles(file('other.zip', Buffer.from('no archive at all')))
    const alert = page.getByRole('alert').filter({ hasText: 'The tournament was not imported.' })
    await poll(() => alert.innerText()).toMatch(/imported\. \S.*\.$/)
    const keys: (string | undefined)[] = []
    await page.route('**/import-tournament/', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length !== 1) return route.fallback()
      await page.getByText('Importing …').waitFor()
      await page.getByRole('status').filter({ hasText: 'file is sent' }).waitFor()
      await route.abort()
    })
    const zipFile = file('evening.zip', zip)
    const importButton = page.getByRole('button', { name: 'Import this tournament' })
    const preview = page.getByRole('region', { name: 'What the ZIP file contains' })
    await fileInput.setInputFiles(file('history.zip', history))
    await poll(() => alert.innerText()).toContain('These games are already in this scene.')
    await fileInput.setInputFiles(zipFile)
    await poll(() => preview.innerText()).toContain('Without its history')
    expect(await violationsInThemes(page)).toEqual([])
    await importButton.click()
    await poll(() => alert.innerText()).toContain('Choose the same file again')
    await fileInput.setInputFiles(zipFile)
    await importButton.click()
    await page.getByRole('heading', { name: 'Edit Match Results' }).waitFor()
    expect(keys).toEqual([keys[0], keys[0]])
    // Another scene of this server takes the same tournament, as an import of its own.
    const names = { name: 'elsewhere', displayName: 'Elsewhere' }
    const { id: other } = await app.api.post<{ id: number }>('/api/game/scene/', names)
    const link = await signInLink(app.server, other, 'admin')
    await page.context().request.get(link, { maxRedirects: 0 })
    await page.goto('/scene/elsewhere')
    await fileInput.setInputFiles(file('history.zip', history))
    await poll(() => preview.innerText()).toMatch(/With its history: \d+ steps/)
    await importButton.click()
    await page.getByRole('heading', { name: 'Edit Match Results' }).waitFor()
    expect(keys).toHaveLength(3)
    expect(keys[2]).not.toBe(keys[0])
    await page.context().close()
  })

  test('64 teams of another site are imported by three presses, after a preview', async () => {
    const page = await app.open({ device: 'desk', role: 'admin' })
    const presses: string[] = []
    await page.exposeFunction('notePress', (on: string) => presses.push(on))
    await page.addInitScript(`addEventListener('click', (event) => {
      if (event.isTrusted) notePress(event.target.closest('a, button, summary')?.innerText ?? '?')
    }, true)`)
    await page.goto('/scene/hive')
    await page.getByRole('link', { name: 'New tournament in The Hive' }).click()
    const file = (name: string, text: string) => {
      return { name, mimeType: 'application/json', buffer: Buffer.from(text) }
    }
    const chooseFiles = async (...files: ReturnType<typeof file>[]) => {
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Choose JSON files' }).click()
      await (await choosing).setFiles(files)
    }
    await chooseFiles(file('notes.txt', 'hello'))
    await page.getByText('notes.txt is not JSON.').waitFor()
    await chooseFiles(file('other.json', '{}'))
    await page.getByText('This is not the JSON of a Challonge tournament').waitFor()
    const bracketFile = challongeV1(evening('double elimination', 64, lcg(2)))
    await chooseFiles(file('friday.json', JSON.stringify(bracketFile)))
    const preview = page.getByRole('region', { name: 'Preview of the import' })
    await preview.getByText('Friday, from Challonge: over.').waitFor()
    await preview
      .getByText(/^Bracket: double elimination, 64 teams, 12\d of 12\d matches/)
      .waitFor()
    await preview.getByText('Every final place is the same as there.').waitFor()
    expect(await violationsInThemes(page)).toEqual([])
    await preview.getByRole('button', { name: 'Import 64 teams' }).click()
    await page.getByRole('heading', { name: 'Basic Settings' }).waitFor()
    // Two attempts with a wrong file, then the three presses that an import takes.
    const filePresses = Array.from({ length: 3 }, () => 'Choose JSON files')
    expect(presses).toEqual(['New tournament', ...filePresses, 'Import 64 teams'])
    const id = Number(/\/tournament\/(\d+)\//.exec(page.url())?.[1])
    const imported = await app.api.get(`/api/tournament/tournament/${id}/`)
    expect(imported).toMatchObject({ name: 'Friday', isActive: false })
    const teams = await app.api.get<{ count: number }>(`/api/tournament/team/?tournamentId=${id}`)
    expect(teams.count).toBe(64)
    await closePage(page)
  })
})

function rowOf(page: Page, match: string): Locator {
  return page
    .getByRole('row')
    .filter({ has: page.getByText(match, { exact: true }) })
    .first()
}

// A protest from the cabinet to the published ruling, and its undo (R-DI-1 to R-DI-4).
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import { closePage, matchOf, newTournament, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Match } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: protests in a browser (${missing})`)

type Disputed = Match & {
  protest: { state: string; ruling: string | null } | null
  isProvisional: boolean
  attempt: number
  winner: number | null
}
const names = [
  'Bees 🐝 of the very long meadow behind the old brewery',
  'Wasps',
  'Badgers',
  'Snails',
]

describe.skipIf(missing !== null)('protests', () => {
  let app: BrowserApp
  let tournament: number
  let admin: string
  beforeAll(async () => {
    app = await openApp()
    const { api, north, south } = app
    const cup = await newTournament(app, {
      name: 'Sunday Cup',
      teams: names,
      cabinets: [north, south],
      bracket: { name: 'Cup', stageType: 'single_elim', winsPerMatch: 2, queueTimer: 120 },
    })
    tournament = cup.id
    admin = cup.path
    await api.patch(`/api/tournament/tournament/${tournament}/`, { rulingSigners: 'two' })
    const { queues } = await api.put<{ queues: { id: number; cabinets: number[] }[] }>(
      `/api/tournament/tournament/${tournament}/create-queues/`,
      {},
    )
    const queue = queues.find(({ cabinets }) => cabinets.includes(north.id))!
    const [one, two] = [await matchAt(1), await matchAt(2)]
    await api.put(`/api/tournament/queue/${queue.id}/set-queue/`, { matches: [two.id] })
    await api.put(`/api/tournament/match/${one.id}/start/`, { cabinet: north.id, force: true })
    await score(1, 2, 1)
  })
  afterAll(() => app?.stop())

  const matchAt = (num: number) => matchOf<Disputed>(app.api, tournament, num)
  async function score(num: number, blueScore: number, goldScore: number): Promise<void> {
    const { id } = await matchAt(num)
    await app.api.patch(`/api/tournament/match/${id}/`, { blueScore, goldScore })
    await app.api.put(`/api/tournament/match/${id}/complete/`, {})
  }
  const getTournament = (id = tournament) =>
    app.api.get<{ heldCabinets: { reason: string }[]; version: number }>(
      `/api/tournament/tournament/${id}/`,
    )
  const pollMain = (page: Page) => poll(() => page.getByRole('main').innerText())

  test('R-DI-1 to R-DI-4: a protest is marked at the cabinet, ruled by two officials, published, undone', async () => {
    const official = await app.open({ device: 'tablet', role: 'tournament' })
    await official.goto(`${admin}/current-matches#${app.north.id}`)
    const dialog = official.getByRole('dialog', { name: 'Referee: North' })
    await poll(() => dialog.innerText()).toContain('Starts automatically')
    await dialog.getByRole('button', { name: /Correct M1/ }).tap()
    const sheet = official.getByRole('dialog', { name: 'Correct M1' })
    await sheet.getByRole('button', { name: 'Protest…' }).tap()
    const form = official.getByRole('dialog', { name: 'Mark M1 as under protest' })
    await form.getByText('Point to the wrong team').waitFor()
    expect(await violationsInThemes(official)).toEqual([])
    await form.getByRole('radio', { name: 'Point to the wrong team' }).tap()
    await form.getByLabel('Description').fill('The first gate was gold’s.')
    await form.getByRole('button', { name: 'Mark as under protest' }).tap()
    await form.waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await getTournament()).heldCabinets)
      .toMatchObject([{ reason: 'M1 is under protest' }])
    await poll(() => dialog.innerText()).toContain('under protest')
    await poll(() => dialog.innerText()).not.toContain('Starts automatically')

    // Play does not wait for the ruling: the final starts, and is marked as provisional.
    await score(2, 2, 0)
    const [one, final] = [await matchAt(1), await matchAt(3)]
    await app.api.put(`/api/tournament/match/${final.id}/start/`, {
      cabinet: app.south.id,
      force: true,
    })
    await app.api.patch(`/api/tournament/match/${final.id}/`, { blueScore: 1 })
    const spectator = await app.open({ device: 'phone' })
    await spectator.goto(`/tournament-match/${final.id}`)
    await pollMain(spectator).toContain('Provisional: a result that leads here is under protest.')
    await spectator.goto(`/tournament-match/${one.id}`)
    await pollMain(spectator).toContain('Until they rule, its result')
    expect(await violationsInThemes(spectator)).toEqual([])

    await official.goto(`${admin}/protests`)
    await official.getByRole('link', { name: /^M1 / }).waitFor()
    expect(await violationsInThemes(official)).toEqual([])
    await official.getByRole('link', { name: /^M1 / }).tap()
    await pollMain(official).toContain('The first gate was gold’s.')
    await pollMain(official).toContain('Hash of the log up to version')
    await poll(() => official.getByRole('region', { name: 'Timeline' }).innerText()).toContain(
      'M1 under protest',
    )
    const download = official.waitForEvent('download')
    await official.getByRole('link', { name: 'Download to read' }).tap()
    expect((await download).suggestedFilename()).toMatch(/^protest-\d+-M1\.html$/)
    await official.getByRole('radio', { name: 'Correct the result' }).tap()
    await official.getByRole('button', { name: `-1 ${names[0]}` }).tap()
    await official.getByRole('button', { name: '+1 Snails' }).tap()
    await pollMain(official).toContain('Later matches were played on this result.')
    const propose = official.getByRole('button', { name: 'Sign first, ask a second official' })
    expect(await propose.isDisabled()).toBe(true)
    expect(await violationsInThemes(official)).toEqual([])
    await official.getByRole('checkbox', { name: /I have read which matches/ }).check()
    await official
      .getByLabel('Public sentence')
      .fill('The first point was given to the wrong team.')
    await propose.tap()
    await pollMain(official).toContain('You signed first. Another official has to sign.')
    expect((await matchAt(1)).protest).toMatchObject({ state: 'open' })

    const secondOfficial = await app.open({ device: 'phone', role: 'tournament' })
    await secondOfficial.goto(`${admin}/protests`)
    await secondOfficial.getByRole('link', { name: /^M1 / }).tap()
    await pollMain(secondOfficial).toContain('A ruling waits for your signature')
    expect(await violationsInThemes(secondOfficial)).toEqual([])
    await secondOfficial
      .getByRole('checkbox', { name: /I have read/ })
      .first()
      .check()
    await secondOfficial.getByRole('button', { name: 'Sign and publish', exact: true }).tap()
    await pollMain(secondOfficial).toContain('ruled, ')
    const ruled = await matchAt(1)
    expect(ruled).toMatchObject({ winner: one.goldTeam, protest: { ruling: 'correct' } })
    expect(await matchAt(3)).toMatchObject({ attempt: 2, activeCabinet: null })
    await pollMain(spectator).toContain('The first point was given to the wrong team.')

    const { version } = await getTournament()
    const undo = `/api/tournament/tournament/${tournament}/undo/`
    await expect(app.api.put(undo, { version })).rejects.toThrow('RULING_SIGNED')
    expect((await secondOfficial.context().request.put(undo, { data: { version } })).status()).toBe(
      200,
    )
    await pollMain(spectator).toContain('Until they rule, its result')
    await pollMain(secondOfficial).toContain('A ruling waits for your signature')
    expect(await matchAt(1)).toMatchObject({ winner: one.blueTeam, protest: { state: 'open' } })
    expect(await matchAt(3)).toMatchObject({ attempt: 1, activeCabinet: app.south.id })
    await Promise.all([closePage(official), closePage(secondOfficial), closePage(spectator)])
  })
})

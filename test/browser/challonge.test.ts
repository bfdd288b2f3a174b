// A referee whose bracket is on Challonge: a stand-in for that service, and real servers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fourTeams, startChallonge } from '../challonge/stand-in.ts'
import type { StandIn } from '../challonge/stand-in.ts'
import { violationsInThemes } from './axe.ts'
import { closePage, matchesOf, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: a linked bracket in a browser (${missing})`)
const t = '/api/tournament'

describe.skipIf(missing !== null)('a referee with an external bracket', () => {
  let app: BrowserApp
  let standIn: StandIn
  let path = ''
  let tournament = 0
  beforeAll(async () => {
    standIn = await startChallonge(fourTeams())
    const oauth = { clientId: 'waggle-app', clientSecret: '' }
    const challonge = { url: standIn.url, api: 'v2.1' as const, oauth }
    app = await openApp({ secret: 'a secret for tests', challonge })
    const created = await app.api.post<{ id: number }>(`${t}/tournament/`, {
      scene: app.scene,
      name: 'Linked',
      date: '2026-11-20',
      linkType: 'challonge',
      assignedCabinets: [app.north.id, app.south.id],
    })
    tournament = created.id
    path = `/tournament/${tournament}/admin/current-matches#${app.north.id}`
  })
  afterAll(async () => {
    await app?.stop()
    await standIn?.down()
  })

  test('R-CMD-5 results are reported to Challonge, and each shows its delivery state', async () => {
    const page = await app.open({ device: 'tablet', role: 'tournament' })
    await page.goto(path)
    const dialog = page.getByRole('dialog', { name: /^Referee: North/ })
    await dialog.getByText('No available matches found. Check your bracket on Challonge.').waitFor()
    const bracket = await app.api.post<{ id: number }>(`${t}/bracket/`, {
      tournament,
      name: 'Open',
      winsPerMatch: 2,
      reportAsSets: true,
      linkedBracketId: 'friday',
      linkToken: { accessToken: 'good-token', refreshToken: 'good-refresh' },
    })
    await app.api.put(`${t}/bracket/${bracket.id}/validate/`, {})

    // The final has no teams yet, so it is not offered (R-CL-3).
    const available = dialog.getByRole('region', { name: 'Available matches' })
    const first = available.getByRole('button', { name: /Bees vs. Moths/ })
    await first.waitFor()
    expect(await available.getByRole('button', { name: /^M\d/ }).count()).toBe(2)

    // Marking the match as under way fails, which stops nobody (R-CL-8).
    standIn.rule = (sent) => (sent.path.includes('change_state') ? { status: 500 } : null)
    await first.tap()
    await dialog.getByRole('heading', { name: 'M1' }).waitFor()
    await dialog.getByText('Not marked as under way on Challonge. Waggle tries again.').waitFor()

    // Challonge is down: the match is completed all the same.
    standIn.rule = () => ({ status: 500 })
    const plus = dialog.getByRole('button', { name: '+1 Blue', exact: true })
    const blueScore = () => dialog.getByLabel('Blue score').innerText()
    await plus.tap()
    await poll(blueScore).toBe('1')
    await plus.tap()
    await poll(blueScore).toBe('2')
    await dialog.getByRole('button', { name: 'Set Match Complete' }).tap()
    await dialog.getByRole('heading', { name: 'No current match' }).waitFor()
    const finished = dialog.getByRole('region', { name: 'Finished matches' })
    await finished.getByText(/^Report to Challonge: not sent/).waitFor({ state: 'attached' })
    expect(await violationsInThemes(page)).toEqual([])

    standIn.rule = null
    await dialog.getByText('Match result sent.', { exact: true }).waitFor()
    await finished.getByText('Report to Challonge: sent').waitFor({ state: 'attached' })
    expect(standIn.match('A')).toMatchObject({ state: 'complete', winner: 901 })
    await available.getByRole('button', { name: /Wasps vs. Hornets/ }).waitFor()

    // The result is sent again by hand, and once more when a complete match is swapped.
    const reports = () =>
      standIn.sent.filter(({ method, path }) => method === 'PUT' && path.endsWith('/11.json'))
        .length
    const before = reports()
    await finished.getByRole('button', { name: 'Send again: the result of M1' }).tap()
    await expect.poll(reports).toBeGreaterThan(before)
    await finished.getByText('Report to Challonge: sent').waitFor({ state: 'attached' })
    await finished.getByRole('button', { name: /^Correct M1: / }).tap()
    const sheet = page.getByRole('dialog', { name: 'Correct M1' })
    await sheet.getByRole('button', { name: 'Swap Blue/Gold' }).tap()
    await dialog.getByText('Teams swapped and match result sent.').waitFor()
    const [match] = await matchesOf(app.api, tournament)
    expect(match).toMatchObject({ isFlipped: true, blueScore: 0, goldScore: 2 })
    expect(standIn.match('A')).toMatchObject({ state: 'complete', winner: 901 })
    expect(standIn.complaints).toEqual([])
    await closePage(page)
  })

  test('R-CL-6 another winner on Challonge is overwritten only by a person who gives a reason', async () => {
    standIn.rule = null
    const page = await app.open({ device: 'desk', role: 'tournament' })
    await page.goto(path)
    const dialog = page.getByRole('dialog', { name: /^Referee: North/ })
    const finished = dialog.getByRole('region', { name: 'Finished matches' })
    await finished.getByText('Report to Challonge: sent').waitFor({ state: 'attached' })
    standIn.report('A', [[0, 2]], 904)
    await finished.getByText('Challonge has another winner').waitFor()
    await finished.getByRole('button', { name: 'Send again: the result of M1' }).click()
    const confirmation = page.getByRole('dialog', { name: 'Send again: the result of M1' })
    await confirmation
      .getByRole('button', { name: 'Send, and let Challonge take our winner' })
      .click()
    await confirmation.getByText('Enter a reason').waitFor()
    await confirmation.getByLabel('Reason').fill('typed on the wrong side there')
    await confirmation
      .getByRole('button', { name: 'Send, and let Challonge take our winner' })
      .click()
    await expect.poll(() => standIn.match('A').winner).toBe(901)
    await finished.getByText('Challonge has another winner').waitFor({ state: 'detached' })
    await closePage(page)
  })
})

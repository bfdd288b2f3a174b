// Three mistakes that are found late, corrected in the timeline in at most five presses, and undone.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violationsInThemes } from './axe.ts'
import { closePage, matchOf, newTournament, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Match } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: the timeline in a browser (${missing})`)

const maxPresses = 5
type FullMatch = Match & {
  winner: number | null
  startedAt: string | null
  completedAt: string | null
}

describe.skipIf(missing !== null)('the timeline', () => {
  let app: BrowserApp
  let tournament: number
  let path: string
  let presses = 0
  beforeAll(async () => {
    app = await openApp()
    await app.north.wake()
  })
  afterAll(() => app?.stop())

  /** Eight teams in single elimination; the first two of its matches feed M5. */
  beforeEach(async () => {
    const cup = await newTournament(app, {
      name: 'Sunday Cup',
      teams: ['Bees', 'Wasps', 'Moths', 'Ants', 'Flies', 'Gnats', 'Ticks', 'Fleas'],
      cabinets: [app.north],
      bracket: { name: 'Cup', stageType: 'single_elim', winsPerMatch: 2 },
    })
    tournament = cup.id
    path = `${cup.path}/timeline`
    presses = 0
  })

  const matchAt = (num: number) => matchOf<FullMatch>(app.api, tournament, num)
  const start = async (num: number) => {
    const { id } = await matchAt(num)
    const on = { cabinet: app.north.id, force: true }
    await app.api.put(`/api/tournament/match/${id}/start/`, on)
  }
  const stop = async (num: number) => {
    await app.api.put(`/api/tournament/match/${(await matchAt(num)).id}/stop/`, {})
  }
  const addPoint = async (num: number, colour: 'blue' | 'gold') => {
    const { id, blueTeam, goldTeam } = await matchAt(num)
    const team = colour === 'blue' ? blueTeam : goldTeam
    await app.api.put(`/api/tournament/match/${id}/add-score/`, { team, by: 1 })
  }
  const complete = async (num: number) => {
    await app.api.put(`/api/tournament/match/${(await matchAt(num)).id}/complete/`, {})
  }
  const setResult = async (num: number, blueScore: number, goldScore: number) => {
    const { id } = await matchAt(num)
    await app.api.patch(`/api/tournament/match/${id}/`, { blueScore, goldScore })
    await complete(num)
  }
  /** Plays a game on the cabinet, and waits until it is counted. */
  const playGame = async (num: number, winner: 'blue' | 'gold') => {
    const before = await matchAt(num)
    await app.north.play({ winner })
    await poll(async () => {
      const { blueScore, goldScore } = await matchAt(num)
      return `${blueScore + goldScore}`
    }).toBe(`${before.blueScore + before.goldScore + 1}`)
  }

  /** A hash of each view row of the tournament, by table and id. */
  async function hashes(): Promise<Record<string, string>> {
    const hashByKey: Record<string, string> = {}
    for (const table of ['match', 'queue', 'timer', 'team', 'bracket', 'standing', 'played']) {
      const { rows } = await app.server.store.pool.query<{ id: string; hash: string }>(
        `select coalesce(t ->> 'id', t ->> 'game', t ->> 'team', t ->> 'cabinet') as id, md5(t::text) as hash
         from (select to_jsonb(one) as t from view.${table} one where tournament = $1) as all_rows`,
        [tournament],
      )
      for (const { id, hash } of rows) hashByKey[`${table} ${id}`] = hash
    }
    return hashByKey
  }
  /** The keys of the rows that differ. */
  function changedKeys(was: Record<string, string>, is: Record<string, string>): string[] {
    const all = [...new Set([...Object.keys(was), ...Object.keys(is)])]
    return all.filter((key) => was[key] !== is[key]).toSorted()
  }

  async function press(control: Locator): Promise<void> {
    await control.tap()
    presses += 1
  }
  /** A native select takes two presses: one opens it, one chooses. */
  async function choose(list: Locator, label: string): Promise<void> {
    await list.selectOption({ label })
    presses += 2
  }
  const step = (page: Page, text: RegExp) => page.getByRole('button', { name: text }).first()
  const button = (page: Page | Locator, name: string | RegExp) =>
    page.getByRole('button', { name, exact: true })
  async function undoAndCheck(page: Page): Promise<void> {
    presses = 0
    await press(step(page, /Step \d+ replaced/))
    await press(button(page, 'Undo this'))
    await poll(() => page.getByRole('list').first().innerText()).toContain('Undo of step')
    expect(presses).toBeLessThanOrEqual(maxPresses)
  }

  test('a step says in the language of the page why it cannot be undone', async () => {
    await start(1)
    await addPoint(1, 'gold')
    // Not a pooled page, because it stays in its language.
    const page = await app.open({ device: 'tablet', role: 'tournament' })
    await page.goto(`${path}?lang=es`)
    const point = step(page, /^\S+ \+1 Fleas en M1/)
    await point.tap()
    await button(page, 'Deshacer esto').tap()
    await page
      .getByText(/Paso \d+ deshecho/)
      .first()
      .waitFor()
    await point.tap()
    await page.getByText('M1 cambió desde entonces. Deshaz primero el paso posterior.').waitFor()
    await closePage(page)
  })

  test('R-ED-1: a point that was given to the wrong team three games ago is moved', async () => {
    await start(1)
    await addPoint(1, 'gold')
    await stop(1)
    await start(2)
    for (const colour of ['blue', 'gold', 'blue'] as const) await addPoint(2, colour)
    await complete(2)
    const { id, blueTeam } = await matchAt(1)
    const before = await hashes()
    const page = await app.visit({ device: 'tablet', role: 'tournament' }, path)
    await press(step(page, /^\S+ \+1 Fleas in M1/))
    await press(button(page, '+1 Blue: Bees'))
    await poll(async () => {
      const { blueScore, goldScore } = await matchAt(1)
      return `${blueScore}-${goldScore}`
    }).toBe('1-0')
    expect(presses).toBeLessThanOrEqual(maxPresses)
    expect((await matchAt(1)).blueTeam).toBe(blueTeam)
    expect(changedKeys(before, await hashes())).toEqual([`match ${id}`])
    await undoAndCheck(page)
    expect(changedKeys(before, await hashes())).toEqual([])
    await closePage(page)
  })

  test('R-ST-7: all points of a match are swapped, since the cabinet was flipped', async () => {
    await start(1)
    await playGame(1, 'blue')
    await playGame(1, 'gold')
    await playGame(1, 'blue')
    await poll(async () => String((await matchAt(1)).isComplete)).toBe('true')
    await setResult(2, 2, 0)
    const was = await matchAt(1)
    const next = await matchAt(5)
    expect(next.blueTeam).toBe(was.blueTeam)
    const before = await hashes()
    const page = await app.visit({ device: 'phone', role: 'tournament' }, `${path}?match=${was.id}`)
    await press(step(page, /M1 started on North/))
    await press(button(page, 'Teams were on the other sides in M1'))
    await poll(async () => String((await matchAt(1)).winner)).toBe(String(was.goldTeam))
    expect(presses).toBeLessThanOrEqual(maxPresses)
    expect(await matchAt(1)).toMatchObject({
      blueTeam: was.goldTeam,
      goldTeam: was.blueTeam,
      blueScore: 2,
      goldScore: 1,
      startedAt: was.startedAt,
      completedAt: was.completedAt,
    })
    expect((await matchAt(5)).blueTeam).toBe(was.goldTeam)
    // The match that depends on it has the other team now; the games have the corrected sides.
    const changed = changedKeys(before, await hashes())
    expect(changed.filter((one) => one.startsWith('match '))).toEqual(
      [`match ${was.id}`, `match ${next.id}`].toSorted(),
    )
    expect(changed.filter((one) => /^(queue|timer|team|bracket) /.test(one))).toEqual([])
    await undoAndCheck(page)
    expect(changedKeys(before, await hashes())).toEqual([])
    await closePage(page)
  })

  test('R-QT-3, R-ED-3: a whole match is moved to the right bracket slot, although the next match is complete', async () => {
    await app.api.put(`/api/tournament/tournament/${tournament}/create-queues/`, {})
    const [queue] = (
      await app.api.get<{ results: { id: number }[] }>(
        `/api/tournament/queue/?tournamentId=${tournament}`,
      )
    ).results
    await start(1)
    await playGame(1, 'blue')
    await playGame(1, 'blue')
    await setResult(2, 2, 0)
    await setResult(5, 2, 1)
    const [one, three, five] = [await matchAt(1), await matchAt(3), await matchAt(5)]
    const queueInput = { matches: [three.id, (await matchAt(4)).id] }
    await app.api.put(`/api/tournament/queue/${queue!.id}/set-queue/`, queueInput)
    const before = await hashes()
    const page = await app.visit({ device: 'tablet', role: 'tournament' }, path)
    await press(step(page, /M1 started on North/))
    const list = page.getByLabel('Another match …')
    await list.waitFor()
    const [label = ''] = (await list.locator('option').allInnerTexts()).filter((option) =>
      option.startsWith('M3 '),
    )
    await choose(list, label)
    await press(button(page, 'It was this match'))
    const dialog = page.getByRole('dialog', { name: 'Matches have been played on this' })
    await poll(() => dialog.innerText()).toContain('M5')
    expect(await violationsInThemes(page)).toEqual([])
    await dialog.getByLabel('Reason').fill('Played under the wrong match')
    await press(button(dialog, 'Correct it, and play these again'))
    await poll(async () => String((await matchAt(3)).isComplete)).toBe('true')
    expect(presses).toBeLessThanOrEqual(maxPresses)
    expect(await matchAt(3)).toMatchObject({
      winner: three.blueTeam,
      blueScore: 2,
      goldScore: 0,
      startedAt: one.startedAt,
      completedAt: one.completedAt,
    })
    expect(await matchAt(1)).toMatchObject({ isComplete: false, blueScore: 0, startedAt: null })
    expect(await matchAt(5)).toMatchObject({ isComplete: false, blueTeam: null })
    const { matches } = await app.api.get<{ matches: { id: number }[] | number[] }>(
      `/api/tournament/queue/${queue!.id}/`,
    )
    expect(matches.map((match) => (typeof match === 'number' ? match : match.id))).toEqual([
      one.id,
      queueInput.matches[1],
    ])
    const changed = changedKeys(before, await hashes())
    const changedMatches = changed.filter((key) => key.startsWith('match '))
    expect(changedMatches).toEqual(
      expect.arrayContaining([`match ${one.id}`, `match ${three.id}`, `match ${five.id}`]),
    )
    const others = [(await matchAt(2)).id, (await matchAt(4)).id]
    expect(changedMatches.filter((key) => others.some((id) => key === `match ${id}`))).toEqual([])
    await undoAndCheck(page)
    expect(changedKeys(before, await hashes())).toEqual([])
    await closePage(page)
  })

  test('R-DI-3: on a phone the first step is on the screen, and a later game is above earlier steps', async () => {
    await start(1)
    await playGame(1, 'blue')
    await addPoint(1, 'gold')
    await playGame(1, 'blue')
    const page = await app.visit({ device: 'phone', role: 'tournament' }, path)
    await step(page, /\+1 Fleas in M1/).waitFor()
    const first = await page.getByRole('listitem').filter({ hasText: 'Step' }).first().boundingBox()
    expect(first!.y).toBeLessThan(520)
    const lines = (await page.getByRole('main').innerText()).split('\n')
    const at = (text: RegExp) => lines.findIndex((line) => text.test(line))
    expect(at(/North: map Day/)).toBeGreaterThan(-1)
    expect(at(/North: map Day/)).toBeLessThan(at(/\+1 Fleas in M1/))
    await page.getByText('What to show').tap()
    await page.getByLabel('Search').waitFor()
    await closePage(page)
  })

  test('R-UN-1, R-DI-3: a step is found by filters in the URL, linked to, and undone with later steps that depend on it', async () => {
    await start(1)
    await playGame(1, 'blue')
    await addPoint(1, 'gold')
    const { id } = await matchAt(1)
    await app.api.patch(`/api/tournament/match/${id}/`, { blueScore: 0 })
    const page = await app.visit({ device: 'tablet', role: 'tournament' }, path)
    await page.getByText('North: game began on Day').waitFor()
    expect(await page.getByRole('link', { name: 'Replay' }).first().getAttribute('href')).toMatch(
      /^\/game\/\d+$/,
    )
    await page.getByLabel('Search').fill('+1 fleas')
    await page.waitForURL(/search=/)
    await poll(() => page.getByText(/^1 step\./).innerText()).toContain('Times in')
    await page.getByRole('button', { name: 'Show everything' }).tap()
    await page.getByLabel('Match').selectOption({ value: String(id) })
    await page.waitForURL(new RegExp(`match=${id}`))
    const scoreStep = step(page, /\+1 Fleas in M1/)
    await scoreStep.tap()
    await button(page, 'Copy link').waitFor()
    const href = await page.getByRole('link', { name: 'As it was then' }).getAttribute('href')
    const version = Number(/as-it-was\/(\d+)/.exec(href ?? '')?.[1])
    expect(await violationsInThemes(page)).toEqual([])
    await page.goto(`${path}#v${version}`)
    const linked = page.locator(`#v${version}`)
    await poll(() => linked.innerText()).toContain('+1 Fleas in M1')
    await linked.getByText('What was done on top of it, latest first:').waitFor()
    await button(linked, 'Undo this and the one after it').tap()
    await poll(async () => {
      const { goldScore, activeCabinet } = await matchAt(1)
      return `${goldScore} ${activeCabinet}`
    }).toBe(`0 ${app.north.id}`)
    await poll(() => page.getByRole('list').first().innerText()).toContain(
      'and 1 that depended on it',
    )
    await stop(1)
    await closePage(page)
  })
})

// Boards and overlays of a tournament with several stages, in which matches are drawn.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePage, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Fixture, Match } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: boards in a browser (${missing})`)

describe.skipIf(missing !== null)('boards of a tournament with several stages', () => {
  let app: BrowserApp
  let fixture: Fixture
  let matches: Match[]
  let pools: number
  beforeAll(async () => {
    app = await openApp()
    fixture = await newFixture(app, 'Two stages')
    const { api } = app
    const tournament = fixture.id
    const settings = { name: 'Pools', stageType: 'round_robin', roundsPerMatch: 2 }
    const stage = await api.post<{ id: number }>('/api/tournament/bracket/', {
      tournament,
      ...settings,
    })
    pools = stage.id
    const [first] = fixture.matches
    const teams = [
      ...new Set(fixture.matches.flatMap(({ blueTeam, goldTeam }) => [blueTeam, goldTeam])),
    ]
    await api.put(`/api/tournament/bracket/${pools}/set-teams/`, { teams })
    const created = await api.put<{ matches: Match[] }>(
      `/api/tournament/bracket/${pools}/create-matches/`,
      {},
    )
    matches = [first!, ...created.matches]
    await api.put(`/api/tournament/queue/${fixture.queues[0]!.id}/set-queue/`, {
      matches: [matches[0]!.id, matches[2]!.id],
    })
  })
  afterAll(() => app?.stop())

  const open = async (view: string) => {
    const page = await app.open({ device: 'desk' })
    await page.goto(`/t/hive/${fixture.slug}/${view}`)
    return { page, text: () => page.locator('main').innerText() }
  }

  test('matches have the name of their stage', async () => {
    const start = `/api/tournament/match/${matches[1]!.id}/start/`
    await app.api.put(start, { cabinet: app.north.id, force: true })
    for (const [view, ...shown] of [
      ['display/queue-board', /M1\s+Next\s+Groups\s/, /M1\s+Playing\s+Pools\s/],
      ['display/now-playing', /North\s+M1 Pools · Round 1/],
      [`overlay/${app.north.id}`, /Pools · Round 1/],
    ] as const) {
      const { page, text } = await open(view)
      for (const words of shown) await poll(text).toMatch(words)
      await closePage(page)
    }
  })

  test('standings count draws', async () => {
    const { page, text } = await open(`display/bracket/${pools}`)
    await poll(text).toMatch(/Won\s+Lost/)
    await app.api.patch(`/api/tournament/match/${matches[1]!.id}/`, { blueScore: 1, goldScore: 1 })
    await app.api.put(`/api/tournament/match/${matches[1]!.id}/complete/`, {})
    await poll(text).toMatch(/Won\s+Tied\s+Lost\s+1\s+\w+\s+0\s+1\s+0\s/)
    await closePage(page)
  })

  test('R-QU-4: a paused queue is not shown as an empty one', async () => {
    const { id } = fixture.queues[0]!
    await app.api.patch(`/api/tournament/queue/${id}/`, { enabled: false })
    for (const view of [`display/cabinet/${app.north.id}`, '']) {
      const { page, text } = await open(view)
      await poll(text).toContain('This queue is paused.')
      await closePage(page)
    }
    await app.api.patch(`/api/tournament/queue/${id}/`, { enabled: true })
  })

  test('scores stay in their rows on the board of a cabinet with nothing queued', async () => {
    const start = `/api/tournament/match/${matches[3]!.id}/start/`
    await app.api.put(start, { cabinet: app.south.id, force: true })
    const { page } = await open(`display/cabinet/${app.south.id}`)
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.getByText('Nothing is queued.').waitFor()
    const rows = page.locator('[data-colour]', { has: page.locator('[class*=score]') })
    await expect.poll(() => rows.count()).toBe(2)
    const heights = () =>
      rows.evaluateAll((teams) =>
        teams.map((team) => {
          const score = team.querySelector('[class*=score]')!
          return team.getBoundingClientRect().height - score.getBoundingClientRect().height
        }),
      )
    await expect.poll(async () => Math.min(...(await heights()))).toBeGreaterThanOrEqual(0)
    await closePage(page)
  })

  test('R-ST-1: a cabinet with a match of another tournament is not shown as free', async () => {
    const other = await newFixture(app, 'Elsewhere')
    const [first] = other.matches
    await app.api.put(`/api/tournament/match/${first!.id}/start/`, { cabinet: app.north.id })
    for (const view of [`display/cabinet/${app.north.id}`, 'display/now-playing', '']) {
      const { page, text } = await open(view)
      await poll(text).toContain('Elsewhere is being played here.')
      await closePage(page)
    }
  })
})

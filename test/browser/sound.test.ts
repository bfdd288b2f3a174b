// The sounds of the countdown before a start and of calls for an official, and turning them off.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../support/desk-client.ts'
import { closePage, matchesOf, newFixture, noChromium, openApp, poll } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: sound in a browser (${missing})`)
const countdownSeconds = 5

describe.skipIf(missing !== null)('the sound of a countdown', () => {
  let app: BrowserApp
  let fixture: Fixture
  beforeAll(async () => {
    app = await openApp({ secret: 'x'.repeat(32) })
    fixture = await newFixture(app, 'Friday Night')
    const { api, north } = app
    const [match] = fixture.matches as { bracket?: number }[]
    await api.patch(`/api/tournament/bracket/${match!.bracket}/`, { queueTimer: countdownSeconds })
    const [queue] = fixture.queues
    const matches = fixture.matches.map(({ id }) => id)
    await api.put(`/api/tournament/queue/${queue!.id}/set-queue/`, { matches })
    await north.wake()
    await api.put(`/api/tournament/match/${matches[0]}/start/`, { cabinet: north.id })
  })
  afterAll(() => app?.stop())

  const activeMatch = async () => {
    const all = await matchesOf(app.api, fixture.id)
    return all.find(({ activeCabinet }) => activeCabinet === app.north.id)
  }
  /** Completes the match on North; the next one starts by itself after the countdown. */
  async function countDown(page: Page): Promise<void> {
    const { id } = (await activeMatch())!
    await app.api.patch(`/api/tournament/match/${id}/`, { blueScore: 2 })
    await app.api.put(`/api/tournament/match/${id}/complete/`, {})
    await page
      .getByText(/Starts automatically in/)
      .first()
      .waitFor()
    await until('the next match to start', async () => ((await activeMatch())?.id ?? id) !== id)
  }
  const soundCount = (page: Page) => async () => String(await page.evaluate('globalThis.heard'))
  const countSounds = `
      globalThis.heard = 0
      globalThis.locks = 0
      const { request } = WakeLock.prototype
      WakeLock.prototype.request = function (...kind) { locks += 1; return request.apply(this, kind) }
      const { start } = OscillatorNode.prototype
      OscillatorNode.prototype.start = function (...at) { heard += 1; return start.apply(this, at) }
    `

  test('ux 41: it sounds before the start, and can be turned off on this device', async () => {
    const page = await app.open({ device: 'tablet', role: 'tournament' })
    await page.addInitScript(countSounds)
    await page.goto(`${fixture.path}/current-matches`)
    await page.getByRole('button', { name: 'Officiate' }).tap()
    await page.getByRole('menuitem', { name: 'Turn the sound off here' }).waitFor()
    await page.keyboard.press('Escape')
    await countDown(page)
    await poll(soundCount(page)).toMatch(/^[1-9]/)
    // The screen of an official stays awake (ux 22).
    await poll(async () => String(await page.evaluate('globalThis.locks'))).toMatch(/^[1-9]/)

    await page.getByRole('button', { name: 'Officiate' }).tap()
    await page.getByRole('menuitem', { name: 'Turn the sound off here' }).tap()
    await page.reload()
    await page.getByRole('button', { name: 'Officiate' }).tap()
    await page.getByRole('menuitem', { name: 'Turn the sound on here' }).waitFor()
    await page.keyboard.press('Escape')
    await countDown(page)
    expect(await soundCount(page)()).toBe('0')
    await closePage(page)
  })

  test('R-CO-2: each new call for an official is heard once, and one that is taken is not', async () => {
    const { api } = app
    const official = await app.open({ device: 'tablet', role: 'tournament' })
    await official.addInitScript(countSounds)
    await official.goto(`${fixture.path}/current-matches`)
    // Browsers play sound only after a user gesture.
    await official.getByRole('button', { name: 'Officiate' }).tap()
    await official.getByRole('menuitem', { name: 'Turn the sound off here' }).waitFor()
    await official.keyboard.press('Escape')
    const calls = (count: number) =>
      official.getByRole('button', { name: new RegExp(`^${count} calls? for an official$`) })
    for (const [index, team] of fixture.matches.slice(0, 2).entries()) {
      const { code } = await api.get<{ code: string }>(
        `/api/tournament/team/${[team.blueTeam, team.goldTeam][index]}/code/`,
      )
      await api.put(
        `/api/tournament/team/${[team.blueTeam, team.goldTeam][index]}/call-official/`,
        {
          code,
        },
      )
      await calls(index + 1).waitFor()
      await expect.poll(soundCount(official)).toBe(String(index + 1))
    }
    const callsPath = `/api/tournament/tournament/${fixture.id}/official-call/`
    const [first] = await api.get<{ num: number }[]>(callsPath)
    await api.put(`/api/tournament/tournament/${fixture.id}/take-call/`, { num: first!.num })
    await calls(2).tap()
    await official.getByText('is going there').waitFor()
    expect(await soundCount(official)()).toBe('2')
    await closePage(official)
  })
})

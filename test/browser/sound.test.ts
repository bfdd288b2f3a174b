// The countdown before a forced start is heard as well as seen, and silent where nobody wants it.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../support/desk-client.ts'
import { leave, matchesOf, newFixture, noChromium, openBrowserApp, reads } from './browser-app.ts'
import type { Fixture, BrowserApp } from './browser-app.ts'

const missing = noChromium()
if (missing) console.warn(`Left out: sound in a browser (${missing})`)
const countdown = 5

describe.skipIf(missing !== null)('the sound of a countdown', () => {
  let stage: BrowserApp
  let fixture: Fixture
  beforeAll(async () => {
    stage = await openBrowserApp()
    fixture = await newFixture(stage, 'Friday Night')
    const { api, north } = stage
    const [match] = fixture.matches as { bracket?: number }[]
    await api.patch(`/api/tournament/bracket/${match!.bracket}/`, { queueTimer: countdown })
    const [queue] = fixture.queues
    const matches = fixture.matches.map(({ id }) => id)
    await api.put(`/api/tournament/queue/${queue!.id}/set-queue/`, { matches })
    await north.wake()
    await api.put(`/api/tournament/match/${matches[0]}/start/`, { cabinet: north.id })
  })
  afterAll(() => stage?.stop())

  const active = async () => {
    const all = await matchesOf(stage.api, fixture.id)
    return all.find(({ activeCabinet }) => activeCabinet === stage.north.id)
  }
  /** The match on North ends; the next one starts by itself when the countdown is over. */
  async function countDown(page: Page): Promise<void> {
    const { id } = (await active())!
    await stage.api.patch(`/api/tournament/match/${id}/`, { blueScore: 2 })
    await stage.api.put(`/api/tournament/match/${id}/complete/`, {})
    await page
      .getByText(/Starts by itself in/)
      .first()
      .waitFor()
    await until('the next match to start', async () => ((await active())?.id ?? id) !== id)
  }
  const heard = (page: Page) => async () => String(await page.evaluate('globalThis.heard'))

  test('ux 41: it sounds before the start, and can be turned off on this device', async () => {
    const page = await stage.open({ device: 'tablet', role: 'tournament' })
    await page.addInitScript(`
      globalThis.heard = 0
      globalThis.locks = 0
      const { request } = WakeLock.prototype
      WakeLock.prototype.request = function (...kind) { locks += 1; return request.apply(this, kind) }
      const { start } = OscillatorNode.prototype
      OscillatorNode.prototype.start = function (...at) { heard += 1; return start.apply(this, at) }
    `)
    await page.goto(`${fixture.path}/current-matches`)
    await page.getByRole('button', { name: 'Officiate' }).tap()
    await page.getByRole('menuitem', { name: 'Turn the sound off here' }).waitFor()
    await page.keyboard.press('Escape')
    await countDown(page)
    await reads(heard(page)).toMatch(/^[1-9]/)
    // The screen of an official stays awake (ux 22).
    await reads(async () => String(await page.evaluate('globalThis.locks'))).toMatch(/^[1-9]/)

    await page.getByRole('button', { name: 'Officiate' }).tap()
    await page.getByRole('menuitem', { name: 'Turn the sound off here' }).tap()
    await page.reload()
    await page.getByRole('button', { name: 'Officiate' }).tap()
    await page.getByRole('menuitem', { name: 'Turn the sound on here' }).waitFor()
    await page.keyboard.press('Escape')
    await countDown(page)
    expect(await heard(page)()).toBe('0')
    await leave(page)
  })
})

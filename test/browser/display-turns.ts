// A display that shows two tournaments in turn. Its clock keeps running, since requests depend on
// it; turns are so long that even on a slow machine only the turn which the test jumps to is seen.
import { expect } from 'vitest'
import { closePage, newFixture, poll } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'

const turnMs = 300_000
const name = 'In two halls'

export async function expectTurns(app: BrowserApp, friday: Fixture): Promise<void> {
  const saturday = await newFixture(app, 'Saturday Night')
  const screen = await app.open({ device: 'desk' })
  await screen.clock.install()
  await screen.goto('/display')
  const text = () => screen.locator('main').innerText()
  await poll(text).toMatch(/\b[A-Z0-9]{5}\b/)
  const [code = ''] = /\b[A-Z0-9]{5}\b/.exec(await text()) ?? []

  const tablet = await app.open({ device: 'tablet', role: 'tournament' })
  await tablet.goto(`${friday.path}/displays`)
  await tablet.getByLabel('Code on the screen').fill(code)
  await tablet.getByLabel(/^Name/).fill(name)
  await tablet.getByRole('button', { name: 'Add display' }).tap()
  await tablet.getByLabel(`${name} shows`).selectOption('Now playing')
  await poll(text).toMatch(/^Now playing\s+Friday Night/)
  // Views of the other tournament are added on that tournament's page of displays.
  await tablet.goto(`${saturday.path}/displays`)
  await tablet.getByRole('button', { name: `In turn: ${name}` }).tap()
  const turns = tablet.getByRole('dialog', { name: `What ${name} shows in turn` })
  await turns.getByRole('button', { name: 'Add another' }).tap()
  await turns.getByLabel('2. shows', { exact: true }).selectOption('Next matches')
  for (const turn of [1, 2]) await turns.getByLabel(`${turn}. for`).selectOption('5 min')
  await turns.getByRole('button', { name: 'Show these' }).tap()
  await turns.waitFor({ state: 'detached' })

  // All displays change at the same moments; jump to the beginning of a round.
  const now = await screen.evaluate(() => Date.now())
  const round = 2 * turnMs
  await screen.clock.fastForward(round - (now % round))
  await poll(text).toMatch(/^Now playing\s+Friday Night/)
  await screen.clock.fastForward(turnMs)
  await poll(text).toMatch(/^Next matches\s+Saturday Night/)
  expect(await screen.locator('body').innerText()).not.toMatch(/Friday Night|Now playing/)
  expect(await screen.title()).toContain('Next matches')
  await screen.clock.fastForward(turnMs)
  await poll(text).toMatch(/^Now playing\s+Friday Night/)
  expect(await screen.locator('body').innerText()).not.toMatch(/Saturday Night|Next matches/)
  await closePage(tablet)
  await closePage(screen)
}

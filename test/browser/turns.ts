// A display that takes turns over two tournaments. Its clock goes on, since whatever it loads is timed by it;
// turns are so long that a slow machine sees no other one than it jumped to.
import { expect } from 'vitest'
import { leave, newFixture, reads } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'

const turnMs = 300_000
const name = 'In two halls'

export async function takeTurns(stage: BrowserApp, friday: Fixture): Promise<void> {
  const saturday = await newFixture(stage, 'Saturday Night')
  const screen = await stage.open({ device: 'desk' })
  await screen.clock.install()
  await screen.goto('/display')
  const words = () => screen.locator('main').innerText()
  await reads(words).toMatch(/\b[A-Z0-9]{5}\b/)
  const [code = ''] = /\b[A-Z0-9]{5}\b/.exec(await words()) ?? []

  const tablet = await stage.open({ device: 'tablet', role: 'tournament' })
  await tablet.goto(`${friday.path}/displays`)
  await tablet.getByLabel('Code on the screen').fill(code)
  await tablet.getByLabel(/^Name/).fill(name)
  await tablet.getByRole('button', { name: 'Add display' }).tap()
  await tablet.getByLabel(`${name} shows`).selectOption('Now playing')
  await reads(words).toMatch(/^Now playing\s+Friday Night/)
  // What another tournament has is added where that one's displays are.
  await tablet.goto(`${saturday.path}/displays`)
  await tablet.getByRole('button', { name: `In turn: ${name}` }).tap()
  const turns = tablet.getByRole('dialog', { name: `What ${name} shows in turn` })
  await turns.getByRole('button', { name: 'Add another' }).tap()
  await turns.getByLabel('2. shows', { exact: true }).selectOption('Next matches')
  for (const turn of [1, 2]) await turns.getByLabel(`${turn}. for`).selectOption('5 min')
  await turns.getByRole('button', { name: 'Show these' }).tap()
  await turns.waitFor({ state: 'detached' })

  // All screens turn at the same moments; this one goes to the beginning of a round.
  const now = await screen.evaluate(() => Date.now())
  const round = 2 * turnMs
  await screen.clock.fastForward(round - (now % round))
  await reads(words).toMatch(/^Now playing\s+Friday Night/)
  await screen.clock.fastForward(turnMs)
  await reads(words).toMatch(/^Next matches\s+Saturday Night/)
  expect(await screen.locator('body').innerText()).not.toMatch(/Friday Night|Now playing/)
  expect(await screen.title()).toContain('Next matches')
  await screen.clock.fastForward(turnMs)
  await reads(words).toMatch(/^Now playing\s+Friday Night/)
  expect(await screen.locator('body').innerText()).not.toMatch(/Saturday Night|Next matches/)
  await leave(tablet)
  await leave(screen)
}

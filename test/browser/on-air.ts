// An overlay with all its parts over a stream, and the page of who runs it.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { overlayParts } from '../../events/view/overlay.ts'
import { violationsInThemes } from './axe.ts'
import { matchesOf, newFixture, reads } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'

type OnAir = { stage: BrowserApp; own: Fixture; stream: Page; tablet: Page }

const part = ({ stream }: OnAir, name: string) => stream.locator(`[data-part="${name}"]`)
const isSeen = (on: OnAir, name: string) => part(on, name).locator('> *').first().isVisible()
const said = (on: OnAir, name: string) => () => part(on, name).innerText()
const pages = ({ tablet }: OnAir) => {
  const section = tablet.locator('section').filter({ hasText: 'Open overlays' })
  return reads(() => section.innerText())
}

async function start({ api }: BrowserApp, id: number, cabinet: number): Promise<void> {
  await api.put(`/api/tournament/match/${id}/start/`, { cabinet, force: true })
}

function press({ stage, own }: OnAir, address: string, body: object = {}) {
  const path = `/api/tournament/tournament/${own.id}/overlay/${stage.north.id}/${address}/`
  return stage.api.post(path, body)
}

/** M1 was played on North, M2 is on South; `at`: through the line of the stream. */
export async function goOnAir(stage: BrowserApp, at: string): Promise<OnAir> {
  const { api, north, south } = stage
  const own = await newFixture(stage, 'On air')
  const [first, elsewhere, , , , last] = own.matches
  const [queue] = own.queues
  await api.put(`/api/tournament/queue/${queue!.id}/set-queue/`, { matches: [last!.id] })
  const of = { tournament: own.id, team: first!.blueTeam }
  await api.post('/api/tournament/player/', { ...of, name: 'Nell Shown', image: picture })
  const hidden = { name: 'Secret Canary', doNotDisplay: true }
  await api.post('/api/tournament/player/', { ...of, ...hidden })
  await start(stage, first!.id, north.id)
  await north.play({ winner: 'blue' })
  await north.play({ winner: 'blue', map: 'Night' })
  await expect.poll(async () => (await matchesOf(api, own.id))[0]!.isComplete).toBe(true)
  await start(stage, elsewhere!.id, south.id)
  // Whoever is signed in at this browser: what is on air is what the public may see.
  const stream = await stage.open({ device: 'desk', role: 'admin', at })
  await stream.setViewportSize({ width: 1920, height: 1080 })
  await stream.goto(`/t/hive/${own.slug}/overlay/${north.id}/all?theme=light&accent=a03f00`)
  const tablet = await stage.open({ device: 'tablet', role: 'tournament' })
  await tablet.goto(`${own.path}/stream`)
  return { stage, own, stream, tablet }
}

/** Switched on and held in the console. */
export async function showResult(on: OnAir): Promise<void> {
  const { tablet } = on
  await reads(said(on, 'score')).toMatch(/Bees\s+2\s+Wasps\s+0/)
  expect(await part(on, 'result').count(), 'off at first').toBe(0)
  await reads(said(on, 'ticker')).toMatch(/South/)
  await pages(on).toMatch(/All parts of North\s+Live/)
  const onAir = tablet.getByRole('switch', { name: 'On air: Result' })
  await onAir.tap()
  await expect.poll(() => onAir.isChecked()).toBe(true)
  await reads(said(on, 'result')).toMatch(/Final.*Bees\s+2\s+Wasps\s+0/s)
  await reads(said(on, 'result')).toMatch(/Game 2\s+Bees\s+Night · military/)
  await reads(said(on, 'result')).toMatch(/\d+\s+Military kills\s+\d+/)
  await tablet.getByRole('button', { name: 'Hold Result at its match' }).tap()
  const line = tablet.getByRole('listitem').filter({ hasText: 'Result' })
  await reads(() => line.innerText()).toContain('held at M1')
  expect(await violationsInThemes(tablet)).toEqual([])
}

/** What is held stays, whatever is played; numbers and kills are of the game that runs. */
export async function playOn(on: OnAir): Promise<void> {
  const { stage, own, stream } = on
  const [, elsewhere, next] = own.matches
  await stage.api.put(`/api/tournament/match/${elsewhere!.id}/stop/`, {})
  await start(stage, next!.id, stage.north.id)
  await reads(said(on, 'score')).not.toMatch(/^Bees\s+2\s+Wasps/)
  await reads(said(on, 'result')).toMatch(/Bees\s+2\s+Wasps\s+0/)
  await press(on, 'result/off')
  // A kill is shown for a moment.
  await stream.evaluate(keepKills)
  await stage.north.begin({ winner: 'gold' })
  await reads(said(on, 'numbers')).toMatch(/K\s+D\s+B\s+S\s+Queen.*Lives \d · Berries \d/s)
  const kills = () => stream.evaluate<string[]>('globalThis.kills')
  await expect.poll(kills).toContainEqual(expect.stringMatching(/^\w+\s+\w+$/))
  const sides = await part(on, 'numbers').locator('table').evaluateAll(coloursOf)
  const bar = await part(on, 'score').locator('[data-colour]').evaluateAll(coloursOf)
  expect(sides, 'both as on the cabinet’s screen').toEqual(bar)
}

/** By a key, as a button box does it. */
export async function switchAll(on: OnAir): Promise<void> {
  const { own, stream } = on
  await press(on, 'result/on')
  await reads(said(on, 'result')).toMatch(/Bees\s+2\s+Wasps\s+0/)
  await press(on, 'rosters/pin', { match: own.matches[0]!.id })
  await reads(said(on, 'rosters')).toMatch(/Bees\s+Nell Shown.*Wasps/s)
  expect(await part(on, 'rosters').locator('li img').count()).toBe(1)
  await press(on, 'next/on')
  await reads(said(on, 'next')).toContain('Next match')
  await press(on, 'bracket/on')
  await reads(said(on, 'bracket')).toMatch(/Bees/)
  await press(on, 'lower-third/on', { title: 'The hall', line: 'Friday' })
  await reads(said(on, 'lower-third')).toMatch(/The hall\s+Friday/)
  await expect.poll(() => stream.content()).not.toContain('Secret Canary')
  const parts = await stream.locator('[data-part]').evaluateAll(partsOf)
  expect(parts.toSorted()).toEqual([...overlayParts].toSorted())
  // In the middle the last one stands alone; those before come back, and at last what is beside the game.
  for (const [seen, covered, next] of [
    ['bracket', 'rosters', 'bracket/off'],
    ['rosters', 'result', 'rosters/off'],
    ['result', 'numbers', 'result/off'],
  ] as const) {
    await expect.poll(() => isSeen(on, seen)).toBe(true)
    expect([covered, await isSeen(on, covered)]).toEqual([covered, false])
    await press(on, next)
  }
  await expect.poll(() => isSeen(on, 'numbers')).toBe(true)
}

/** On air nothing is said of a lost line, what would be wrong is hidden, and the operator sees it. */
export async function loseLine(on: OnAir, line: { down(): void; up(): void }): Promise<void> {
  const numbers = part(on, 'numbers').locator('section')
  const before = await said(on, 'score')()
  expect(await numbers.isVisible()).toBe(true)
  line.down()
  await pages(on).toMatch(/All parts of North\s+Lost: no word for 0:\d\d/)
  await expect.poll(() => numbers.isVisible()).toBe(false)
  expect(await said(on, 'score')()).toBe(before)
  expect(await on.stream.locator('[data-stale]:visible').count()).toBe(0)
  await press(on, 'score/off')
  line.up()
  await expect.poll(() => part(on, 'score').count()).toBe(0)
  await expect.poll(() => numbers.isVisible()).toBe(true)
  await pages(on).toMatch(/All parts of North\s+Live/)
}

/** A dot. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
type Marked = { dataset: Record<string, string | undefined> }
const coloursOf = (all: unknown[]) => (all as Marked[]).map(({ dataset }) => dataset['colour'])
const partsOf = (all: unknown[]) => (all as Marked[]).map(({ dataset }) => `${dataset['part']}`)

/** In the page: every kill that is shown from now on. */
const keepKills = `(() => {
  globalThis.kills = []
  const look = () => {
    for (const one of document.querySelectorAll('[data-kill]')) kills.push(one.innerText)
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
})()`

/** In the page. */
export const backgrounds = `[document.documentElement, document.body].map((one) =>
  getComputedStyle(one).backgroundColor)`

/** In the page: every picture the overlay is drawn with from now on, as it is after each change. */
export const keepPictures = `(() => {
  globalThis.pictures = []
  const bar = document.querySelector('[data-picture]')
  const all = { subtree: true, childList: true, characterData: true }
  new MutationObserver(() => {
    const words = bar.innerText
    if (pictures.at(-1) !== words) pictures.push(words)
  }).observe(bar, all)
})()`

// A stream overlay with all its parts, and the page from which an official operates it.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { overlayParts } from '#events/view/overlay.ts'
import { violationsInThemes } from './axe.ts'
import { matchesOf, newFixture, poll } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'

type OnAir = { app: BrowserApp; fixture: Fixture; stream: Page; tablet: Page }

const part = ({ stream }: OnAir, name: string) => stream.locator(`[data-part="${name}"]`)
const isPartVisible = (on: OnAir, name: string) => part(on, name).locator('> *').first().isVisible()
const partText = (on: OnAir, name: string) => () => part(on, name).innerText()
const expectOverlayList = ({ tablet }: OnAir) => {
  const section = tablet.locator('section').filter({ hasText: 'Open overlays' })
  return poll(() => section.innerText())
}

async function start({ api }: BrowserApp, id: number, cabinet: number): Promise<void> {
  await api.put(`/api/tournament/match/${id}/start/`, { cabinet, force: true })
}

function press({ app, fixture }: OnAir, address: string, body: object = {}) {
  const path = `/api/tournament/tournament/${fixture.id}/overlay/${app.north.id}/${address}/`
  return app.api.post(path, body)
}

/** M1 was played on North, M2 is on South. `at`: the base URL of the stream's page. */
export async function goOnAir(app: BrowserApp, at: string): Promise<OnAir> {
  const { api, north, south } = app
  const fixture = await newFixture(app, 'On air')
  const [first, onSouth, , , , last] = fixture.matches
  const [queue] = fixture.queues
  await api.put(`/api/tournament/queue/${queue!.id}/set-queue/`, { matches: [last!.id] })
  const of = { tournament: fixture.id, team: first!.blueTeam }
  await api.post('/api/tournament/player/', { ...of, name: 'Nell Shown', image: picture })
  const hidden = { name: 'Secret Canary', doNotDisplay: true }
  await api.post('/api/tournament/player/', { ...of, ...hidden })
  await start(app, first!.id, north.id)
  await north.play({ winner: 'blue' })
  await north.play({ winner: 'blue', map: 'Night' })
  await expect.poll(async () => (await matchesOf(api, fixture.id))[0]!.isComplete).toBe(true)
  await start(app, onSouth!.id, south.id)
  // Although an admin is signed in here, the overlay shows only what the public may see.
  const stream = await app.open({ device: 'desk', role: 'admin', at })
  await stream.setViewportSize({ width: 1920, height: 1080 })
  await stream.goto(`/t/hive/${fixture.slug}/overlay/${north.id}/all?theme=light&accent=a03f00`)
  const tablet = await app.open({ device: 'tablet', role: 'tournament' })
  await tablet.goto(`${fixture.path}/stream`)
  return { app, fixture, stream, tablet }
}

/** Switches the result on and holds it at its match, in the console. */
export async function showResult(on: OnAir): Promise<void> {
  const { tablet } = on
  await poll(partText(on, 'score')).toMatch(/Bees\s+2\s+Wasps\s+0/)
  expect(await part(on, 'result').count(), 'off at first').toBe(0)
  await poll(partText(on, 'ticker')).toMatch(/South/)
  await expectOverlayList(on).toMatch(/All parts of North\s+Live/)
  const onAir = tablet.getByRole('switch', { name: 'On air: Result' })
  await onAir.tap()
  await expect.poll(() => onAir.isChecked()).toBe(true)
  await poll(partText(on, 'result')).toMatch(/Final.*Bees\s+2\s+Wasps\s+0/s)
  await poll(partText(on, 'result')).toMatch(/Game 2\s+Bees\s+Night · military/)
  await poll(partText(on, 'result')).toMatch(/\d+\s+Military kills\s+\d+/)
  await tablet.getByRole('button', { name: 'Hold Result at its match' }).tap()
  const line = tablet.getByRole('listitem').filter({ hasText: 'Result' })
  await poll(() => line.innerText()).toContain('held at M1')
  expect(await violationsInThemes(tablet)).toEqual([])
}

/** Whichever side is left, it is left in every part, also after a match has been flipped. */
export async function changeSides(on: OnAir): Promise<void> {
  const { app, fixture } = on
  const [first] = fixture.matches
  const setSides = (sides: string | null) =>
    app.api.put(`/api/tournament/tournament/${fixture.id}/overlay/`, {
      cabinet: app.north.id,
      pins: { sides },
    })
  const flip = (isFlipped: boolean) =>
    app.api.patch(`/api/tournament/match/${first!.id}/`, { isFlipped })
  const colours = (name: string) => () =>
    part(on, name).locator('[data-colour]').evaluateAll(coloursOf)
  const texts = (name: string) => () => part(on, name).locator('[data-colour]').allTextContents()
  const totals = () => part(on, 'result').locator('td').allTextContents()
  await press(on, 'rosters/pin', { match: first!.id })
  const [bees, wasps] = ['Bees2', 'Wasps0']
  for (const isFlipped of [true, false]) {
    await flip(isFlipped)
    const [blue, gold] = isFlipped ? [wasps, bees] : [bees, wasps]
    await setSides('blue-left')
    await expect.poll(texts('score')).toEqual([blue, gold])
    await expect.poll(texts('result')).toEqual([blue, gold])
    const before = await totals()
    await setSides('gold-left')
    await expect.poll(texts('score')).toEqual([gold, blue])
    expect(await texts('result')()).toEqual([gold, blue])
    expect(await totals()).toEqual(
      before.map((_, index) => before[index % 2 ? index - 1 : index + 1]),
    )
    for (const name of ['rosters', 'ticker']) {
      expect([name, ...(await colours(name)())]).toEqual([name, 'gold', 'blue'])
    }
  }
  await press(on, 'rosters/off')
  await setSides(null)
}

/** Starts the next match: a held part stays, while numbers and kills follow the running game. */
export async function playNextMatch(on: OnAir): Promise<void> {
  const { app, fixture, stream } = on
  const [, onSouth, next] = fixture.matches
  await app.api.put(`/api/tournament/match/${onSouth!.id}/stop/`, {})
  await start(app, next!.id, app.north.id)
  await poll(partText(on, 'score')).not.toMatch(/^Bees\s+2\s+Wasps/)
  await poll(partText(on, 'result')).toMatch(/Bees\s+2\s+Wasps\s+0/)
  await press(on, 'result/off')
  // A kill is shown only briefly, so it is recorded in the page.
  await stream.evaluate(recordKills)
  await app.north.begin({ winner: 'gold' })
  await poll(partText(on, 'numbers')).toMatch(/K\s+D\s+B\s+S\s+Queen.*Lives \d · Berries \d/s)
  const kills = () => stream.evaluate<string[]>('globalThis.kills')
  await expect.poll(kills).toContainEqual(expect.stringMatching(/^\w+\s+\w+$/))
  const sides = await part(on, 'numbers').locator('table').evaluateAll(coloursOf)
  const bar = await part(on, 'score').locator('[data-colour]').evaluateAll(coloursOf)
  expect(sides, 'both as on the cabinet’s screen').toEqual(bar)
}

/** Switches parts by the API, as a button box does with its key. */
export async function switchAllParts(on: OnAir): Promise<void> {
  const { fixture, stream } = on
  await press(on, 'result/on')
  await poll(partText(on, 'result')).toMatch(/Bees\s+2\s+Wasps\s+0/)
  await press(on, 'rosters/pin', { match: fixture.matches[0]!.id })
  await poll(partText(on, 'rosters')).toMatch(/Bees\s+Nell Shown.*Wasps/s)
  expect(await part(on, 'rosters').locator('li img').count()).toBe(1)
  await press(on, 'next/on')
  await poll(partText(on, 'next')).toContain('Next match')
  await press(on, 'bracket/on')
  await poll(partText(on, 'bracket')).toMatch(/Bees/)
  await press(on, 'lower-third/on', { title: 'The hall', line: 'Friday' })
  await poll(partText(on, 'lower-third')).toMatch(/The hall\s+Friday/)
  await expect.poll(() => stream.content()).not.toContain('Secret Canary')
  const parts = await stream.locator('[data-part]').evaluateAll(partsOf)
  expect(parts.toSorted()).toEqual([...overlayParts].toSorted())
  // The centre shows only the part that was switched on last; switching it off brings back the one
  // before, and finally the parts beside the game.
  for (const [shown, covered, next] of [
    ['bracket', 'rosters', 'bracket/off'],
    ['rosters', 'result', 'rosters/off'],
    ['result', 'numbers', 'result/off'],
  ] as const) {
    await expect.poll(() => isPartVisible(on, shown)).toBe(true)
    expect([covered, await isPartVisible(on, covered)]).toEqual([covered, false])
    await press(on, next)
  }
  await expect.poll(() => isPartVisible(on, 'numbers')).toBe(true)
}

/** On air, a lost connection only hides outdated parts; the operator's page reports it. */
export async function loseConnection(
  on: OnAir,
  connection: { down(): void; up(): void },
): Promise<void> {
  const numbers = part(on, 'numbers').locator('section')
  const before = await partText(on, 'score')()
  expect(await numbers.isVisible()).toBe(true)
  connection.down()
  await expectOverlayList(on).toMatch(/All parts of North\s+Lost: no contact for 0:\d\d/)
  await expect.poll(() => numbers.isVisible()).toBe(false)
  expect(await partText(on, 'score')()).toBe(before)
  expect(await on.stream.locator('[data-stale]:visible').count()).toBe(0)
  await press(on, 'score/off')
  connection.up()
  await expect.poll(() => part(on, 'score').count()).toBe(0)
  await expect.poll(() => numbers.isVisible()).toBe(true)
  await expectOverlayList(on).toMatch(/All parts of North\s+Live/)
}

/** An image of one pixel. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
type DataElement = { dataset: Record<string, string | undefined> }
const coloursOf = (elements: unknown[]) =>
  (elements as DataElement[]).map(({ dataset }) => dataset['colour'])
const partsOf = (elements: unknown[]) =>
  (elements as DataElement[]).map(({ dataset }) => `${dataset['part']}`)

/** Evaluated in the page: records every kill that is shown from now on. */
const recordKills = `(() => {
  globalThis.kills = []
  const look = () => {
    for (const one of document.querySelectorAll('[data-kill]')) kills.push(one.innerText)
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
})()`

/** Evaluated in the page. */
export const backgrounds = `[document.documentElement, document.body].map((one) =>
  getComputedStyle(one).backgroundColor)`

/** Evaluated in the page: records the overlay's text after each change from now on. */
export const recordPictures = `(() => {
  globalThis.pictures = []
  const bar = document.querySelector('[data-picture]')
  const all = { subtree: true, childList: true, characterData: true }
  new MutationObserver(() => {
    const words = bar.innerText
    if (pictures.at(-1) !== words) pictures.push(words)
  }).observe(bar, all)
})()`

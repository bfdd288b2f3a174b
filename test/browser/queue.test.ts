// The Match Queue by touch, by mouse, by keyboard and without dragging.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dragWithMouse, keyboardDrag, touchDrag } from './drag.ts'
import { grip, lastAction } from './controls.ts'
import { closePage, newFixture, noChromium, openApp, poll, queuesOf } from './browser-app.ts'
import type { BrowserApp, Fixture } from './browser-app.ts'

/** A switch's thumb covers its input, so the usual check for an unobstructed target is skipped. */
const forceClick = { force: true }
const missing = noChromium()
if (missing) console.warn(`Left out: the match queue in a browser (${missing})`)

describe.skipIf(missing !== null)('the match queue', () => {
  let app: BrowserApp
  let fixture: Fixture
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app?.stop())
  beforeEach(async () => {
    fixture = await newFixture(app, 'Friday Night')
    await setQueue(0, ['M1', 'M2', 'M3'])
    await setQueue(1, ['M4', 'M5'])
  })

  const numbers = (ids: number[]) =>
    ids.map((id) => `M${fixture.matches.find((match) => match.id === id)?.matchNum}`)
  const ids = (names: string[]) =>
    names.map((name) => fixture.matches.find((match) => `M${match.matchNum}` === name)?.id)

  async function setQueue(index: number, names: string[]): Promise<void> {
    const path = `/api/tournament/queue/${fixture.queues[index]?.id}/set-queue/`
    await app.api.put(path, { matches: ids(names) })
  }

  /** The queues as the server has them. */
  async function stored(): Promise<string> {
    const queues = await queuesOf(app.api, fixture.id)
    return queues.map(({ matches }) => numbers(matches).join(' ')).join(' | ')
  }

  async function startFirst(): Promise<void> {
    await app.api.put(`/api/tournament/tournament/${fixture.id}/select-next/`, {
      cabinet: app.north.id,
    })
  }

  async function openQueue(
    device: 'tablet' | 'desk' | 'phone',
    shown = 'M1 M2 M3 | M4 M5',
  ): Promise<Page> {
    const pageOptions = { device, role: 'tournament' } as const
    const page = await app.visit(pageOptions, `${fixture.path}/match-queue`)
    await page.getByRole('heading', { name: 'Match Queue' }).waitFor()
    await poll(() => shownQueues(page)).toBe(shown)
    return page
  }

  test('a touch drag moves a match into another queue; a quick swipe moves nothing', async () => {
    const page = await openQueue('tablet')
    const audience = await openQueue('phone')
    const finger = await touchDrag(page)
    await finger.swipe(listItem(page, 'M2'), listItem(page, 'M5'))
    expect(await shownQueues(page)).toBe('M1 M2 M3 | M4 M5')
    await finger.carry(listItem(page, 'M2'), listItem(page, 'M5'))
    await poll(stored).toMatch(/^M1 M3 \| (M4 M2 M5|M4 M5 M2)$/)
    const order = await stored()
    await poll(() => shownQueues(page)).toBe(order)
    await poll(() => shownQueues(audience)).toBe(order)
    await poll(() => lastAction(page)).toMatch(/^Undo: /)
    await page.getByRole('button', { name: /^Undo: / }).tap()
    await poll(stored).toBe('M1 M2 M3 | M4 M5')
    await poll(() => shownQueues(page)).toBe('M1 M2 M3 | M4 M5')
    await closePage(page)
    await closePage(audience)
  })

  test('a mouse drag moves a match within its queue and out of it', async () => {
    const page = await openQueue('desk')
    await dragWithMouse(page, listItem(page, 'M3'), listItem(page, 'M1'))
    await poll(stored).toBe('M3 M1 M2 | M4 M5')
    await dragWithMouse(page, listItem(page, 'M1'), page.getByRole('region', { name: 'Groups' }))
    await poll(stored).toBe('M3 M2 | M4 M5')
    await poll(() => matchNames(page, 'Groups')).toBe('M1 M6')
    await closePage(page)
  })

  test('the keyboard moves a match and announces its position; Escape cancels', async () => {
    const page = await openQueue('desk')
    const keys = keyboardDrag(page, grip(page, 'M1'))
    await keys.lift()
    await poll(() => liveRegionText(page)).toContain(
      'Picked up M1 Bees vs. Wasps, position 1 of 3 in North.',
    )
    await keys.press('ArrowDown')
    await poll(() => liveRegionText(page)).toContain('moved to position 2 of 3 in North.')
    await keys.press('Space')
    await poll(stored).toBe('M2 M1 M3 | M4 M5')
    await poll(() => page.locator(':focus').getAttribute('aria-label').then(String)).toContain('M1')

    await poll(() => shownQueues(page)).toBe('M2 M1 M3 | M4 M5')
    await keys.lift()
    await keys.press('ArrowRight')
    await poll(() => shownQueues(page)).toMatch(/^M2 M3 \| .*M1/)
    await keys.press('Escape')
    await poll(() => shownQueues(page)).toBe('M2 M1 M3 | M4 M5')
    await poll(() => liveRegionText(page)).toContain('M1 Bees vs. Wasps is back where it was.')
    expect(await stored()).toBe('M2 M1 M3 | M4 M5')

    await keys.lift()
    await keys.press('ArrowRight')
    await poll(() => shownQueues(page)).toMatch(/^M2 M3 \| .*M1/)
    await keys.press('Space')
    await poll(stored).toMatch(/^M2 M3 \| .*M1/)
    await closePage(page)
  })

  test('every drag has a menu item', async () => {
    const page = await openQueue('phone')
    const choose = async (menu: string | RegExp, item: string) => {
      await page.getByRole('button', { name: menu }).tap()
      // Another menu may still be closing.
      const opened = page.getByRole('menu', { name: menu })
      await opened.getByRole('menuitem', { name: item, exact: true }).tap()
    }
    await choose(/^Move M1 /, 'Move to South')
    await poll(stored).toBe('M2 M3 | M4 M5 M1')
    await poll(() => shownQueues(page)).toBe('M2 M3 | M4 M5 M1')
    await choose(/^Move M1 /, 'Move to the top')
    await poll(stored).toBe('M2 M3 | M1 M4 M5')
    await choose(/^Move M3 /, 'Move up')
    await poll(stored).toBe('M3 M2 | M1 M4 M5')
    await choose(/^Move M4 /, 'Move to Unassigned matches')
    await poll(stored).toBe('M3 M2 | M1 M5')
    await poll(() => matchNames(page, 'Groups')).toBe('M4 M6')

    await page.getByRole('button', { name: 'Menu of South' }).tap()
    const removeAll = page.getByRole('menuitem', { name: 'Remove All from Queue' })
    await removeAll.waitFor()
    // A double tap is one press, which only asks (ux 6, ux 35).
    const spot = (await removeAll.boundingBox())!
    for (let tap = 0; tap < 2; tap++)
      await page.touchscreen.tap(spot.x + spot.width / 2, spot.y + spot.height / 2)
    const again = page.getByRole('menuitem', { name: 'Press again to remove all' })
    await again.waitFor()
    await page.waitForTimeout(1_000)
    expect(await stored()).toBe('M3 M2 | M1 M5')
    await again.tap()
    await poll(stored).toBe('M3 M2 | ')
    await page.getByText('Nothing queued. Drop a match here.').waitFor()

    await choose('Menu of Groups', 'Assign All to South')
    await poll(stored).toBe('M3 M2 | M1 M4 M5 M6')
    await page.getByText('Every open match is in a queue or being played.').waitFor()
    await closePage(page)
  })

  test('a disabled queue says so, and its Next button is blocked', async () => {
    const page = await openQueue('tablet')
    await app.north.wake()
    const next = page.getByRole('button', { name: /^Next on North: / })
    const label = () => next.getAttribute('aria-label').then(String)
    await poll(label).toBe('Next on North: Start M1: Bees v Wasps')
    await page.getByRole('switch', { name: 'North enabled' }).tap(forceClick)
    await poll(label).toBe('Next on North: The queue is disabled')
    expect((await queuesOf(app.api, fixture.id))[0]?.enabled).toBe(false)
    await page.getByRole('switch', { name: 'North enabled' }).tap(forceClick)
    await poll(label).toBe('Next on North: Start M1: Bees v Wasps')
    await next.tap()
    await poll(() => page.getByRole('region', { name: 'North' }).innerText()).toContain('(0-0)')
    await page.getByRole('button', { name: 'Ref North' }).tap()
    await page
      .getByRole('dialog', { name: /^Referee: North/ })
      .getByText('On this cabinet', { exact: true })
      .waitFor()
    await page.getByRole('button', { name: /^Inactive/ }).tap()
    await page.getByRole('button', { name: 'Pause M1', exact: true }).tap()
    await page.getByRole('heading', { name: 'No current match' }).waitFor()
    await closePage(page)
  })

  test('when two officials reorder the same queue, the second is told why that failed and sees the new order', async () => {
    const first = await openQueue('desk')
    const second = await openQueue('desk')
    // The second official is dragging a match while the first one moves another in the same queue.
    const box = await grip(second, 'M3').boundingBox()
    await second.mouse.move(box!.x + 8, box!.y + 8)
    await second.mouse.down()
    await second.mouse.move(box!.x + 20, box!.y - 20, { steps: 15 })
    await first.getByRole('button', { name: /^Move M1 / }).click()
    await first.getByRole('menuitem', { name: 'Move down' }).click()
    await poll(stored).toBe('M2 M1 M3 | M4 M5')
    expect(await shownQueues(second)).not.toMatch(/^M2/)
    const top = await listItem(second, 'M1').boundingBox()
    await second.mouse.move(top!.x + 40, top!.y + 4, { steps: 15 })
    await second.mouse.up()
    const refusal = second.getByRole('alert')
    await poll(() => refusal.innerText()).toContain('Could not add match to queue.')
    await poll(() => refusal.innerText()).toContain(
      'Somebody else has changed this queue. Check it and try again.',
    )
    await poll(() => shownQueues(second)).toBe('M2 M1 M3 | M4 M5')
    expect(await stored()).toBe('M2 M1 M3 | M4 M5')
    await refusal.getByRole('button', { name: 'Dismiss' }).click()
    await refusal.waitFor({ state: 'detached' })
    await closePage(first)
    await closePage(second)
  })

  test('ux 14: the head of a queue starts during a drag: the match lands where it was dropped', async () => {
    await setQueue(0, ['M1', 'M2', 'M3', 'M6'])
    await setQueue(1, ['M4', 'M5'])
    await app.north.wake()
    const page = await openQueue('desk', 'M1 M2 M3 M6 | M4 M5')
    await holdOver(page, 'M6', 'M2')
    await startFirst()
    await page.getByRole('region', { name: 'North' }).getByText('(0-0)').first().waitFor()
    await page.mouse.up()
    await poll(stored).toBe('M6 M2 M3 | M4 M5')
    await poll(() => moveResult(page)).toContain('moved to position 1 of 3 in North.')
    expect(await page.getByRole('alert').count()).toBe(0)
    await closePage(page)
  })

  test('ux 14: Retry repeats a refused move on the present order, until its match is gone', async () => {
    const page = await openQueue('desk')
    await holdOver(page, 'M3', 'M2')
    await setQueue(0, ['M2', 'M1', 'M3'])
    await page.mouse.up()
    const refusal = page.getByRole('alert')
    await refusal.getByText('Somebody else has changed this queue.').waitFor()
    await poll(() => moveResult(page)).toMatch(/^M3 .* was not moved\.$/)
    await setQueue(0, ['M1', 'M2', 'M6', 'M3'])
    await poll(() => shownQueues(page)).toBe('M1 M2 M6 M3 | M4 M5')
    await refusal.getByRole('button', { name: 'Retry' }).click()
    await poll(stored).toBe('M1 M3 M2 M6 | M4 M5')
    await refusal.waitFor({ state: 'detached' })
    await poll(() => moveResult(page)).toContain('moved to position 2 of 4 in North.')

    await holdOver(page, 'M6', 'M2')
    await setQueue(0, ['M3', 'M1', 'M2'])
    await poll(stored).toBe('M3 M1 M2 | M4 M5')
    await page.mouse.up()
    await refusal.getByText('Somebody else has changed this queue.').waitFor()
    await poll(() => refusal.getByRole('button').allInnerTexts().then(String)).toBe('Dismiss')
    await closePage(page)
  })
})

/** Drags a match over another and does not drop it. */
async function holdOver(page: Page, match: string, over: string): Promise<void> {
  const [from, to] = [
    await grip(page, match).boundingBox(),
    await listItem(page, over).boundingBox(),
  ]
  await page.mouse.move(from!.x + 8, from!.y + 8)
  await page.mouse.down()
  await page.mouse.move(to!.x + 40, to!.y + to!.height / 2, { steps: 15 })
}

/** What the page tells screen readers about the last move. */
function moveResult(page: Page): Promise<string> {
  return page.locator('.unseen[aria-live="polite"]').last().innerText()
}

function listItem(page: Page, match: string): Locator {
  return page.getByRole('listitem').filter({ has: grip(page, match) })
}

/** `M1 M2 | M3`: the queues in order, as shown on the screen. */
async function shownQueues(page: Page): Promise<string> {
  return `${await matchNames(page, 'North')} | ${await matchNames(page, 'South')}`
}

async function matchNames(page: Page, list: string): Promise<string> {
  const grips = page
    .getByRole('region', { name: list, exact: true })
    .getByRole('button', { name: /^Drag M/ })
  const labels = await grips.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''))
  return labels.map((label) => /M\d+/.exec(label)?.[0]).join(' ')
}

function liveRegionText(page: Page): Promise<string> {
  return page.locator('[aria-live="assertive"]').allInnerTexts().then(String)
}

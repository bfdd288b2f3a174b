// Drags as people make them: a press until the line is lifted, then a move in many small steps.
import type { Locator, Page } from 'playwright-core'

type Point = { x: number; y: number }

const steps = 15
const swipeStepMs = 8
/** A long press lasts a quarter of a second; a busy page needs longer to draw it. */
const liftMs = 5_000

async function middleOf(target: Locator): Promise<Point> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('the element is not on the screen')
  return { x: box.x + Math.min(box.width / 2, 120), y: box.y + box.height / 2 }
}

function* between(from: Point, to: Point): Generator<Point> {
  for (let step = 1; step <= steps; step += 1) {
    const share = step / steps
    yield { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
  }
}

/** Touch drags. Only the DevTools protocol can hold a touch point down. */
export async function touchDrag(page: Page) {
  const protocol = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', point?: Point) =>
    protocol.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })

  const isLifted = () => {
    const lifted = page.locator('[data-lifted]').waitFor({ timeout: liftMs })
    return lifted.then(
      () => true,
      () => false,
    )
  }

  async function move(from: Locator, to: Locator, isLongPress: boolean): Promise<void> {
    let [start, end] = [await middleOf(from), await middleOf(to)]
    await touch('touchStart', start)
    // A page that is still loading may have moved its lines away from under the finger.
    while (isLongPress && !(await isLifted())) {
      await touch('touchCancel')
      ;[start, end] = [await middleOf(from), await middleOf(to)]
      await touch('touchStart', start)
    }
    for (const point of between(start, end)) {
      await touch('touchMove', point)
      await page.waitForTimeout(swipeStepMs)
    }
    if (isLongPress) await page.evaluate(lastMoveDrawn)
    await touch('touchEnd')
  }
  return {
    carry: (from: Locator, to: Locator) => move(from, to, true),
    async swipe(from: Locator, to: Locator) {
      await page.evaluate(holdPressTimers)
      await move(from, to, false)
      await page.evaluate(restorePressTimers)
    },
  }
}

// A busy page draws the last move only in its next frame, and a drop before that would be lost.
const lastMoveDrawn = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`

// On a slow machine a swipe could last as long as a long press, so that timer is delayed meanwhile.
const holdPressTimers = `{
  const own = setTimeout
  window.letPressTimers = () => (window.setTimeout = own)
  window.setTimeout = (then, ms, ...rest) => own(then, ms > 100 && ms < 500 ? 60_000 : ms, ...rest)
}`
const restorePressTimers = 'void window.letPressTimers()'

export async function dragWithMouse(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)]
  const scrolled = () => page.evaluate<number>('scrollY')
  const before = await scrolled()
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps })
  // Near the edge the page scrolls during the drag: follow the target.
  const after = await scrolled()
  if (after !== before) await page.mouse.move(end.x, end.y - (after - before), { steps })
  await page.evaluate(lastMoveDrawn)
  await page.mouse.up()
}

/** Keyboard drags, from the grip of a match. */
export function keyboardDrag(page: Page, grip: Locator) {
  return {
    async lift() {
      await grip.focus()
      await page.keyboard.press('Space')
      await page.locator('[data-lifted]').waitFor()
      // The library handles further keys only from the next task on.
      await page.evaluate(() => new Promise((done) => setTimeout(done)))
    },
    press: (key: 'ArrowUp' | 'ArrowDown' | 'ArrowRight' | 'Space' | 'Escape') =>
      page.keyboard.press(key),
  }
}

/** As just after a change of order: the first two lines are still drawn at each other's place. */
export async function keepLinesMoving(page: Page): Promise<void> {
  const content =
    'ol li:first-child { translate: 0 100% } ol li:nth-child(2) { translate: 0 -100% }'
  await page.addStyleTag({ content })
}

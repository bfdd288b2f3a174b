import type { Locator, Page } from 'playwright-core'

const lookAgainMs = 500

/** The smallest telephone, and a tablet's screen at 200 %. */
const sizes = [
  { width: 320, height: 568 },
  { width: 640, height: 400 },
]

/**
 * What cannot be reached on small screens: the page scrolls sideways, a control lies under another, or
 * is lower than a finger (ux 1).
 */
export async function wrongOnSmallScreens(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  const wrong: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    const found = await page.evaluate<string[]>(look)
    wrong.push(...found.map((one) => `at ${size.width}×${size.height}: ${one}`))
  }
  if (before) await page.setViewportSize(before)
  return wrong
}

/** In the page. A control in a scroller of its own is scrolled to, as a finger would. */
const look = `(async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=menu]')]
  const root = dialogs.findLast((one) => one.checkVisibility()) ?? document.body
  const wrong = []
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) wrong.push('it scrolls sideways: ' + scrollWidth)
  const controls = root.querySelectorAll('a[href], button, input, select, textarea, summary')
  for (const control of controls) {
    const style = getComputedStyle(control)
    const isDrawn = control.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
    const isSeen = isDrawn && style.pointerEvents !== 'none'
    const { width, height } = control.getBoundingClientRect()
    if (!isSeen || width < 8 || height < 8 || control.closest('.skip')) continue
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const box = control.getClientRects()[0]
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const isHit = (dy) => {
      const at = document.elementFromPoint(x, y + dy)
      return at && (control.contains(at) || at.closest('label')?.control === control)
    }
    const name = control.getAttribute('aria-label') ?? control.innerText ?? control.name
    // A link in a line of text is as high as the line.
    const reach = (step) => {
      let dy = 0
      while (Math.abs(dy) < 44 && isHit(dy + step)) dy += step
      return Math.abs(dy)
    }
    if (box.height < 43.5 && style.display !== 'inline' && reach(-1) + reach(1) < 42)
      wrong.push(name + ' is only ' + Math.round(box.height) + ' high')
    const top = document.elementFromPoint(x, y)
    if (top && (control.contains(top) || top.contains(control) || top.closest('label'))) continue
    wrong.push(name + (top ? ' lies under ' + (top.className || top.tagName) : ' is off the screen'))
  }
  return wrong
})()`

/** Which of these a referee would have to scroll to, or finds under an alert. */
export function outOfSight(wanted: Record<string, Locator>): Promise<string[]> {
  const isSeen = (one: Locator) =>
    one.evaluate((node) => {
      const { left, top, right, bottom } = (node as unknown as Seen).getBoundingClientRect()
      const isAt = (x: number, y: number) => {
        const hit = (node as unknown as Seen).ownerDocument.elementFromPoint(x, y)
        return hit !== null && (node as unknown as Seen).contains(hit)
      }
      const middle = (left + right) / 2
      return [isAt(middle, top + 2), isAt(middle, bottom - 2)].every(Boolean)
    })
  const look = async ([name, one]: [string, Locator]) => ((await isSeen(one)) ? [] : [name])
  return Promise.all(Object.entries(wanted).map(look)).then((found) => found.flat())
}

type Seen = {
  getBoundingClientRect(): { left: number; top: number; right: number; bottom: number }
  ownerDocument: { elementFromPoint(x: number, y: number): Seen | null }
  contains(other: Seen): boolean
}

type Controls = { places: [name: string, x: number, y: number][]; covered: string[] }

/** The controls of a page once all of it has come: the same three times in a row, but for times that run. */
export async function settledControls(page: Page): Promise<Controls> {
  let before = ''
  let same = 0
  for (;;) {
    const controls = await controlsOf(page)
    const now = JSON.stringify(controls).replaceAll(/\d+:\d\d/g, '')
    same = now === before ? same + 1 : 1
    if (same === 3) return controls
    before = now
    await page.waitForTimeout(lookAgainMs)
  }
}

/** Where controls are that no alert has brought, and which of them an alert lies on. */
export function controlsOf(page: Page): Promise<Controls> {
  return page.evaluate<Controls>(`(() => {
    const seen = (one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect()
      const box = { left, top, right, bottom }
      for (let around = one.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowY === 'visible') continue
        const edge = around.getBoundingClientRect()
        box.top = Math.max(box.top, edge.top)
        box.bottom = Math.min(box.bottom, edge.bottom)
      }
      return box
    }
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    const root = document.querySelector('[role=dialog]') ?? document
    const alerts = [...root.querySelectorAll('[role=alert]')]
    const controls = [...root.querySelectorAll('a[href], button, input, select')].filter(
      (one) => one.checkVisibility() && !one.closest('[role=alert], .skip'),
    )
    const name = (one) => one.ariaLabel ?? one.innerText ?? one.name
    const isUnder = (one) => alerts.some((alert) => meet(seen(one), seen(alert)))
    return {
      places: controls.map((one) => {
        const { x, y } = one.getBoundingClientRect()
        return [name(one), x, y]
      }),
      covered: controls.filter(isUnder).map(name),
    }
  })()`)
}

/** In the page: words of which a part is hidden by what they stand in. */
export const cutOff = `(() => {
  const root = [...document.querySelectorAll('[role=dialog]')].findLast((one) => one.checkVisibility()) ?? document.body
  const wrong = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const own = node.parentElement
    if (node.data.trim() === '' || !own.checkVisibility({ checkOpacity: true }) || own.closest('.skip, .unseen, svg')) continue
    if (getComputedStyle(own).clipPath !== 'none') continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    for (let around = own; around && around !== root.parentElement; around = around.parentElement) {
      const style = getComputedStyle(around)
      const edge = around.getBoundingClientRect()
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') break
      const isHidden = (overflow) => overflow === 'hidden' || overflow === 'clip'
      const isCut =
        (isHidden(style.overflowX) && (text.left < edge.left - 1 || text.right > edge.right + 1)) ||
        (isHidden(style.overflowY) && (text.top < edge.top - 2 || text.bottom > edge.bottom + 2))
      if (isCut) wrong.push(node.data)
      if (isCut || getComputedStyle(around).overflowY === 'auto') break
    }
  }
  return wrong
})()`

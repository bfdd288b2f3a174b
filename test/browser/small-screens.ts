import type { Locator, Page } from 'playwright-core'

const pollMs = 500

/** The smallest phone, and a tablet zoomed to 200 %. */
const sizes = [
  { width: 320, height: 568 },
  { width: 640, height: 400 },
]

/**
 * Problems on small screens: the page scrolls sideways, or a control is covered or too low for a
 * finger (ux 1).
 */
export async function smallScreenProblems(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  const problems: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    const found = await page.evaluate<string[]>(findProblems)
    problems.push(...found.map((problem) => `at ${size.width}×${size.height}: ${problem}`))
  }
  if (before) await page.setViewportSize(before)
  return problems
}

/** Evaluated in the page. Scrolls each control into view first, as a user would. */
const findProblems = `(async () => {
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
    // An inline link is only as high as its line of text.
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

/** Which of these elements are outside the viewport or covered, for example by an alert. */
export function outOfView(elements: Record<string, Locator>): Promise<string[]> {
  const isInView = (element: Locator) =>
    element.evaluate((node) => {
      const { left, top, right, bottom } = (node as unknown as PageElement).getBoundingClientRect()
      const isAt = (x: number, y: number) => {
        const hit = (node as unknown as PageElement).ownerDocument.elementFromPoint(x, y)
        return hit !== null && (node as unknown as PageElement).contains(hit)
      }
      const middle = (left + right) / 2
      return [isAt(middle, top + 2), isAt(middle, bottom - 2)].every(Boolean)
    })
  const check = async ([name, element]: [string, Locator]) =>
    (await isInView(element)) ? [] : [name]
  return Promise.all(Object.entries(elements).map(check)).then((found) => found.flat())
}

type PageElement = {
  getBoundingClientRect(): { left: number; top: number; right: number; bottom: number }
  ownerDocument: { elementFromPoint(x: number, y: number): PageElement | null }
  contains(other: PageElement): boolean
}

type Controls = { places: [name: string, x: number, y: number][]; covered: string[] }

/** The controls of a loaded page: unchanged three times in a row, except for running clocks. */
export async function stableControls(page: Page): Promise<Controls> {
  let before = ''
  let unchanged = 0
  for (;;) {
    const controls = await controlsOf(page)
    const now = JSON.stringify(controls).replaceAll(/\d+:\d\d/g, '')
    unchanged = now === before ? unchanged + 1 : 1
    if (unchanged === 3) return controls
    before = now
    await page.waitForTimeout(pollMs)
  }
}

/** The positions of all controls outside alerts, and which of them an alert covers. */
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

/** Evaluated in the page: texts that are partly hidden by an element around them. */
export const clippedTexts = `(() => {
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

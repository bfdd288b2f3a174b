// Where controls are: on the three sizes of screens that stand at a cabinet.
import type { ElementHandle, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const screens = [
  { width: 1280, height: 800 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
]

const pauseMs = 50
const sameOf = 2

/** The layout by a new size is there a moment later: it has been so for a while. */
async function settled<T>(page: Page, look: () => Promise<T>): Promise<T> {
  let before = ''
  for (let same = 0; ;) {
    const now = await look()
    const text = JSON.stringify(now)
    same = text === before ? same + 1 : 1
    if (same === sameOf) return now
    before = text
    await page.waitForTimeout(pauseMs)
  }
}

async function onEveryScreen<T>(page: Page, look: () => Promise<T>): Promise<[string, T][]> {
  const own = page.viewportSize()
  const seen: [string, T][] = []
  for (const screen of screens) {
    await page.setViewportSize(screen)
    seen.push([`${screen.width}×${screen.height}`, await settled(page, look)])
  }
  if (own) await page.setViewportSize(own)
  return seen
}

/** Asserts in every state that the controls are where they were in the first one, to the pixel (ux 3). */
export function stillness(page: Page, controls: Record<string, () => Locator>) {
  let first: unknown
  return async (state: string): Promise<void> => {
    const now = await onEveryScreen(page, placesOf(page, controls))
    first ??= now
    expect({ state, now }).toEqual({ state, now: first })
  }
}

type Places = Record<string, { x: number; y: number; width: number; height: number } | null>

/** A control is looked for by its name, which takes long, again only once it is gone or hidden. */
function placesOf(page: Page, controls: Record<string, () => Locator>): () => Promise<Places> {
  const found = new Map<string, ElementHandle>()
  return async () => {
    for (const [name, find] of Object.entries(controls)) {
      if (found.has(name)) continue
      const handle = await find().elementHandle()
      if (handle) found.set(name, handle)
    }
    const boxes = await page.evaluate(
      (handles) =>
        handles.map((one) => {
          const { x, y, width, height } = (one as unknown as Element).getBoundingClientRect()
          return width > 0 && height > 0 ? { x, y, width, height } : null
        }),
      [...found.values()],
    )
    const places: Places = {}
    for (const [index, name] of [...found.keys()].entries()) {
      places[name] = boxes[index] ?? null
      if (!boxes[index]) found.delete(name)
    }
    return places
  }
}

type Box = {
  x: number
  y: number
  left: number
  right: number
  top: number
  bottom: number
  width: number
  height: number
}
type Element = {
  getBoundingClientRect(): Box
  closest(selector: string): unknown
  querySelectorAll(selector: string): Iterable<Element>
  ownerDocument: Element & { defaultView: { getComputedStyle(of: unknown): Style } }
  ariaLabel: string | null
  innerText: string
  outerHTML: string
}
type Style = { fontSize: string }

export function fontSize(place: unknown): number {
  const element = place as Element
  return Number.parseFloat(element.ownerDocument.defaultView.getComputedStyle(element).fontSize)
}

/** Asserts that controls at a cabinet are large enough, and far enough from one another (ux 1, ux 2). */
export async function expectRoom(page: Page, within: Locator): Promise<void> {
  const narrow = await onEveryScreen(page, () =>
    within.evaluate((dialog) => {
      const [least, apart, ofMain] = [56, 12, { width: 96, height: 72 }]
      const found = [...(dialog as unknown as Element).querySelectorAll('button')]
        .map((one) => ({
          one,
          box: one.getBoundingClientRect(),
          name: one.ariaLabel ?? one.innerText,
        }))
        .filter(({ box }) => box.width > 0)
      const isMain = (name: string) => /^([+]1|Complete|Set Match Complete)/.test(name)
      const isSmall = ({ box, name }: (typeof found)[number]) =>
        isMain(name)
          ? box.width < ofMain.width || box.height < ofMain.height
          : box.height < least || box.width < 44
      const distance = (a: Box, b: Box) =>
        Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom)
      const partOf = (one: Element) => one.closest('ul') ?? one.closest('footer') ?? null
      const near = found.flatMap((a, i) =>
        found
          .slice(i + 1)
          // What scrolls is cut off where a part that stands still begins.
          .filter((b) => partOf(a.one) === partOf(b.one))
          .filter((b) => distance(a.box, b.box) < apart - 0.5)
          .map((b) => `${a.name} | ${b.name}`),
      )
      const atEdge = found.filter(({ box }) => box.left < 1)
      return { small: found.filter(isSmall).map(({ name }) => name), near, atEdge: atEdge.length }
    }),
  )
  const nothing = { small: [], near: [], atEdge: 0 }
  expect(narrow).toEqual(screens.map(({ width, height }) => [`${width}×${height}`, nothing]))
}

/** Asserts that a word about what was done lies over no control, on any screen. */
export async function expectClear(page: Page, note: Locator): Promise<void> {
  const covered = await onEveryScreen(page, async () => {
    await page.evaluate('scrollTo(0, 0)')
    return note.evaluate((said) => {
      const place = (said as unknown as Element).getBoundingClientRect()
      const controls = 'button, a[href], input, select, textarea, [role="button"]'
      return [...(said as unknown as Element).ownerDocument.querySelectorAll(controls)]
        .filter((control) => {
          const box = control.getBoundingClientRect()
          const isApart =
            box.right <= place.left ||
            place.right <= box.left ||
            box.bottom <= place.top ||
            place.bottom <= box.top
          return box.width > 0 && !isApart && !control.closest('.skip')
        })
        .map((control) => control.outerHTML)
    })
  })
  expect(covered).toEqual(screens.map(({ width, height }) => [`${width}×${height}`, []]))
}

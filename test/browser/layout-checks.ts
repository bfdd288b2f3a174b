// Checks of control positions and sizes, on the three screen sizes that are used at a cabinet.
import type { ElementHandle, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const screens = [
  { width: 1280, height: 800 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
]

const pollMs = 50
const stableReads = 2

/** Waits for the layout after a resize: the result has to be the same several times in a row. */
async function settled<T>(page: Page, measure: () => Promise<T>): Promise<T> {
  let before = ''
  for (let unchanged = 0; ;) {
    const now = await measure()
    const text = JSON.stringify(now)
    unchanged = text === before ? unchanged + 1 : 1
    if (unchanged === stableReads) return now
    before = text
    await page.waitForTimeout(pollMs)
  }
}

async function onEveryScreen<T>(page: Page, measure: () => Promise<T>): Promise<[string, T][]> {
  const originalSize = page.viewportSize()
  const measured: [string, T][] = []
  for (const screen of screens) {
    await page.setViewportSize(screen)
    measured.push([`${screen.width}×${screen.height}`, await settled(page, measure)])
  }
  if (originalSize) await page.setViewportSize(originalSize)
  return measured
}

/** Asserts in each state that the controls are at the same pixels as in the first state (ux 3). */
export function layoutCheck(page: Page, controls: Record<string, () => Locator>) {
  let first: unknown
  return async (state: string): Promise<void> => {
    const now = await onEveryScreen(page, boxesOf(page, controls))
    first ??= now
    expect({ state, now }).toEqual({ state, now: first })
  }
}

type Boxes = Record<string, { x: number; y: number; width: number; height: number } | null>

/** Finding a control by name is slow, so it is repeated only once the control is gone or hidden. */
function boxesOf(page: Page, controls: Record<string, () => Locator>): () => Promise<Boxes> {
  const handlesByName = new Map<string, ElementHandle>()
  return async () => {
    for (const [name, find] of Object.entries(controls)) {
      if (handlesByName.has(name)) continue
      const handle = await find().elementHandle()
      if (handle) handlesByName.set(name, handle)
    }
    const rectangles = await page.evaluate(
      (handles) =>
        handles.map((element) => {
          const { x, y, width, height } = (element as unknown as Element).getBoundingClientRect()
          return width > 0 && height > 0 ? { x, y, width, height } : null
        }),
      [...handlesByName.values()],
    )
    const boxes: Boxes = {}
    for (const [index, name] of [...handlesByName.keys()].entries()) {
      boxes[name] = rectangles[index] ?? null
      if (!rectangles[index]) handlesByName.delete(name)
    }
    return boxes
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

export function fontSize(node: unknown): number {
  const element = node as Element
  return Number.parseFloat(element.ownerDocument.defaultView.getComputedStyle(element).fontSize)
}

/** Asserts that controls at a cabinet are large enough and far enough apart (ux 1, ux 2). */
export async function expectControlSizes(page: Page, within: Locator): Promise<void> {
  const problems = await onEveryScreen(page, () =>
    within.evaluate((dialog) => {
      const [minHeight, minDistance, minMainSize] = [56, 12, { width: 96, height: 72 }]
      const found = [...(dialog as unknown as Element).querySelectorAll('button')]
        .map((element) => ({
          element,
          box: element.getBoundingClientRect(),
          name: element.ariaLabel ?? element.innerText,
        }))
        .filter(({ box }) => box.width > 0)
      const isMain = (name: string) => /^([+]1|Complete|(Set )?Match Complete)/.test(name)
      const isSmall = ({ box, name }: (typeof found)[number]) =>
        isMain(name)
          ? box.width < minMainSize.width || box.height < minMainSize.height
          : box.height < minHeight || box.width < 44
      const distance = (a: Box, b: Box) =>
        Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom)
      const partOf = (element: Element) =>
        element.closest('ul') ?? element.closest('footer') ?? null
      const near = found.flatMap((a, i) =>
        found
          .slice(i + 1)
          // A scroll area is cut off at a fixed part, so only controls of one part are compared.
          .filter((b) => partOf(a.element) === partOf(b.element))
          .filter((b) => distance(a.box, b.box) < minDistance - 0.5)
          .map((b) => `${a.name} | ${b.name}`),
      )
      const atEdge = found.filter(({ box }) => box.left < 1)
      return { small: found.filter(isSmall).map(({ name }) => name), near, atEdge: atEdge.length }
    }),
  )
  const nothing = { small: [], near: [], atEdge: 0 }
  expect(problems).toEqual(screens.map(({ width, height }) => [`${width}×${height}`, nothing]))
}

/** Asserts that a notification covers no control, on any screen size. */
export async function expectNoOverlap(page: Page, note: Locator): Promise<void> {
  const covered = await onEveryScreen(page, async () => {
    await page.evaluate('scrollTo(0, 0)')
    return note.evaluate((node) => {
      const noteBox = (node as unknown as Element).getBoundingClientRect()
      const controls = 'button, a[href], input, select, textarea, [role="button"]'
      return [...(node as unknown as Element).ownerDocument.querySelectorAll(controls)]
        .filter((control) => {
          const box = control.getBoundingClientRect()
          const isApart =
            box.right <= noteBox.left ||
            noteBox.right <= box.left ||
            box.bottom <= noteBox.top ||
            noteBox.bottom <= box.top
          return box.width > 0 && !isApart && !control.closest('.skip')
        })
        .map((control) => control.outerHTML)
    })
  })
  expect(covered).toEqual(screens.map(({ width, height }) => [`${width}×${height}`, []]))
}

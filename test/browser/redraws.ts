// What React draws in a page, told by React itself as it tells a developer's tools.
import type { Page } from 'playwright-core'

/** Has to be in the page before React is. A component that makes a button, a line or a card counts. */
const listening = `(() => {
  globalThis.drawnAgain = []
  const placed = 'article, li, button, label'
  const isPart = (fiber) => typeof fiber.type === 'function' || typeof fiber.type?.type === 'function'
    || typeof fiber.type?.render === 'function'
  // Of the parts within one another the innermost makes the element.
  const elementOf = ({ child }) => (child?.stateNode instanceof Element ? child.stateNode : null)
  const nameOf = (element) =>
    element.getAttribute('aria-label') ?? element.querySelector('h2')?.textContent ?? element.textContent
  // What was passed over keeps the children it had: below it nothing was drawn.
  const walk = (fiber) => {
    const before = fiber.alternate
    if (before !== null && isPart(fiber) && (fiber.flags & 1) === 1) {
      const place = elementOf(fiber)
      if (place?.matches(placed)) drawnAgain.push(place.localName + ' ' + nameOf(place))
    }
    if (before === null || fiber.child === before.child) return
    for (let child = fiber.child; child; child = child.sibling) walk(child)
  }
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_, root) => walk(root.current),
    onPostCommitFiberRoot() {},
    onCommitFiberUnmount() {},
    checkDCE() {},
  }
})()`

export async function listenToDrawing(page: Page): Promise<void> {
  await page.addInitScript(listening)
}

/** From now on. */
export async function forget(page: Page): Promise<void> {
  await page.evaluate('drawnAgain.length = 0')
}

/** The buttons, lines and cards that were drawn again since then, each once. */
export async function drawnAgain(page: Page): Promise<string[]> {
  const names = await page.evaluate<string[]>('drawnAgain')
  return [...new Set(names)].toSorted()
}

// Records which components React redraws in a page, through the hook of React's developer tools.
import type { Page } from 'playwright-core'

/** Must run before React loads. Records components that render a button, list item or card. */
const installHook = `(() => {
  globalThis.drawnAgain = []
  const placed = 'article, li, button, label'
  const isPart = (fiber) => typeof fiber.type === 'function' || typeof fiber.type?.type === 'function'
    || typeof fiber.type?.render === 'function'
  // Of nested components only the innermost renders the element.
  const elementOf = ({ child }) => (child?.stateNode instanceof Element ? child.stateNode : null)
  const nameOf = (element) =>
    element.getAttribute('aria-label') ?? element.querySelector('h2')?.textContent ?? element.textContent
  // A skipped component keeps its children, so nothing below it was redrawn.
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

export async function recordRedraws(page: Page): Promise<void> {
  await page.addInitScript(installHook)
}

/** Forgets all redraws so far. */
export async function clearRedraws(page: Page): Promise<void> {
  await page.evaluate('drawnAgain.length = 0')
}

/** The buttons, list items and cards that were redrawn since `clearRedraws`, without duplicates. */
export async function redrawn(page: Page): Promise<string[]> {
  const names = await page.evaluate<string[]>('drawnAgain')
  return [...new Set(names)].toSorted()
}

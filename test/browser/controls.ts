// Controls and texts that several screens share.
import type { Locator, Page } from 'playwright-core'

/** The grip by which an item of a list is dragged. */
export function grip(page: Page, item: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^Drag ${item}( |$)`) })
}

/** The text of the bar that shows the last action. */
export function lastAction(within: Page | Locator): Promise<string> {
  return within.getByRole('group', { name: 'Last action' }).innerText()
}

import type { Page } from 'playwright-core'
import { pageAt } from '../../console/src/core/addresses.ts'
import { displayAt } from '../../console/src/display/address.ts'

/** Where neither the public pages nor the administration have anything. */
const nowhere = { at: '/nothing-here', shows: 'There is nothing at this address.' }

/**
 * Opens an address. What the open program shows too is gone to as by a link, without loading that program
 * again; nothing of the screen before is left then to be taken for the next one.
 */
export async function moveTo(page: Page, at: string, shows?: string | RegExp): Promise<void> {
  const program = programAt(at)
  if (!program || shows === nowhere.shows || programAt(page.url()) !== program) {
    await page.goto(at)
    return
  }
  const between = page.getByText(nowhere.shows)
  await push(page, nowhere.at)
  await between.waitFor()
  await push(page, at)
  await between.waitFor({ state: 'detached' })
}

async function push(page: Page, to: string): Promise<void> {
  await page.evaluate((to) => {
    const { history, dispatchEvent, PopStateEvent } = globalThis as unknown as Within
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, to)
}

type Within = {
  history: { state: object; pushState: (state: object, unused: string, to: string) => void }
  dispatchEvent: (event: object) => void
  PopStateEvent: new (name: string, init: { state: object }) => object
}

/** Displays are opened by nobody's link. */
function programAt(address: string): 'public' | 'officials' | null {
  const { protocol, pathname } = new URL(address, 'http://console')
  if (!protocol.startsWith('http') || displayAt(pathname)) return null
  return pageAt(pathname) ? 'public' : 'officials'
}

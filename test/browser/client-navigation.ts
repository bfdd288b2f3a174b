import type { Page } from 'playwright-core'
import { pageAt } from '#console/src/core/addresses.ts'
import { displayAt } from '#console/src/display/address.ts'

/** An address that neither the public pages nor the administration have. */
const nowhere = { at: '/nothing-here', shows: 'There is nothing at this address.' }

/**
 * Opens an address. If the loaded program serves it too, navigates without a reload, by way of an
 * empty page, so that nothing of the previous screen is mistaken for the next one.
 */
export async function moveTo(page: Page, at: string, shows?: string | RegExp): Promise<void> {
  const program = programAt(at)
  if (!program || shows === nowhere.shows || programAt(page.url()) !== program) {
    await page.goto(at)
    return
  }
  const notFound = page.getByText(nowhere.shows)
  await push(page, nowhere.at)
  await notFound.waitFor()
  await push(page, at)
  await notFound.waitFor({ state: 'detached' })
}

async function push(page: Page, address: string): Promise<void> {
  await page.evaluate((address) => {
    const { history, dispatchEvent, PopStateEvent } = globalThis as unknown as PageGlobals
    history.pushState({}, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, address)
}

type PageGlobals = {
  history: { state: object; pushState: (state: object, unused: string, address: string) => void }
  dispatchEvent: (event: object) => void
  PopStateEvent: new (name: string, init: { state: object }) => object
}

/** Null for displays: no link leads to them, so they are always loaded anew. */
function programAt(address: string): 'public' | 'officials' | null {
  const { protocol, pathname } = new URL(address, 'http://console')
  if (!protocol.startsWith('http') || displayAt(pathname)) return null
  return pageAt(pathname) ? 'public' : 'officials'
}

import type { Page } from 'playwright-core'
import { startProxy } from '../support/proxy.ts'
import type { BrowserApp } from './browser-app.ts'

/**
 * A line to the server that tablets can lose: they are offline, and their connections end. Chromium keeps a
 * core busy with a connection that it still has while it is offline.
 */
export async function startLine({ rig }: BrowserApp) {
  const proxy = await startProxy(() => Number(new URL(rig.url).port))
  return {
    at: `http://127.0.0.1:${proxy.port}`,
    async lose(...pages: Page[]) {
      for (const page of pages) await page.context().setOffline(true)
      proxy.refuse()
    },
    close: () => proxy.close(),
  }
}

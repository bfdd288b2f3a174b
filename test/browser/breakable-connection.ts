import type { Page } from 'playwright-core'
import { startProxy } from '../support/proxy.ts'
import type { BrowserApp } from './browser-app.ts'

/**
 * A proxy to the server that a test can break: the pages go offline and their connections end.
 * Chromium would keep a core busy with a connection that is still open while it is offline.
 */
export async function startBreakableConnection({ server }: BrowserApp) {
  const proxy = await startProxy(() => Number(new URL(server.url).port))
  return {
    at: `http://127.0.0.1:${proxy.port}`,
    async lose(...pages: Page[]) {
      for (const page of pages) await page.context().setOffline(true)
      proxy.refuse()
    },
    close: () => proxy.close(),
  }
}

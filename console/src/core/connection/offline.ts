import { currentBuild } from './chunk-recovery.ts'
import { text } from '../text/text.ts'

const startDelayMs = 5_000

/**
 * Lets the service worker cache this build, so that the page can be opened while the server is
 * unreachable. Browsers allow service workers only on https and on localhost.
 */
export function keepForOffline(): void {
  if ('serviceWorker' in navigator && currentBuild() !== '') {
    // Delayed, so that it does not slow down the first screen.
    setTimeout(() => void cacheBuild(navigator.serviceWorker).catch(() => {}), startDelayMs)
  }
}

export async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const workers = navigator.serviceWorker
  const words = new URLSearchParams({ words: text.link.waiting }).toString()
  // A different URL would register a new worker, which would replace the active one and its cached
  // page.
  const registration = await workers.getRegistration()
  await workers.register(registration?.active?.scriptURL ?? `/worker.js?${words}`)
  return workers.ready
}

async function cacheBuild(workers: ServiceWorkerContainer): Promise<void> {
  const { active, scope } = await readyWorker()
  // Older versions registered a separate worker for displays.
  for (const other of await workers.getRegistrations())
    if (other.scope !== scope) void other.unregister()
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  active?.postMessage({ entry: currentBuild(), loaded: [...new Set(loaded)] }, { transfer: [] })
}

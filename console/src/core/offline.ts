import { buildHere } from './chunk-recovery.ts'
import { text } from './text/text.ts'

const settledMs = 5_000

/**
 * Has the worker keep this build, so that the page can be opened while the server is away. Browsers
 * have workers on https and on the server's own machine only.
 */
export function keepForOffline(): void {
  if ('serviceWorker' in navigator && buildHere() !== '') {
    // Not while the first screen is on its way.
    setTimeout(() => void keep(navigator.serviceWorker).catch(() => {}), settledMs)
  }
}

export async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const workers = navigator.serviceWorker
  const words = new URLSearchParams({ words: text.link.waiting }).toString()
  // Another address would be another worker, which ends the one there is and the page that it brings.
  const known = await workers.getRegistration()
  await workers.register(known?.active?.scriptURL ?? `/worker.js?${words}`)
  return workers.ready
}

async function keep(workers: ServiceWorkerContainer): Promise<void> {
  const { active, scope } = await readyWorker()
  // Displays once had a worker of their own.
  for (const other of await workers.getRegistrations())
    if (other.scope !== scope) void other.unregister()
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  active?.postMessage({ entry: buildHere(), loaded: [...new Set(loaded)] }, { transfer: [] })
}

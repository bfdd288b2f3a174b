import { reloadWhenSaved } from '../connection/chunk-recovery.ts'
import type { CachedState, StateCache } from './watch.ts'

/** The cache of the service worker, so that both are deleted together. */
const cacheName = 'waggle-first-reads'

/** Null if the page has no service worker, which it needs to be opened without the server. */
export function stateCacheOf(tournament: number): StateCache | null {
  // A sandboxed iframe has an opaque origin, and reading `serviceWorker` there throws.
  if (globalThis.origin === 'null') return null
  const { serviceWorker } = navigator
  if (!serviceWorker) return null
  const address = `/kept/tournament/${tournament}`
  return {
    async read() {
      const response = await (await caches.open(cacheName)).match(address)
      return response ? ((await response.json()) as CachedState) : null
    },
    write(state) {
      if (!serviceWorker.controller) return false
      const answer = new Response(JSON.stringify(state))
      void caches.open(cacheName).then(
        (cache) => cache.put(address, answer),
        () => {},
      )
      return true
    },
    returned() {
      const { dataset } = document.documentElement
      // The user and the tournament's name came from the cache too. Displays reload by themselves.
      if (dataset['kept'] !== undefined && !dataset['display']) void reloadWhenSaved()
    },
  }
}

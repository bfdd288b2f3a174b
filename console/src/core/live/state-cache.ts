import { reloadWhenFree } from '../chunk-recovery.ts'
import type { CachedState, StateCache } from './watch.ts'

/** Beside what the service worker keeps, so that it is forgotten together with it. */
const cacheName = 'waggle-reads'

/** Null: this page has no worker that could open it without the server. */
export function stateCacheOf(tournament: number): StateCache | null {
  // A frame of another site's page has no origin, and a browser refuses it the question.
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
      if (!serviceWorker.controller) return
      const answer = new Response(JSON.stringify(state))
      void caches.open(cacheName).then(
        (cache) => cache.put(address, answer),
        () => {},
      )
    },
    returned() {
      const { dataset } = document.documentElement
      // Who is signed in and what the tournament is called was kept, too. Displays ask by themselves.
      if (dataset['kept'] !== undefined && !dataset['display']) void reloadWhenFree()
    },
  }
}

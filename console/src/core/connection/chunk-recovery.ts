// Recovers from chunks that could not be loaded. There are two causes, with opposite remedies. On a
// bad connection the page must stay open: it still shows the score, and holds presses that were not
// sent yet. After a new build the old chunks are gone from the server for good, and only a reloaded
// page knows the new names.
import { isPageUnsaved } from './page-state.ts'
import { storeText, storedText, tab } from '../storage/storage.ts'
import { pause } from '../time/clock.ts'
import { fetchInTime } from './fetch-in-time.ts'

const retryMs = 2_000
const key = 'waggle:reloaded'
const minReloadIntervalMs = 10_000
let entryPath = ''

/** Installs the listeners. `entry` is the address of the page's first script. */
export function recoverMissingChunks(entry: string): void {
  entryPath = new URL(entry).pathname
  // Many chunks may fail at once, and again at each retry: one check of the page at a time is
  // enough.
  let checking: Promise<void> | null = null
  addEventListener('vite:preloadError', () => {
    checking ??= reloadIfOutdated(entryPath).finally(() => (checking = null))
  })
  // A browser requests a linked stylesheet only once, even if that fails.
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
      setTimeout(() => target.replaceWith(target.cloneNode()), retryMs)
  }
  addEventListener('error', onError, { capture: true })
}

/** Identifies the build of this page by the name of its first script; empty in development. */
export function currentBuild(): string {
  return /\/assets\/([^/]+\.js)$/.exec(entryPath)?.[1] ?? ''
}

/** Retries an import until it succeeds. React and the router would remember the failure. */
export function retryForever<T>(load: () => Promise<T>): Promise<T> {
  return load().catch(() => pause(retryMs).then(() => retryForever(load)))
}

/** Reloads if the server's page names another first script than `entry`. */
async function reloadIfOutdated(entry: string): Promise<void> {
  const page = await fetchInTime('/', { cache: 'no-store' })
    .then(async (answer) => (answer.ok ? await answer.text() : null))
    .catch(() => null)
  if (page !== null && !page.includes(entry)) await reloadWhenSaved()
}

/** Reloads the page as soon as nothing unsaved would be lost. */
export async function reloadWhenSaved(): Promise<void> {
  while (isPageUnsaved()) await pause(retryMs)
  if (Date.now() - Number(storedText(key, tab)) < minReloadIntervalMs) return
  if (storeText(key, `${Date.now()}`, tab)) location.reload()
}

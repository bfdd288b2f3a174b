// Parts of the console that could not be loaded. A part is missing for one of two reasons, and they
// ask for opposite things. On a bad connection the page must stay: it still shows the score, and holds
// presses that nobody has yet. After another build the part is gone from the server for ever, and
// only the page loaded anew knows the new names.
import { fetchInTime } from './fetch-in-time.ts'

const againMs = 2_000
const key = 'waggle:reloaded'
const restMs = 10_000
let entryPath = ''

/** Listens from the page's first moment. `entry` is the address of the page's first script. */
export function recoverMissingChunks(entry: string): void {
  const own = new URL(entry).pathname
  entryPath = own
  // Many parts may be missing at once, and each is asked for again: the page asks for itself once.
  let asking: Promise<void> | null = null
  addEventListener('vite:preloadError', () => {
    asking ??= reloadIfOther(own).finally(() => (asking = null))
  })
  // A browser asks once only for a style that the page names, even if it never came.
  const failed = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
      setTimeout(() => target.replaceWith(target.cloneNode()), againMs)
  }
  addEventListener('error', failed, { capture: true })
}

/** Which build this page is, by the name of its first script; in development it has none. */
export function buildHere(): string {
  return /\/assets\/([^/]+\.js)$/.exec(entryPath)?.[1] ?? ''
}

/** Asks for a part until it is there. React and the router would remember that it did not come. */
export function persistently<T>(load: () => Promise<T>): Promise<T> {
  return load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, againMs))
    return persistently(load)
  })
}

async function reloadIfOther(own: string): Promise<void> {
  const page = await fetchInTime('/', { cache: 'no-store' })
    .then(async (answer) => (answer.ok ? await answer.text() : null))
    .catch(() => null)
  if (page !== null && !page.includes(own)) await reloadWhenFree()
}

/** Loads the page anew once nobody would lose by it. */
export async function reloadWhenFree(): Promise<void> {
  // Whoever has something to lose says so to the browser, and is asked here before it.
  while (!dispatchEvent(new Event('beforeunload', { cancelable: true })))
    await new Promise((resolve) => setTimeout(resolve, againMs))
  if (Date.now() - Number(sessionStorage.getItem(key)) < restMs) return
  sessionStorage.setItem(key, `${Date.now()}`)
  location.reload()
}

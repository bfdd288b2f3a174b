// The build turns each `import()` into a call of `loadChunk`. A browser remembers a failed module
// import as long as the page is open and never retries it. So a chunk is imported only after its
// files have been fetched, which can be retried on a bad connection.
import { storeText, storedText, tab } from '../storage/storage.ts'
import { fetchInTime } from './fetch-in-time.ts'

const fileTimeoutMs = 60_000
const loading = new Map<string, Promise<void>>()

/** `files` are the scripts and styles of the chunk, as paths below the root. */
export async function loadChunk<T>(load: () => Promise<T>, files: string[] = []): Promise<T> {
  try {
    await Promise.all(files.map((file) => loadOnce(new URL(file, location.origin).href)))
    return await load()
  } catch (error) {
    dispatchEvent(new Event('vite:preloadError'))
    throw error
  }
}

function loadOnce(href: string): Promise<void> {
  const started = loading.get(href)
  if (started) return started
  const load = href.endsWith('.css') ? loadStyle(href) : prefetch(href)
  loading.set(href, load)
  load.catch(() => loading.delete(href))
  return load
}

async function loadStyle(href: string): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
  if (links.some((link) => link.href === href)) return
  await prefetch(href)
  const link = document.createElement('link')
  await new Promise((onload, onerror) => {
    Object.assign(link, { rel: 'stylesheet', href, onload, onerror })
    document.head.append(link)
  })
}

/**
 * Fetches a complete file into the browser's cache. A file that an earlier page of this tab fetched
 * is skipped: fetching it again takes longer than importing it, and drops the browser's compiled
 * code.
 */
async function prefetch(href: string): Promise<void> {
  const entries = performance.getEntriesByName(href) as PerformanceResourceTiming[]
  if (entries.some(({ responseStatus }) => responseStatus === 200)) return
  if (!isReloaded() && storedText(href, tab)) return
  const answer = await fetchInTime(href, {}, fileTimeoutMs)
  if (!answer.ok) throw new Error(`${href}: ${answer.status}`)
  await answer.arrayBuffer()
  storeText(href, 'here', tab)
}

/** True after a reload: then a file may be missing although this tab has fetched it before. */
function isReloaded(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page?.type === 'reload'
}

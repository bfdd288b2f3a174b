// What `import()` becomes in the build. A browser remembers for as long as the page is open that a
// module did not come, and never asks again. So a part is imported only once its files are here:
// then a file that was lost on a bad connection can be requested again.
import { fetchInTime } from './fetch-in-time.ts'

const fileLimitMs = 60_000
const arrived = new Map<string, Promise<void>>()

/** `files` are the part's scripts and styles, as paths below the root. */
export async function loadChunk<T>(load: () => Promise<T>, files: string[] = []): Promise<T> {
  try {
    await Promise.all(files.map((file) => once(new URL(file, location.origin).href)))
    return await load()
  } catch (error) {
    dispatchEvent(new Event('vite:preloadError'))
    throw error
  }
}

function once(href: string): Promise<void> {
  const found = arrived.get(href)
  if (found) return found
  const arriving = href.endsWith('.css') ? style(href) : fetched(href)
  arrived.set(href, arriving)
  arriving.catch(() => arrived.delete(href))
  return arriving
}

async function style(href: string): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
  if (links.some((link) => link.href === href)) return
  await fetched(href)
  const link = document.createElement('link')
  await new Promise((onload, onerror) => {
    Object.assign(link, { rel: 'stylesheet', href, onload, onerror })
    document.head.append(link)
  })
}

/**
 * Into the browser's cache, whole. What is there since an earlier page of the tab is not asked for again:
 * that takes longer than to import it, and drops what the browser has made of it.
 */
async function fetched(href: string): Promise<void> {
  const entries = performance.getEntriesByName(href) as PerformanceResourceTiming[]
  if (entries.some(({ responseStatus }) => responseStatus === 200)) return
  if (!isReloaded() && inTab((tab) => tab.getItem(href))) return
  const answer = await fetchInTime(href, {}, fileLimitMs)
  if (!answer.ok) throw new Error(`${href}: ${answer.status}`)
  await answer.arrayBuffer()
  inTab((tab) => tab.setItem(href, 'here'))
}

/** Somebody reloads a page of which something did not come. */
function isReloaded(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page?.type === 'reload'
}

/** What only this tab keeps; where a page may keep nothing, that throws. */
function inTab<T>(use: (tab: Storage) => T): T | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}

import { pageAt } from '../../core/addresses.ts'
import { isPageUnsaved } from '../../core/connection/page-state.ts'

/** Only `Pages` watches. */
let listener: (() => void) | undefined
let shown = location.pathname

/** The path of the page that is shown. */
export function path(): string {
  return shown
}

export function watchPath(onChange: () => void): () => void {
  listener = onChange
  return () => (listener = undefined)
}

function show(): void {
  shown = location.pathname
  listener?.()
}

addEventListener('popstate', () => {
  const { href, pathname } = location
  if (shown === pathname || !isPageUnsaved()) return show()
  // The browser asks only before it loads a page, and the address must be that of the open page.
  history.pushState(null, '', shown)
  location.assign(href)
})

/** Follows a plain click on a link to another public page without a page load. */
export function followLink(event: MouseEvent): void {
  const { metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event
  if (defaultPrevented || metaKey || ctrlKey || shiftKey || altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target) return
  if (link.origin !== location.origin || link.hash || !pageAt(link.pathname)) return
  if (link.pathname !== shown) {
    // The browser loads the page, and asks before.
    if (isPageUnsaved()) return
    history.pushState(null, '', link.pathname + link.search)
    show()
  }
  event.preventDefault()
}

import { pageAt } from '../../core/addresses.ts'

const listeners = new Set<() => void>()

export function path(): string {
  return location.pathname
}

export function watchPath(onChange: () => void): () => void {
  listeners.add(onChange)
  addEventListener('popstate', onChange)
  return () => {
    listeners.delete(onChange)
    removeEventListener('popstate', onChange)
  }
}

/** Follows a plain click on a link to another public page without a page load. */
export function followLink(event: MouseEvent): void {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download')) return
  if (link.origin !== location.origin || link.hash || !pageAt(link.pathname)) return
  const isSame = link.pathname === location.pathname
  // Input that is not saved: the browser loads the page, and asks before.
  if (!isSame && !dispatchEvent(new Event('beforeunload', { cancelable: true }))) return
  event.preventDefault()
  if (isSame) return
  history.pushState(null, '', link.pathname + link.search)
  for (const onChange of listeners) onChange()
}

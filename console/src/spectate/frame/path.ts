import { pageAt } from '../../core/addresses.ts'

const listeners = new Set<() => void>()

export function path(): string {
  return location.pathname
}

export function watchPath(changed: () => void): () => void {
  listeners.add(changed)
  addEventListener('popstate', changed)
  return () => {
    listeners.delete(changed)
    removeEventListener('popstate', changed)
  }
}

/** A plain press of a link to another public page opens it here; every other is the browser's. */
export function go(event: MouseEvent): void {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download')) return
  if (link.origin !== location.origin || link.hash || !pageAt(link.pathname)) return
  event.preventDefault()
  if (link.pathname === location.pathname) return
  history.pushState(null, '', link.pathname + link.search)
  for (const changed of listeners) changed()
}

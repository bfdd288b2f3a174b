export function isPageVisible(): boolean {
  return document.visibilityState === 'visible'
}

/** Calls `run` whenever the page is shown or hidden. Returns a function that ends that. */
export function onVisibilityChange(run: () => void): () => void {
  document.addEventListener('visibilitychange', run)
  return () => document.removeEventListener('visibilitychange', run)
}

/** Whether the page has input that is not saved: who has it cancels `beforeunload`. */
export function isPageUnsaved(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

const query = matchMedia('(max-width: 47.99em)')

/** Whether the screen is a phone's: lists instead of drawings, one round at a time. */
export const narrow = {
  is: () => query.matches,
  subscribe(changed: () => void): () => void {
    query.addEventListener('change', changed)
    return () => query.removeEventListener('change', changed)
  },
}

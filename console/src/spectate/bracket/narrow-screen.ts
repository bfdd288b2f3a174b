const query = matchMedia('screen and (max-width: 47.99em)')

/** Whether the screen is as narrow as a phone, where one round is listed at a time. */
export const narrowScreen = {
  matches: () => query.matches,
  subscribe(onChange: () => void): () => void {
    query.addEventListener('change', onChange)
    return () => query.removeEventListener('change', onChange)
  },
}

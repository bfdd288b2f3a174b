const warnedAt = 10
const tickedFrom = 3

/** What sounds when the seconds before a forced start have come down (ux 41); null: nothing. */
export function toneAt(before: number | null, now: number | null): 'soon' | 'tick' | null {
  // Only what happens before one's eyes sounds: a page opened late is silent, and so is more time.
  if (before === null || now === null || now >= before || now < 1) return null
  if (now <= tickedFrom) return 'tick'
  return before > warnedAt && now <= warnedAt ? 'soon' : null
}

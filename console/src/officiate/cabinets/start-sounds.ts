const warningSeconds = 10
const tickSeconds = 3

/** The tone when the seconds before a forced start change (ux 41); null: silence. */
export function toneAt(previous: number | null, current: number | null): 'soon' | 'tick' | null {
  // Only a countdown that this page has shown sounds: a page opened late and extra time are silent.
  if (previous === null || current === null || current >= previous || current < 1) return null
  if (current <= tickSeconds) return 'tick'
  return previous > warningSeconds && current <= warningSeconds ? 'soon' : null
}

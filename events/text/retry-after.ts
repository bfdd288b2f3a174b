/** A longer Retry-After is shortened to this. */
export const maxRetryAfterMs = 3_600_000

/** Parses the header Retry-After, which is a number of seconds or a date; null if it is neither. */
export function retryAfterMs(
  header: string | readonly string[] | null | undefined,
  nowMs: number,
): number | null {
  const text = [header].flat()[0]?.trim() ?? ''
  if (text === '') return null
  const seconds = Number(text)
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - nowMs
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), maxRetryAfterMs)
}

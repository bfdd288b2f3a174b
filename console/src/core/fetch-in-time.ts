const limitMs = 30_000

/**
 * `fetch` that fails when no whole answer has come within `ms`. A connection that went silent is
 * reported to nobody, and a browser would wait for its answer until the page is closed.
 */
export function fetchInTime(
  path: string,
  init: RequestInit = {},
  ms: number = limitMs,
): Promise<Response> {
  const limit = new AbortController()
  setTimeout(() => limit.abort(), ms)
  return fetch(path, { ...init, signal: limit.signal })
}

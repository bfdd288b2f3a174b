const defaultTimeoutMs = 30_000

/**
 * `fetch` that fails if the complete response has not arrived within `ms`. Browsers do not detect a
 * silent connection and would wait until the page is closed.
 */
export function fetchInTime(
  path: string,
  init: RequestInit = {},
  ms: number = defaultTimeoutMs,
): Promise<Response> {
  const timeout = new AbortController()
  setTimeout(() => timeout.abort(), ms)
  return fetch(path, { ...init, signal: timeout.signal })
}

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** A REST client for scripts. It throws refusals as an Error with the server's message. */
export type Api = {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body: unknown): Promise<T>
  put<T>(path: string, body: unknown): Promise<T>
  patch<T>(path: string, body: unknown): Promise<T>
  remove(path: string): Promise<void>
}

const maxAttempts = 60
const retryMs = 500

export function apiOf(url: string, key: string): Api {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const init = {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'idempotency-key': randomUUID(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    let response = await fetch(url + path, init)
    // The server is unavailable: retry with the same idempotency key, so it takes effect once (P2).
    for (let attempt = 1; response.status === 503 && attempt < maxAttempts; attempt++) {
      await sleep(retryMs)
      response = await fetch(url + path, init)
    }
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
    return (text ? JSON.parse(text) : null) as T
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    patch: (path, body) => call('PATCH', path, body),
    remove: (path) => call('DELETE', path),
  }
}

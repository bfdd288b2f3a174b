import { retryAfterMs } from '#events/text/retry-after.ts'
import type { LinkToken } from '../store/index.ts'
import type { Clock } from './clock.ts'
import { ApiError } from './external-bracket.ts'

export type Request = { method: 'GET' | 'PUT' | 'POST'; path: string; body?: unknown }
export type Call = (request: Request) => Promise<unknown>

const timeoutMs = 8_000

type RequestOptions = {
  /** base URL of the service, for example `https://api.challonge.com` */
  url: string
  clock: Pick<Clock, 'now'>
  signal?: AbortSignal
}

/** Sends a request and returns the JSON of the response; throws an `ApiError`. */
export async function send(
  { url, clock, signal }: RequestOptions,
  { method, path, body }: Request,
  headers: Record<string, string>,
): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    headers,
    // Redirects are refused, so that a token is never sent to another host (R-CL-9).
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiError(0)
  })
  const text = await response.text().catch(() => '')
  if (!response.ok) {
    throw new ApiError(
      response.status,
      retryAfterMs(response.headers.get('retry-after'), clock.now()),
    )
  }
  try {
    return text === '' ? {} : (JSON.parse(text) as unknown)
  } catch {
    throw new ApiError(502, null, 'Challonge answered with something that is not JSON.')
  }
}

/** Renews an expired token once and repeats the request. */
export function withRefresh(
  attempt: (request: Request, token: LinkToken) => Promise<unknown>,
  tokens: { token: LinkToken; renew(old: LinkToken): Promise<LinkToken | null> },
): Call {
  let { token } = tokens
  return async (request) => {
    try {
      return await attempt(request, token)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      const fresh = await tokens.renew(token)
      if (!fresh) throw error
      token = fresh
      return attempt(request, token)
    }
  }
}

export type OAuth = { clientId: string; clientSecret: string }

/** Refreshes an OAuth token; null if that is not possible. */
export async function renewToken(
  options: RequestOptions,
  old: LinkToken,
  oauth: OAuth,
): Promise<LinkToken | null> {
  if (!('refresh' in old) || !old.refresh || oauth.clientId === '') return null
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: old.refresh,
    client_id: oauth.clientId,
    ...(oauth.clientSecret === '' ? {} : { client_secret: oauth.clientSecret }),
  })
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  }
  const request = { method: 'POST', path: '/oauth/token', body: form.toString() } as const
  const answer = (await send(options, request, headers).catch((error: unknown) => {
    // Refused: the caller reports that the token is not valid.
    if (error instanceof ApiError && !error.isRetryable) return null
    throw error
  })) as { access_token?: string; refresh_token?: string; scope?: string } | null
  if (!answer?.access_token) return null
  const { access_token: access, refresh_token: refresh = old.refresh, scope } = answer
  return { access, refresh, ...(scope === undefined ? {} : { scope }) }
}

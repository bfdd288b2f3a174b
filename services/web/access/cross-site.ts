import type { FastifyRequest } from 'fastify'
import { readMethods } from './public-read.ts'
import { cookieName } from './session.ts'

/** True for a write that another site made the browser send; harmless without our cookie. */
export function isCrossSiteWrite(request: FastifyRequest): boolean {
  if (readMethods.has(request.method) && !request.ws) return false
  return hasOwnCookie(request) && isCrossSite(request)
}

/** Whether the request has a session cookie or key cookie, valid or not. */
export function hasOwnCookie(request: FastifyRequest): boolean {
  return Boolean(request.cookies[request.server.keyCookie ?? cookieName(request)])
}

/**
 * True if another site's page sent the request. It must not be able to sign the browser in either.
 */
export function isCrossSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = request.headers
  if (origin === undefined) return false
  return (
    hostOf(origin) === null || hostOf(origin) !== hostOf(`${request.protocol}://${request.host}`)
  )
}

function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host : null
}

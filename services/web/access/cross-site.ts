import type { FastifyRequest } from 'fastify'
import { cookieName } from './session.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A write that another site made this browser send. Without a cookie there is nothing to abuse. */
export function isCrossSite(request: FastifyRequest): boolean {
  if (safe.has(request.method) && !request.ws) return false
  return hasOwnCookie(request) && isFromElsewhere(request)
}

/** Whether it brings the cookie by which somebody is known here, good or not. */
export function hasOwnCookie(request: FastifyRequest): boolean {
  return Boolean(request.cookies[request.server.keyCookie ?? cookieName(request)])
}

/** Another site's page asks: it must not sign this browser in either, as somebody of its choice. */
export function isFromElsewhere(request: FastifyRequest): boolean {
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

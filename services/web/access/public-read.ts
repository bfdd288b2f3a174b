import type { FastifyRequest } from 'fastify'
import type { Action } from './access.ts'

/** The methods that change nothing. */
export const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const reads: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/**
 * True for reads with the same answer for everybody; they need no authentication and allow CORS.
 */
export function isPublicRead(method: string, action: Action | undefined): boolean {
  return reads.has(method) && action === 'readPublic'
}

export function isPublicReadRequest({ method, is404, routeOptions }: FastifyRequest): boolean {
  return !is404 && isPublicRead(method, routeOptions.config.access)
}

import type { FastifyRequest } from 'fastify'
import type { Action } from './access.ts'

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Told to everybody alike: to pages of other sites too, and before anybody is asked who they are. */
export function isPublicRead(method: string, action: Action | undefined): boolean {
  return reads.has(method) && action === 'readPublic'
}

export function readsPublic({ method, is404, routeOptions }: FastifyRequest): boolean {
  return !is404 && isPublicRead(method, routeOptions.config.access)
}

import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/**
 * A secret that is returned once, and again to a retry of the same command, but never stored: it is
 * derived from the salt stored with the answer and the command's id, which is stored only hashed.
 */
export function secretOf(request: FastifyRequest, salt: string): string {
  return createHmac('sha256', salt)
    .update(request.commandId ?? '')
    .digest('base64url')
}

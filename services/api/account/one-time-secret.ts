import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/**
 * A secret shown once and to a repeat of the same command, yet never stored: it takes both the salt
 * kept with the answer and the command's id, of which only a hash is kept.
 */
export function secretOf(request: FastifyRequest, salt: string): string {
  return createHmac('sha256', salt)
    .update(request.commandId ?? '')
    .digest('base64url')
}

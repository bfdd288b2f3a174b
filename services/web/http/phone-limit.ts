import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Allowance, Store } from '../../store/index.ts'
import { setOwnCookie } from '../access/own-cookie.ts'
import { hashOf, newSecret } from '../access/secret.ts'
import { enforceLimit } from './rate-limit.ts'

const forMs = 24 * 60 * 60 * 1000

/**
 * Limits what one browser without an account does. A program may drop the cookie; it is limited by
 * its network only, but nobody invents fifty names by hand.
 */
export async function enforcePhoneLimit(
  store: Store,
  { of, request, reply }: { of: string; request: FastifyRequest; reply: FastifyReply },
  allowance: Allowance,
): Promise<void> {
  const name = request.protocol === 'https' ? '__Host-waggle-phone' : 'waggle-phone'
  const token = request.cookies[name] ?? newSecret()
  setOwnCookie({ request, reply }, name, { token, forMs })
  await enforceLimit(store, [of, 'phone', hashOf(token)].join(' '), allowance)
}

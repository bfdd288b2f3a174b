import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Allowance, Store } from '../../store/index.ts'
import { enforceLimit } from '../http/rate-limit.ts'
import { setOwnCookie } from './own-cookie.ts'
import { hashOf, newSecret } from './secret.ts'

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
  await enforceLimit(store, `${of} by phone ${hashOf(token)}`, allowance)
}

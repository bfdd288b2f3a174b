import type { FastifyInstance } from 'fastify'
import { Rejection, tryAgain } from './rejection.ts'

const retryAfterSeconds = 1

/** Overload is refused here, before any work; what was let in is finished (P15). */
export function door(web: FastifyInstance, { maxInFlight }: { maxInFlight: number }): void {
  let inFlight = 0
  web.addHook('onRequest', async (request, reply) => {
    // A socket stays for hours: the fan-out counts those.
    if (request.ws) return
    if (inFlight >= maxInFlight) throw tryAgain('Too busy just now. Send the same again.')
    inFlight++
    reply.raw.once('close', () => inFlight--)
  })
}

/** For those who open the door to the world: so many requests a minute from one address. */
export async function limitRate(web: FastifyInstance, perMinute: number): Promise<void> {
  const { default: rateLimit } = await import('@fastify/rate-limit')
  await web.register(rateLimit, {
    max: perMinute,
    timeWindow: '1 minute',
    errorResponseBuilder: () =>
      new Rejection(429, { detail: `Too many requests. Wait ${retryAfterSeconds} s.` }),
  })
}

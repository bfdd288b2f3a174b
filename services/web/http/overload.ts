import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { whoMay } from '../access/access.ts'
import { readsPublic } from '../access/public-read.ts'
import { openRequestQueue } from './request-queue.ts'
import { Rejection, tryAgain } from '../errors/rejection.ts'

/**
 * Readers at once: a page of a big stage takes the processor for milliseconds and the database for
 * two connections. The others wait, so that a press never finds more than these before it.
 */
const readersAtOnce = 6
/** What a hall full of phones behind one address requests when an evening begins, and more. */
export const defaultPerMinute = 30_000
/** Of what nobody has to be signed in for: codes, sign-ins, screens that ask what they show. */
const anonymousWritesPerMinute = 1_200
const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

declare module 'fastify' {
  interface FastifyContextConfig {
    /** asked also when nobody else is let in: what a supervisor goes by */
    skipsOverload?: boolean
  }
}

/** Limits requests in flight (P15): more are refused before any work, those in flight are finished. */
export function refuseOverload(
  web: FastifyInstance,
  { maxInFlight }: { maxInFlight: number },
): void {
  // Readers fill their part of the house and no more: there is room left for presses.
  const most = { readers: maxInFlight, presses: Math.ceil(maxInFlight * 1.5) }
  let inFlight = 0
  const readers = openRequestQueue(readersAtOnce)
  const left = new WeakMap<FastifyRequest, () => void>()

  web.addHook('onRequest', async (request, reply) => {
    // A socket stays for hours: the fan-out counts those.
    const { skipsOverload, isStream } = request.routeOptions.config
    if (request.ws || isStream || skipsOverload) return
    const isReader = readsPublic(request)
    const room = isReader || !hasCredentials(request) ? most.readers : most.presses
    if (inFlight >= room) throw tryAgain('Too busy just now. Send the same again.')
    inFlight++
    reply.raw.once('close', () => inFlight--)
    if (!isReader) return
    const leave = await readers.enter(hasCredentials(request))
    left.set(request, leave)
    reply.raw.once('close', leave)
    if (!reply.raw.destroyed) return
    leave()
    throw tryAgain('Gone while it waited. Send the same again.')
  })

  // The work is done when the answer stands; how long it takes to read is the reader's own affair.
  web.addHook('onSend', async (request) => {
    left.get(request)?.()
  })
}

/** Not who they are, only whether they say so: credentials are checked after admission. */
function hasCredentials({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined || /waggle=/.test(headers.cookie ?? '')
}

/** So many requests a minute from one address; 0 is off (P15). */
export async function limitRate(web: FastifyInstance, perMinute: number): Promise<void> {
  if (perMinute === 0) return
  await web.register(rateLimit, { global: false })
  const timeWindow = '1 minute'
  const any = web.createRateLimit({ max: perMinute, timeWindow })
  const max = Math.min(perMinute, anonymousWritesPerMinute)
  const anonymousWrite = web.createRateLimit({ max, timeWindow })

  web.addHook('onRequest', async (request) => {
    const counts = isAnonymousWrite(request) ? [any, anonymousWrite] : [any]
    for (const count of counts) {
      const found = await count(request)
      if (found.isAllowed || !found.isExceeded) continue
      const detail = `Too many requests. Wait ${found.ttlInSeconds} s.`
      throw new Rejection(429, { detail, retryAfter: found.ttlInSeconds })
    }
  })
}

function isAnonymousWrite({ method, routeOptions }: FastifyRequest): boolean {
  if (reads.has(method)) return false
  const { access } = routeOptions.config
  return access === undefined || whoMay(access) === 'everyone'
}

import { told } from '../errors/told.ts'
import { say } from '#events/messages/message.ts'
import { answers } from '#events/messages/en/public.ts'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accessLevelOf } from '../access/access.ts'
import { readMethods, isPublicReadRequest } from '../access/public-read.ts'
import { networkOf } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import { Rejection, tryAgain } from '../errors/rejection.ts'

/**
 * Maximum number of concurrent reads: a page of a big stage takes milliseconds of CPU time and two
 * database connections. Further reads wait, so that a press is never queued behind more than these.
 */
const maxConcurrentReads = 6
/** More than a venue full of phones behind one address requests at the start of an evening. */
export const defaultPerMinute = 30_000
/** Limit for writes without a session: codes, sign-ins, and displays that ask for their content. */
const anonymousWritesPerMinute = 1_200
declare module 'fastify' {
  interface FastifyContextConfig {
    /** served even during overload, for health checks */
    skipsOverload?: boolean
  }
}

/** Limits requests in flight (P15): excess requests are refused before any work is done. */
export function refuseOverload(
  web: FastifyInstance,
  { maxInFlight }: { maxInFlight: number },
): void {
  // Reads have a lower limit, so that there is always room for presses.
  const limits = { readers: maxInFlight, presses: Math.ceil(maxInFlight * 1.5) }
  let inFlight = 0
  const readers = openRequestQueue(maxConcurrentReads)
  const releases = new WeakMap<FastifyRequest, () => void>()

  web.addHook('onRequest', async (request, reply) => {
    // Sockets and streams stay open for hours; the fanout limits those.
    const { skipsOverload, isStream } = request.routeOptions.config
    if (request.ws || isStream || skipsOverload) return
    const isReader = isPublicReadRequest(request)
    const limit = isReader || !hasCredentials(request) ? limits.readers : limits.presses
    if (inFlight >= limit) throw tryAgain(answers.tooBusy)
    inFlight++
    reply.raw.once('close', () => inFlight--)
    if (!isReader) return
    const release = await readers.enter(hasCredentials(request))
    releases.set(request, release)
    reply.raw.once('close', release)
    if (!reply.raw.destroyed) return
    release()
    throw tryAgain('The connection closed while the request was waiting. Try again.')
  })

  // The work is done once the response is built; a slow client must not occupy the queue.
  web.addHook('onSend', async (request) => {
    releases.get(request)?.()
  })
}

/**
 * Refuses writes of rows while many others wait for a standby of the database that is away: they
 * would only wait with them. Commands go on, because the log stores them.
 */
export function refuseWithoutStandby(web: FastifyInstance, store: Store): void {
  web.addHook('onRequest', async ({ method, routeOptions }) => {
    const isWrite = !readMethods.has(method) && !routeOptions.config.isCommand
    if (isWrite) expectStandby(store)
  })
}

/** Throws while writes have to wait for a standby that is away; `/status` says which. */
export function expectStandby({ awaitsStandby }: Pick<Store, 'awaitsStandby'>): void {
  if (awaitsStandby()) throw tryAgain()
}

/** Only checks that credentials are present; they are verified after admission. */
function hasCredentials({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined || /waggle=/.test(headers.cookie ?? '')
}

/** Limits the requests a minute from one network, as all limits by address do; 0 disables the limit (P15). */
export async function limitRate(web: FastifyInstance, perMinute: number): Promise<void> {
  if (perMinute === 0) return
  await web.register(rateLimit, { global: false })
  const timeWindow = '1 minute'
  const keyGenerator = ({ ip }: FastifyRequest) => networkOf(ip)
  const anyRequest = web.createRateLimit({ max: perMinute, timeWindow, keyGenerator })
  const max = Math.min(perMinute, anonymousWritesPerMinute)
  const anonymousWrite = web.createRateLimit({ max, timeWindow, keyGenerator })

  web.addHook('onRequest', async (request) => {
    const limiters = isAnonymousWrite(request) ? [anyRequest, anonymousWrite] : [anyRequest]
    for (const limiter of limiters) {
      const usage = await limiter(request)
      if (usage.isAllowed || !usage.isExceeded) continue
      const answer = told(say('tooManyRequests', { seconds: usage.ttlInSeconds }))
      throw new Rejection(429, { ...answer, retryAfter: usage.ttlInSeconds })
    }
  })
}

function isAnonymousWrite({ method, routeOptions }: FastifyRequest): boolean {
  if (readMethods.has(method)) return false
  const { access } = routeOptions.config
  return access === undefined || accessLevelOf(access) === 'everyone'
}

/** Limits concurrency; entries with precedence are admitted before all others. */
type RequestQueue = {
  /**
   * resolves when there is room, with a function that releases the place; repeats have no effect
   */
  enter(hasPrecedence: boolean): Promise<() => void>
  waiting(): number
}

export function openRequestQueue(maxRunning: number): RequestQueue {
  let running = 0
  const priority: (() => void)[] = []
  const normal: (() => void)[] = []

  function release(): void {
    const next = priority.shift() ?? normal.shift()
    // The place passes directly to the next entry, so that no newcomer can take it.
    if (next) next()
    else running--
  }

  return {
    async enter(hasPrecedence) {
      if (running < maxRunning) running++
      else {
        await new Promise<void>((resolve) => (hasPrecedence ? priority : normal).push(resolve))
      }
      let isReleased = false
      return () => {
        if (!isReleased) release()
        isReleased = true
      }
    },
    waiting: () => priority.length + normal.length,
  }
}

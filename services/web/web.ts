import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import websocket from '@fastify/websocket'
import Fastify, { LogController } from 'fastify'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyServerOptions,
  RawServerDefault,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Store } from '../store/index.ts'
import { readBodies } from './bodies.ts'
import { closeInTime, goingAway } from './close.ts'
import { serveConsole } from './console.ts'
import { describe } from './describe.ts'
import { door, limitRate } from './door.ts'
import { answerErrors } from './errors.ts'
import { guard } from './guard.ts'
import { securityHeaders } from './headers.ts'
import { health } from './health.ts'
import { logLines, serializers } from './log-lines.ts'
import { notFound } from './rejection.ts'
import { trusted } from './trust.ts'

/** An HTTP server with sessions, the access table and one shape of errors; rooms add their routes. */
export type Web = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

export type WebOptions = {
  store: Store
  /** where `vite build` put the console; without it no console is served */
  consoleDist?: string
  /** behind a proxy that ends https: its addresses, or true */
  trustProxy?: boolean | string
  /** browsers reach it by https */
  https?: boolean
  /** 0: off */
  requestsPerMinute?: number
  maxInFlight?: number
  logger?: FastifyServerOptions['logger']
}

const mebibyte = 1024 * 1024

export async function createWeb(options: WebOptions): Promise<Web> {
  const { store, https = false } = options
  const web: Web = Fastify({
    logger: loggerOf(options.logger),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: trusted(options.trustProxy),
    bodyLimit: mebibyte,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
  }).withTypeProvider<ZodTypeProvider>()
  web.setValidatorCompiler(validatorCompiler)
  web.setSerializerCompiler(serializerCompiler)
  answerErrors(web)
  web.setNotFoundHandler(async () => {
    throw notFound()
  })
  await web.register(cookie)
  await web.register(websocket, { options: { maxPayload: mebibyte }, preClose: goingAway })
  closeInTime(web)
  logLines(web)
  door(web, { maxInFlight: options.maxInFlight ?? 500 })
  await securityHeaders(web, { https })
  if (options.requestsPerMinute) await limitRate(web, options.requestsPerMinute)
  guard(web, store)
  readBodies(web)
  await describe(web)
  health(web)
  if (options.consoleDist) await serveConsole(web, { dist: options.consoleDist, store })
  return web
}

function loggerOf(wanted: WebOptions['logger']): FastifyServerOptions['logger'] {
  if (wanted === false) return false
  const level = process.env['LOG_LEVEL'] ?? 'info'
  return { level, ...(wanted === true ? {} : wanted), serializers }
}

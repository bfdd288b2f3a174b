import { randomInt } from 'node:crypto'
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
import { parseBodies } from './http/body-parser.ts'
import { closeInTime, goingAway } from './http/shutdown.ts'
import { serveConsole } from './pages/console.ts'
import { keepToHosts, sceneHostsFrom } from './pages/scene-hosts.ts'
import type { SceneHosts } from './pages/scene-hosts.ts'
import { registerOpenApi } from './openapi.ts'
import { refuseOverload, limitRate, defaultPerMinute } from './http/overload.ts'
import { answerErrors } from './errors/error-handler.ts'
import { authorize } from './access/authorize.ts'
import { allowPublicReads } from './http/cors.ts'
import { securityHeaders } from './http/headers.ts'
import { health } from './http/health.ts'
import { logLines, serializers } from './http/request-log.ts'
import { notFound } from './errors/rejection.ts'
import { trustedProxies } from './http/trust-proxy.ts'

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
  /** the cookie of scripts that holds an API key: browsers' sessions are not taken then */
  keyCookie?: string
  /** left out: what the environment says */
  sceneHosts?: SceneHosts | null
  /** browsers reach it by https */
  https?: boolean
  /** from one address; 0: no limit, left out: what the environment says, or the usual */
  requestsPerMinute?: number
  maxInFlight?: number
  logger?: FastifyServerOptions['logger']
}

const mebibyte = 1024 * 1024
/** Cabinets and small messages gain nothing by it. */
const packedSockets = /^\/ws\/tournament-relay\//
/** Messages are packed once for all who get them (`fanout/socket/encode.ts`), never by the library. */
const perMessageDeflate = {
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  threshold: Number.POSITIVE_INFINITY,
}

export async function createWeb(options: WebOptions): Promise<Web> {
  const { store, https = false } = options
  const web: Web = Fastify({
    logger: loggerOf(options.logger),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: trustedProxies(options.trustProxy),
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // People say it over the telephone.
    genReqId: () => `${randomInt(1e8, 1e9)}`,
  }).withTypeProvider<ZodTypeProvider>()
  web.setValidatorCompiler(validatorCompiler)
  web.setSerializerCompiler(serializerCompiler)
  web.decorate('keyCookie', options.keyCookie ?? null)
  answerErrors(web)
  web.setNotFoundHandler(async () => {
    throw notFound()
  })
  await web.register(cookie)
  await web.register(websocket, {
    options: { maxPayload: mebibyte, perMessageDeflate },
    preClose: goingAway,
  })
  web.server.prependListener('upgrade', ({ url = '', headers }) => {
    if (!packedSockets.test(url)) delete headers['sec-websocket-extensions']
  })
  closeInTime(web)
  logLines(web)
  allowPublicReads(web)
  await limitRate(web, options.requestsPerMinute ?? perMinuteFrom(process.env))
  refuseOverload(web, { maxInFlight: options.maxInFlight ?? 500 })
  await securityHeaders(web, { https })
  const hosts = options.sceneHosts ?? sceneHostsFrom(process.env)
  if (hosts && options.keyCookie === undefined) keepToHosts(web, hosts)
  authorize(web, store)
  parseBodies(web)
  await registerOpenApi(web)
  health(web, store)
  if (options.consoleDist) await serveConsole(web, { dist: options.consoleDist, store, hosts })
  return web
}

function perMinuteFrom({ REQUESTS_PER_MINUTE: asked }: NodeJS.ProcessEnv): number {
  if (!asked) return defaultPerMinute
  const wanted = Number(asked)
  if (Number.isInteger(wanted) && wanted >= 0) return wanted
  throw new Error(`REQUESTS_PER_MINUTE is ${asked}: it has to be a whole number, 0 for no limit`)
}

function loggerOf(wanted: WebOptions['logger']): FastifyServerOptions['logger'] {
  if (wanted === false) return false
  const level = process.env['LOG_LEVEL'] ?? 'info'
  return { level, ...(wanted === true ? {} : wanted), serializers }
}

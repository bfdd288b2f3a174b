import { randomInt } from 'node:crypto'
import compress from '@fastify/compress'
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
import { finishRequestsOnClose, closeSockets } from './http/shutdown.ts'
import { serveConsole } from './pages/console.ts'
import { enforceHosts, sceneHostsFrom } from './pages/scene-hosts.ts'
import type { SceneHosts } from './pages/scene-hosts.ts'
import { registerOpenApi } from './openapi/index.ts'
import {
  refuseOverload,
  refuseWithoutStandby,
  limitRate,
  defaultPerMinute,
} from './http/overload.ts'
import { handleErrors } from './errors/error-handler.ts'
import { authorize } from './access/authorize.ts'
import { allowPublicReads } from './http/cors.ts'
import { securityHeaders } from './http/headers.ts'
import { health } from './http/health.ts'
import { logRequests, serializers } from './http/request-log.ts'
import { notFound } from './errors/rejection.ts'
import { trustedProxies } from './http/trust-proxy.ts'

/** An HTTP server with sessions, the access table and one error format; rooms add their routes. */
export type Web = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

export type WebOptions = {
  store: Store
  /** the output folder of `vite build`; without it no console is served */
  consoleDist?: string
  /** addresses of the proxy that terminates https, or true to trust any proxy */
  trustProxy?: boolean | string
  /** name of a cookie that holds an API key; if it is set, browser sessions are not accepted */
  keyCookie?: string
  /** defaults to the environment's setting */
  sceneHosts?: SceneHosts | null
  /** browsers use https to reach the server */
  https?: boolean
  /**
   * rate limit for each address; 0 means no limit; defaults to the environment, then the default
   */
  requestsPerMinute?: number
  maxInFlight?: number
  logger?: FastifyServerOptions['logger']
}

const mebibyte = 1024 * 1024
/** Only these sockets negotiate compression; cabinets and small messages do not benefit. */
const compressedSockets = /^\/ws\/tournament-relay\//
/** Messages are compressed once for all sockets (`fanout/socket/encode.ts`), not by the library. */
const perMessageDeflate = {
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  threshold: Number.POSITIVE_INFINITY,
}
/** Only responses larger than a packet; pages and files are compressed where they are sent. */
const compressedResponses = {
  threshold: 1_024,
  customTypes: /^(application\/json|text\/csv|text\/calendar)/,
  encodings: ['gzip' as const],
  zlibOptions: { level: 4 },
  // A small compressed request could otherwise unpack to a huge one.
  globalDecompression: false,
}

/** A malformed address is not found, with a page for people, like any other without content. */
function decodable(url: string): string {
  const [path = ''] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}

export async function createWeb(options: WebOptions): Promise<Web> {
  const { store, https = false } = options
  const web: Web = Fastify({
    logger: loggerOf(options.logger),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: trustedProxies(options.trustProxy),
    requestTimeout: 30_000,
    // What prepares a start waits for the servers as long as it has to.
    pluginTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '' }) => decodable(url),
    // Short enough to be read out over the phone.
    genReqId: () => `${randomInt(1e8, 1e9)}`,
  }).withTypeProvider<ZodTypeProvider>()
  web.setValidatorCompiler(validatorCompiler)
  web.setSerializerCompiler(serializerCompiler)
  web.decorate('keyCookie', options.keyCookie ?? null)
  handleErrors(web)
  web.setNotFoundHandler(async () => {
    throw notFound()
  })
  await web.register(compress, compressedResponses)
  await web.register(cookie)
  await web.register(websocket, {
    options: { maxPayload: mebibyte, perMessageDeflate },
    preClose: closeSockets,
  })
  web.server.prependListener('upgrade', ({ url = '', headers }) => {
    if (!compressedSockets.test(url)) delete headers['sec-websocket-extensions']
  })
  finishRequestsOnClose(web)
  logRequests(web, options.logger === false)
  allowPublicReads(web)
  await limitRate(web, options.requestsPerMinute ?? perMinuteFrom(process.env))
  refuseOverload(web, { maxInFlight: options.maxInFlight ?? 500 })
  refuseWithoutStandby(web, store)
  await securityHeaders(web, { https })
  const hosts = options.sceneHosts ?? sceneHostsFrom(process.env)
  if (hosts && options.keyCookie === undefined) enforceHosts(web, hosts)
  authorize(web, store)
  parseBodies(web)
  await registerOpenApi(web)
  health(web, store)
  if (options.consoleDist) await serveConsole(web, { dist: options.consoleDist, store, hosts })
  return web
}

function perMinuteFrom({ REQUESTS_PER_MINUTE: text }: NodeJS.ProcessEnv): number {
  if (!text) return defaultPerMinute
  const perMinute = Number(text)
  if (Number.isInteger(perMinute) && perMinute >= 0) return perMinute
  throw new Error(`REQUESTS_PER_MINUTE is ${text}: it must be a whole number, 0 for no limit`)
}

function loggerOf(logger: WebOptions['logger']): FastifyServerOptions['logger'] {
  if (logger === false) return false
  const level = process.env['LOG_LEVEL'] || 'info'
  return { level, ...(logger === true ? {} : logger), serializers }
}

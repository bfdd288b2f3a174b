import type { FastifyContextConfig, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { readMethods } from '../../web/index.ts'
import type { Web } from '../../web/index.ts'
import type { Removal } from '../schema/http/bodies.ts'
import { routes } from '../schema/routes.ts'
import { summaryOf } from '../schema/summaries/index.ts'
import type { AnswerOf, RequestPart, Routes } from '../schema/routes.ts'
import type { Context, Tx, WriteContext } from './context.ts'
import { idempotent, idempotentRows, preparedRows } from './idempotency.ts'
import { tournamentOf } from './scope.ts'

type Key = keyof Routes
type Keys<K extends Key> = K | readonly K[]
type RequestOf<K extends Key> = FastifyRequest<{
  Params: RequestPart<K, 'params'>
  Querystring: RequestPart<K, 'querystring'>
  Body: RequestPart<K, 'body'>
}>
type Handler<K extends Key, A = AnswerOf<K> | FastifyReply> = (
  request: RequestOf<K>,
  reply: FastifyReply,
) => A | Promise<A>
/** Routes that answer with 204 ignore the result of their work. */
type Work<K extends Key> = (
  target: WriteContext & { request: RequestOf<K> },
  request: RequestOf<K>,
) => Promise<AnswerOf<K> extends null ? unknown : AnswerOf<K>>
type RemovalKey = {
  [K in Key]: Routes[K] extends Pick<typeof Removal, 'response'> ? K : never
}[Key]

/** For routes that everybody may read. */
export const publicRead = { access: 'readPublic' } as const

/**
 * Registers a route with the method, path and schemas of its key. A write is expected to store its
 * answer for retries, unless its `config` says otherwise.
 */
export function route<K extends Key>(
  web: Web,
  keys: Keys<K>,
  config: FastifyContextConfig,
  handler: Handler<K>,
): void {
  for (const key of [keys].flat()) {
    const [method, url] = key.split(' ')
    const schema = routes[key]
    const status = successStatus(schema)
    const isIdempotent = !readMethods.has(method ?? '')
    const handle: Handler<K> = (request, reply) =>
      handler(request, status ? reply.code(status) : reply)
    web.route({
      method,
      url,
      schema: { ...schema, summary: summaryOf(key) },
      config: { isIdempotent, ...config },
      handler: handle,
    } as unknown as RouteOptions)
  }
}

/** 201 or 204 if the route answers with it; undefined for 200. */
function successStatus(schema: object): number | undefined {
  const { response: answers = {} } = schema as { response?: object }
  return [201, 204].find((status) => status in answers)
}

/** A command on a tournament, idempotent (P2). */
export function writeRoute<K extends Key>(
  context: Context,
  keys: Keys<K>,
  config: FastifyContextConfig,
  work: Work<K>,
): void {
  route(context.web, keys, { isCommand: true, ...config }, (request, reply) =>
    write(context, { request, reply }, async (target) => {
      const answer = (await work(target, request)) as AnswerOf<K>
      return reply.statusCode === 204 ? (null as AnswerOf<K>) : answer
    }),
  )
}

/** The same for a route that does not always write. */
export function write<T, R extends FastifyRequest>(
  { store }: Pick<Context, 'store'>,
  { request, reply }: { request: R; reply: FastifyReply },
  work: (target: WriteContext & { request: R }) => Promise<T>,
): Promise<T> {
  return idempotent({ store, request, reply }, () =>
    work({ request, reply, tournament: tournamentOf(request) }),
  )
}

/** A write of rows only, in one transaction with its answer (P2). */
export function rowsRoute<K extends Key>(
  { web, store }: Context,
  keys: Keys<K>,
  config: FastifyContextConfig,
  work: (tx: Tx, request: RequestOf<K>) => Promise<AnswerOf<K> & object>,
): void {
  route(web, keys, config, (request, reply) =>
    idempotentRows({ store, request, reply }, (tx) => work(tx, request)),
  )
}

/**
 * The same after work that takes connections of its own, such as look-ups, limits and sign-in. A
 * retry does not repeat it.
 */
export function preparedRowsRoute<K extends Key, P>(
  { web, store }: Context,
  keys: Keys<K>,
  config: FastifyContextConfig,
  { prepare, work }: PreparedRows<K, P>,
): void {
  route(web, keys, config, (request, reply) =>
    preparedRows(
      { store, request, reply },
      () => prepare(request, reply),
      (tx, prepared) => work(tx, request, prepared),
    ),
  )
}

type PreparedRows<K extends Key, P> = {
  prepare: (request: RequestOf<K>, reply: FastifyReply) => Promise<P>
  work: (tx: Tx, request: RequestOf<K>, prepared: P) => Promise<AnswerOf<K> & object>
}

/** Removes a row. The stored answer keeps its scene, if a retry is authorized by it. */
export function removeRoute<K extends RemovalKey>(
  { web, store }: Context,
  key: K,
  config: FastifyContextConfig,
  work: (tx: Tx, request: RequestOf<K>) => Promise<unknown>,
): void {
  route(web, key, config, async (request, reply) => {
    await idempotentRows({ store, request, reply }, async (tx) => {
      await work(tx, request)
      return { removedFrom: request.rowScene ?? undefined }
    })
    return null as AnswerOf<K>
  })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { idempotent } from '../idempotency.ts'
import type { Context } from '../context.ts'
import { tournamentOf } from '../scope.ts'
import type { WriteContext } from './send.ts'

/** A write on a tournament's part: done once, however often it is sent (P2). */
export function write<T>(
  { store }: Context,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  work: (target: WriteContext) => Promise<T>,
): Promise<T> {
  return idempotent({ store, request, reply }, () =>
    work({ request, reply, tournament: tournamentOf(request) }),
  )
}

/** The answer to a removal has no content. */
export function remove(
  context: Context,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  work: (target: WriteContext) => Promise<unknown>,
): Promise<null> {
  return write(context, exchange, async (target) => {
    await work(target)
    exchange.reply.code(204)
    return null
  })
}

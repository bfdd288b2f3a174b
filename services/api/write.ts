import type { FastifyReply, FastifyRequest } from 'fastify'
import { once } from './answered.ts'
import type { Context } from './context.ts'
import { tournamentOf } from './home.ts'
import type { Errand } from './send.ts'

/** A write on a tournament's part: done once, however often it is sent (P2). */
export function write<T>(
  { store }: Context,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  work: (errand: Errand) => Promise<T>,
): Promise<T> {
  return once({ store, request, reply }, () =>
    work({ request, reply, tournament: tournamentOf(request) }),
  )
}

/** A thing removed has no answer but that it is gone. */
export function remove(
  context: Context,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  work: (errand: Errand) => Promise<unknown>,
): Promise<null> {
  return write(context, exchange, async (errand) => {
    await work(errand)
    exchange.reply.code(204)
    return null
  })
}

import { z } from 'zod'
import { notFound } from '../web/index.ts'
import { once } from './answered.ts'
import type { Context } from './context.ts'
import { tournamentOf } from './home.ts'
import type { Homes } from './home.ts'
import { ById, Id, IdFilter } from './ids.ts'
import { list, listOf, paging } from './list.ts'
import { queuesOf, withMatches } from './queue-rows.ts'
import { Gone, QueueBody } from './rows.ts'
import { send } from './send.ts'

const Filters = z.object({ ...paging, tournamentId: IdFilter, tournament: IdFilter })
const Change = z.object({ enabled: z.boolean().optional() })
const Cabinets = z.object({ cabinets: z.array(Id).max(200) })
const Order = z.object({
  matches: z.array(Id).max(5000),
  expected: z.array(Id).max(5000).optional(),
})

export function queueRoutes(context: Context, homes: Homes): void {
  const { web, store } = context
  const run = { access: 'runQueues', scene: homes.ofQueue } as const

  web.get(
    '/api/tournament/queue/',
    {
      config: { access: 'readPublic' },
      schema: { querystring: Filters, response: { 200: listOf(QueueBody) } },
    },
    (request) => {
      const { query } = request
      const tournament = query.tournamentId ?? query.tournament
      const found = store.db
        .selectFrom('view.queue')
        .$if(tournament !== undefined, (q) => q.where('tournament', '=', tournament ?? 0))
      return list(request, {
        count: () => found.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow(),
        rows: async (limit, offset) =>
          withMatches(
            store,
            await found.selectAll().orderBy('id').limit(limit).offset(offset).execute(),
          ),
      })
    },
  )

  web.get(
    '/api/tournament/queue/:id/',
    {
      config: { access: 'readPublic' },
      schema: { params: ById, response: { 200: QueueBody } },
    },
    (request) => readQueue(request.params.id),
  )

  web.patch(
    '/api/tournament/queue/:id/',
    { config: run, schema: { params: ById, body: Change, response: { 200: QueueBody } } },
    (request, reply) =>
      once({ store, request, reply }, async () => {
        const { id: queue } = request.params
        const { enabled: on } = request.body
        const errand = { request, reply, tournament: tournamentOf(request) }
        if (on !== undefined) await send(context, errand, { type: 'EnableQueue', queue, on })
        return readQueue(queue)
      }),
  )

  web.put(
    '/api/tournament/queue/:id/set-cabinets/',
    { config: run, schema: { params: ById, body: Cabinets, response: { 200: QueueBody } } },
    (request, reply) =>
      once({ store, request, reply }, async () => {
        const { id: queue } = request.params
        const errand = { request, reply, tournament: tournamentOf(request) }
        await send(context, errand, { type: 'SetQueueCabinets', queue, ...request.body })
        return readQueue(queue)
      }),
  )

  web.put(
    '/api/tournament/queue/:id/set-queue/',
    { config: run, schema: { params: ById, body: Order, response: { 200: QueueBody } } },
    (request, reply) =>
      once({ store, request, reply }, async () => {
        const { id: queue } = request.params
        const errand = { request, reply, tournament: tournamentOf(request) }
        await send(context, errand, { type: 'SetQueue', queue, ...request.body })
        return readQueue(queue)
      }),
  )

  web.delete(
    '/api/tournament/queue/:id/',
    { config: run, schema: { params: ById, response: { 204: Gone } } },
    (request, reply) =>
      once({ store, request, reply }, async () => {
        const errand = { request, reply, tournament: tournamentOf(request) }
        await send(context, errand, { type: 'DeleteQueue', queue: request.params.id })
        reply.code(204)
        return null
      }),
  )

  async function readQueue(id: number) {
    const [queue] = await queuesOf(store, { id })
    if (!queue) throw notFound()
    return queue
  }
}

import { z } from 'zod'
import type { Store } from '../../store/index.ts'
import { notFound } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { ById, Id, IdFilter } from '../http/ids.ts'
import { countOf } from '../../store/index.ts'
import { list, listOf, paging } from '../http/list.ts'
import { queuesOf, withMatches } from './queue-rows.ts'
import { Gone, QueueBody } from '../http/bodies.ts'
import { send, sendAll } from '../http/command/send.ts'
import type { Part } from '../http/command/send.ts'
import { remove, write } from '../http/command/write.ts'

const Filters = z.object({ ...paging, tournamentId: IdFilter, tournament: IdFilter })
const Change = z.object({
  enabled: z.boolean().optional(),
  name: z.string().trim().min(1).max(100).optional(),
})
const Cabinets = z.object({ cabinets: z.array(Id).max(200) })
const Stages = z.object({ brackets: z.array(Id).min(1).max(100) })
const Order = z.object({
  matches: z.array(Id).max(5000),
  expected: z.array(Id).max(5000).optional(),
})

export function queueRoutes(context: Context, sceneOf: Scopes): void {
  readRoutes(context)
  writeRoutes(context, sceneOf)
}

function readRoutes({ web, store }: Context): void {
  const config = { access: 'readPublic' } as const

  web.get(
    '/api/tournament/queue/',
    { config, schema: { querystring: Filters, response: { 200: listOf(QueueBody) } } },
    (request) => {
      const { query } = request
      const tournament = query.tournamentId ?? query.tournament
      const found = store.db
        .selectFrom('view.queue')
        .$if(tournament !== undefined, (q) => q.where('tournament', '=', tournament ?? 0))
      return list(request, {
        count: () => countOf(found),
        rows: async (limit, offset) => {
          const rows = found.selectAll().orderBy('id').limit(limit).offset(offset)
          return withMatches(store, await rows.execute())
        },
      })
    },
  )

  web.get(
    '/api/tournament/queue/:id/',
    { config, schema: { params: ById, response: { 200: QueueBody } } },
    (request) => readQueue(store, request.params.id),
  )
}

function writeRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store } = context
  const config = { access: 'runQueues', scene: sceneOf.queue } as const

  web.patch(
    '/api/tournament/queue/:id/',
    { config, schema: { params: ById, body: Change, response: { 200: QueueBody } } },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { id: queue } = request.params
        await sendAll(context, target, changesOf(queue, request.body))
        return readQueue(store, queue)
      }),
  )

  web.put(
    '/api/tournament/queue/:id/set-cabinets/',
    { config, schema: { params: ById, body: Cabinets, response: { 200: QueueBody } } },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { id: queue } = request.params
        await send(context, target, { type: 'SetQueueCabinets', queue, ...request.body })
        return readQueue(store, queue)
      }),
  )

  web.put(
    '/api/tournament/queue/:id/set-queue/',
    { config, schema: { params: ById, body: Order, response: { 200: QueueBody } } },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { id: queue } = request.params
        await send(context, target, { type: 'SetQueue', queue, ...request.body })
        return readQueue(store, queue)
      }),
  )

  web.put(
    '/api/tournament/queue/:id/assign-all/',
    { config, schema: { params: ById, body: Stages, response: { 200: QueueBody } } },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { id: queue } = request.params
        const { brackets: stages } = request.body
        await send(context, target, { type: 'AssignAll', queue, stages })
        return readQueue(store, queue)
      }),
  )

  web.put(
    '/api/tournament/queue/:id/remove-all/',
    { config, schema: { params: ById, response: { 200: QueueBody } } },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { id: queue } = request.params
        await send(context, target, { type: 'RemoveAll', queue })
        return readQueue(store, queue)
      }),
  )

  web.delete(
    '/api/tournament/queue/:id/',
    { config, schema: { params: ById, response: { 204: Gone } } },
    (request, reply) =>
      remove(context, { request, reply }, (target) =>
        send(context, target, { type: 'DeleteQueue', queue: request.params.id }),
      ),
  )
}

export async function readQueue(store: Store, id: number) {
  const [queue] = await queuesOf(store, { id })
  if (!queue) throw notFound()
  return queue
}

function changesOf(queue: number, { name, enabled: on }: z.infer<typeof Change>): Part[] {
  const parts: Part[] = []
  if (name !== undefined) {
    parts.push({ part: 'name', command: { type: 'RenameQueue', queue, name } })
  }
  if (on !== undefined) {
    parts.push({ part: 'enabled', command: { type: 'EnableQueue', queue, on } })
  }
  return parts
}

import { limitedTo } from '../../store/index.ts'
import type { z } from 'zod'
import type { Store } from '../../store/index.ts'
import { notFound } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { listRows } from '../http/list.ts'
import { withMatches } from '../../queries/index.ts'
import { queuesOf } from './queue-rows.ts'
import { commandRoutes } from '../http/command/route.ts'
import { send, sendAll } from '../http/command/send.ts'
import type { Part } from '../http/command/send.ts'
import type { QueueChange } from '../schema/match/match.ts'
import type { QueueId } from '#events/ids.ts'
import { route, writeRoute, publicRead } from '../http/route.ts'

export function queueRoutes(context: Context): void {
  readRoutes(context)
  writeRoutes(context)
}

function readRoutes({ web, store }: Context): void {
  route(web, 'GET /api/tournament/queue/', publicRead, (request) => {
    const { query } = request
    const tournament = query.tournamentId ?? query.tournament
    const queues = store.db
      .selectFrom('view.queue')
      .where(limitedTo('tournament', 'tournament', tournament))
    return listRows(request, queues.selectAll().orderBy('id'), (rows) => withMatches(store, rows))
  })

  route(web, 'GET /api/tournament/queue/:id/', publicRead, (request) =>
    readQueue(store, request.params.id),
  )
}

function writeRoutes(context: Context): void {
  const { store, sceneOf } = context
  const config = { access: 'runQueues', scene: sceneOf.queue } as const

  writeRoute(context, 'PATCH /api/tournament/queue/:id/', config, async (target, request) => {
    const { id: queue } = request.params
    await sendAll(context, target, changesOf(queue, request.body))
    return readQueue(store, queue)
  })

  const of = '/api/tournament/queue/:id/'
  const put = commandRoutes(context, config, { of, answer: (id) => readQueue(store, id) })
  put('set-cabinets', (queue, body) => ({ type: 'SetQueueCabinets', queue, ...body }))
  put('set-queue', (queue, body) => ({ type: 'SetQueue', queue, ...body }))
  put('assign-all', (queue, { brackets: stages, spread }) => ({
    type: 'AssignAll',
    queue,
    stages,
    spread,
  }))
  put('remove-all', (queue) => ({ type: 'RemoveAll', queue }))

  writeRoute(context, 'DELETE /api/tournament/queue/:id/', config, (target, request) =>
    send(context, target, { type: 'DeleteQueue', queue: request.params.id }),
  )
}

export async function readQueue(store: Store, id: number) {
  const [queue] = await queuesOf(store, { id })
  if (!queue) throw notFound()
  return queue
}

function changesOf(queue: QueueId, { name, enabled: on }: z.infer<typeof QueueChange>): Part[] {
  const parts: Part[] = []
  if (name !== undefined) {
    parts.push({ part: 'name', command: { type: 'RenameQueue', queue, name } })
  }
  if (on !== undefined) {
    parts.push({ part: 'enabled', command: { type: 'EnableQueue', queue, on } })
  }
  return parts
}

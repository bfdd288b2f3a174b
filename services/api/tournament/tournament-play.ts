import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { readMatch } from '../match/match-rows.ts'
import { queuesOf } from '../match/queue-rows.ts'
import { readQueue } from '../match/queue.ts'
import { send } from '../http/command/send.ts'
import { write } from '../http/command/write.ts'
import { on } from '../schema/on.ts'
import { matchApi } from '../schema/match.ts'
import type { MatchId } from '../../../events/ids.ts'

/** What officials do with a tournament's queues and cabinets while it is played. */
export function tournamentPlayRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store } = context
  const config = { access: 'runQueues', scene: sceneOf.tournament } as const

  web.route({
    ...on(matchApi, 'PUT /api/tournament/tournament/:id/create-queues/'),
    config,
    handler: (request, reply) =>
      write(context, { request, reply }, async (target) => {
        await send(context, target, { type: 'CreateQueues' })
        return { queues: await queuesOf(store, target) }
      }),
  })

  web.route({
    ...on(matchApi, 'PUT /api/tournament/tournament/:id/create-queue/'),
    config,
    handler: (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { answer } = await send(context, target, { type: 'CreateQueue', ...request.body })
        return readQueue(store, (answer['ids'] as number[])[0] ?? 0)
      }),
  })

  web.route({
    ...on(matchApi, 'PUT /api/tournament/tournament/:id/select-next/'),
    config,
    handler: (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { answer } = await send(context, target, { type: 'SelectNext', ...request.body })
        const { match, skipped } = answer as { match: MatchId; skipped: string[] }
        return { success: true as const, match: await readMatch(store, match), skipped }
      }),
  })

  web.route({
    ...on(matchApi, 'PUT /api/tournament/tournament/:id/extend-timer/'),
    config,
    handler: (request, reply) =>
      write(context, { request, reply }, async (target) => {
        await send(context, target, { type: 'ExtendTimer', ...request.body })
        return { success: true as const }
      }),
  })

  web.route({
    ...on(matchApi, 'PUT /api/tournament/tournament/:id/hold-timer/'),
    config,
    handler: (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { cabinet, reason = 'held' } = request.body
        await send(context, target, { type: 'HoldCabinet', cabinet, reason })
        return { success: true as const }
      }),
  })

  web.route({
    ...on(matchApi, 'PUT /api/tournament/tournament/:id/release-timer/'),
    config,
    handler: (request, reply) =>
      write(context, { request, reply }, async (target) => {
        await send(context, target, { type: 'ReleaseCabinet', ...request.body })
        return { success: true as const }
      }),
  })
}

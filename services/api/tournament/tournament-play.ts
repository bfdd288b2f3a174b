import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { readMatch } from '../match/match-rows.ts'
import { queuesOf } from '../match/queue-rows.ts'
import { readQueue } from '../match/queue.ts'
import { send } from '../http/command/send.ts'
import type { MatchId } from '../../../events/ids.ts'
import { writeRoute } from '../http/route.ts'

/** What officials do with a tournament's queues and cabinets while it is played. */
export function tournamentPlayRoutes(context: Context, sceneOf: Scopes): void {
  const { store } = context
  const config = { access: 'runQueues', scene: sceneOf.tournament } as const

  writeRoute(
    context,
    'PUT /api/tournament/tournament/:id/create-queues/',
    config,
    async (target) => {
      await send(context, target, { type: 'CreateQueues' })
      return { queues: await queuesOf(store, target) }
    },
  )

  writeRoute(
    context,
    'PUT /api/tournament/tournament/:id/create-queue/',
    config,
    async (target, request) => {
      const { answer } = await send(context, target, { type: 'CreateQueue', ...request.body })
      return readQueue(store, (answer['ids'] as number[])[0] ?? 0)
    },
  )

  writeRoute(
    context,
    'PUT /api/tournament/tournament/:id/select-next/',
    config,
    async (target, request) => {
      const { answer } = await send(context, target, { type: 'SelectNext', ...request.body })
      const { match, skipped } = answer as { match: MatchId; skipped: string[] }
      return { success: true as const, match: await readMatch(store, match), skipped }
    },
  )

  writeRoute(
    context,
    'PUT /api/tournament/tournament/:id/extend-timer/',
    config,
    async (target, request) => {
      await send(context, target, { type: 'ExtendTimer', ...request.body })
      return { success: true as const }
    },
  )

  writeRoute(
    context,
    'PUT /api/tournament/tournament/:id/hold-timer/',
    config,
    async (target, request) => {
      const { cabinet, reason = 'held' } = request.body
      await send(context, target, { type: 'HoldCabinet', cabinet, reason })
      return { success: true as const }
    },
  )

  writeRoute(
    context,
    'PUT /api/tournament/tournament/:id/release-timer/',
    config,
    async (target, request) => {
      await send(context, target, { type: 'ReleaseCabinet', ...request.body })
      return { success: true as const }
    },
  )
}

import { z } from 'zod'
import type { Context } from '../http/context.ts'
import type { Scopes } from '../http/scope.ts'
import { ById, Id } from '../http/ids.ts'
import { readMatch } from '../match/match-rows.ts'
import { Displacing } from '../match/match-commands.ts'
import { queuesOf } from '../match/queue-rows.ts'
import { readQueue } from '../match/queue.ts'
import { Done, MatchBody, QueueBody } from '../http/bodies.ts'
import { send } from '../http/command/send.ts'
import { write } from '../http/command/write.ts'

const Queues = z.object({ queues: z.array(QueueBody) })
const NewQueue = z.object({
  name: z.string().trim().min(1).max(100).default('Queue'),
  cabinets: z.array(Id).max(200).default([]),
})
const ForCabinet = z.object({ cabinet: Id })
const Next = ForCabinet.extend(Displacing.shape)
const More = ForCabinet.extend({ seconds: z.int().min(1).max(600).default(30) })
const Held = ForCabinet.extend({ reason: z.string().max(100).optional() })
const Selected = z.object({
  success: z.literal(true),
  match: MatchBody,
  skipped: z.array(z.string()),
})

/** What officials do with a tournament's queues and cabinets while it is played. */
export function tournamentPlayRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store } = context
  const url = '/api/tournament/tournament/:id'
  const config = { access: 'runQueues', scene: sceneOf.tournament } as const

  web.put(
    `${url}/create-queues/`,
    { config, schema: { params: ById, response: { 200: Queues } } },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        await send(context, target, { type: 'CreateQueues' })
        return { queues: await queuesOf(store, target) }
      }),
  )

  web.put(
    `${url}/create-queue/`,
    { config, schema: { params: ById, body: NewQueue, response: { 200: QueueBody } } },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { answer } = await send(context, target, { type: 'CreateQueue', ...request.body })
        return readQueue(store, (answer['ids'] as number[])[0] ?? 0)
      }),
  )

  web.put(
    `${url}/select-next/`,
    { config, schema: { params: ById, body: Next, response: { 200: Selected } } },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { answer } = await send(context, target, { type: 'SelectNext', ...request.body })
        const { match, skipped } = answer as { match: number; skipped: string[] }
        return { success: true as const, match: await readMatch(store, match), skipped }
      }),
  )

  web.put(
    `${url}/extend-timer/`,
    { config, schema: { params: ById, body: More, response: { 200: Done } } },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        await send(context, target, { type: 'ExtendTimer', ...request.body })
        return { success: true as const }
      }),
  )

  web.put(
    `${url}/hold-timer/`,
    { config, schema: { params: ById, body: Held, response: { 200: Done } } },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const { cabinet, reason = 'held' } = request.body
        await send(context, target, { type: 'HoldCabinet', cabinet, reason })
        return { success: true as const }
      }),
  )

  web.put(
    `${url}/release-timer/`,
    { config, schema: { params: ById, body: ForCabinet, response: { 200: Done } } },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        await send(context, target, { type: 'ReleaseCabinet', ...request.body })
        return { success: true as const }
      }),
  )
}

import { z } from 'zod'
import { tiebreakers } from '../../events/rules/tiebreakers.ts'
import { notFound } from '../web/index.ts'
import { once } from './answered.ts'
import type { Context } from './context.ts'
import type { Homes } from './home.ts'
import { ById, Id } from './ids.ts'
import { availableMatches, readMatch } from './match-rows.ts'
import { queuesOf } from './queue-rows.ts'
import { Done, MatchBody, Matches, QueueBody, StandingBody } from './rows.ts'
import { send } from './send.ts'
import { standingsOf } from './standing.ts'

const Queues = z.object({ queues: z.array(QueueBody) })
const NewQueue = z.object({
  name: z.string().trim().min(1).max(100).default('Queue'),
  cabinets: z.array(Id).max(200).default([]),
})
const ForCabinet = z.object({ cabinet: Id })
const Held = ForCabinet.extend({ reason: z.string().max(100).optional() })
const Selected = z.object({
  success: z.literal(true),
  match: MatchBody,
  skipped: z.array(z.string()),
})
const Standings = z.object({
  brackets: z.array(
    z.object({ id: z.int(), name: z.string(), standings: z.array(StandingBody) }),
  ),
})

/** What happens to a tournament while it is played: queues, the next match, standings. */
export function tournamentPlayRoutes(context: Context, homes: Homes): void {
  const { web, store } = context
  const url = '/api/tournament/tournament'
  const read = { access: 'readPublic' } as const
  const run = { access: 'runQueues', scene: homes.ofTournament } as const

  web.get(
    `${url}/tiebreaker-types/`,
    {
      config: read,
      schema: { response: { 200: z.object({ tiebreakerTypes: z.array(z.string()) }) } },
    },
    async () => ({ tiebreakerTypes: [...tiebreakers] }),
  )

  web.get(
    `${url}/:id/standings/`,
    { config: read, schema: { params: ById, response: { 200: Standings } } },
    async (request) => ({ brackets: await standingsOf(store, { tournament: request.params.id }) }),
  )

  web.get(
    `${url}/:id/available-matches/`,
    { config: read, schema: { params: ById, response: { 200: Matches } } },
    async (request) => {
      const results = await availableMatches(store, request.params.id)
      return { count: results.length, next: null, previous: null, results }
    },
  )

  web.put(
    `${url}/:id/create-queues/`,
    { config: run, schema: { params: ById, response: { 200: Queues } } },
    (request, reply) =>
      once({ store, request, reply }, async () => {
        const tournament = request.params.id
        await send(context, { request, reply, tournament }, { type: 'CreateQueues' })
        return { queues: await queuesOf(store, { tournament }) }
      }),
  )

  web.put(
    `${url}/:id/create-queue/`,
    { config: run, schema: { params: ById, body: NewQueue, response: { 200: QueueBody } } },
    (request, reply) =>
      once({ store, request, reply }, async () => {
        const { params, body } = request
        const errand = { request, reply, tournament: params.id }
        const { answer } = await send(context, errand, { type: 'CreateQueue', ...body })
        const [id] = answer['ids'] as number[]
        const [queue] = await queuesOf(store, { id })
        if (!queue) throw notFound()
        return queue
      }),
  )

  web.put(
    `${url}/:id/select-next/`,
    { config: run, schema: { params: ById, body: ForCabinet, response: { 200: Selected } } },
    (request, reply) =>
      once({ store, request, reply }, async () => {
        const { params, body } = request
        const errand = { request, reply, tournament: params.id }
        const { answer } = await send(context, errand, { type: 'SelectNext', ...body })
        const { match, skipped } = answer as { match: number; skipped: string[] }
        return { success: true as const, match: await readMatch(store, match), skipped }
      }),
  )

  web.put(
    `${url}/:id/hold-timer/`,
    { config: run, schema: { params: ById, body: Held, response: { 200: Done } } },
    (request, reply) =>
      once({ store, request, reply }, async () => {
        const { cabinet, reason = 'held' } = request.body
        const errand = { request, reply, tournament: request.params.id }
        await send(context, errand, { type: 'HoldTimer', cabinet, reason })
        return { success: true as const }
      }),
  )
}

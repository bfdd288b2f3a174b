import type { Context } from '../http/context.ts'
import type { FastifyRequest } from 'fastify'
import { matchAfter } from '../match/match-rows.ts'
import { queuesOf } from '../match/queue-rows.ts'
import { readQueue } from '../match/queue.ts'
import { commandRoutes } from '../http/command/route.ts'
import type { Done } from '../../desk/index.ts'
import type { MatchId, TournamentId } from '#events/ids.ts'

/** Commands of officials on a tournament's queues and cabinets. */
export function tournamentPlayRoutes(context: Context): void {
  const { store, sceneOf } = context
  const config = { access: 'runQueues', scene: sceneOf.tournament } as const
  const of = '/api/tournament/tournament/:id/'

  const all = async (tournament: TournamentId) => ({
    queues: await queuesOf(store, { tournament }),
  })
  const createAll = commandRoutes(context, config, { of, answer: all })
  createAll('create-queues', () => ({ type: 'CreateQueues' }))

  const createdQueue = (_: number, { answer }: Done) =>
    readQueue(store, (answer['ids'] as number[])[0] ?? 0)
  const create = commandRoutes(context, config, { of, answer: createdQueue })
  create('create-queue', (_, body) => ({ type: 'CreateQueue', ...body }))

  const prefetch = { of: 'tournament', offline: true } as const
  const next = commandRoutes(context, { ...config, prefetch }, { of, answer: selected })
  next('select-next', (_, body) => ({ type: 'SelectNext', ...body }))
  async function selected(_: number, done: Done, request: FastifyRequest) {
    const { match: id, skipped } = done.answer as { match: MatchId; skipped: string[] }
    const { version, tournament } = done
    const match = await matchAfter(context, { request, version, tournament }, id)
    return { success: true as const, match, skipped }
  }

  const answer = async () => ({ success: true as const })
  const put = commandRoutes(context, config, { of, answer })
  put('extend-timer', (_, body) => ({ type: 'ExtendTimer', ...body }))
  put('hold-timer', (_, { cabinet, reason = 'held' }) => ({ type: 'HoldCabinet', cabinet, reason }))
  put('release-timer', (_, body) => ({ type: 'ReleaseCabinet', ...body }))
}

import { wrongFields } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import type { FastifyRequest } from 'fastify'
import type { MatchId } from '#events/ids.ts'
import type { Done } from '../../desk/index.ts'
import { matchAfter, readMatch } from './match-rows.ts'
import { commandRoutes } from '../http/command/route.ts'
import { send } from '../http/command/send.ts'
import { writeRoute } from '../http/route.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { CustomMatch } from '../schema/match/match.ts'

/** The commands on a match, such as `PUT …/match/{id}/stop/`. */
export function matchCommandRoutes(context: Context): void {
  const { store, sceneOf } = context
  const prefetch = { of: 'match' } as const
  const config = { access: 'runMatches', scene: sceneOf.match, prefetch } as const
  const starting = { ...config, prefetch: { ...prefetch, offline: true } } as const

  const answer = (id: MatchId, { version, tournament }: Done, request: FastifyRequest) =>
    matchAfter(context, { request, version, tournament }, id)

  writeRoute(context, 'PUT /api/tournament/match/:id/start/', starting, async (target, request) => {
    const { force = false, displace } = request.body
    const { id } = request.params
    // Without a cabinet, the client has just put the match on one by PATCH.
    const cabinet = request.body.cabinet ?? (await readMatch(store, id)).activeCabinet
    if (cabinet === null) throw wrongFields({ cabinet: ['Choose a cabinet'] })
    const command = { type: 'StartMatch', match: id, cabinet, force, displace } as const
    return answer(id, await send(context, target, command), request)
  })

  writeRoute(context, 'PUT /api/tournament/match/:id/replace/', config, async (target, request) => {
    const { match: by, displace } = request.body
    const { id: match } = request.params
    const command = { type: 'ReplaceMatch', match, by, displace } as const
    return answer(by, await send(context, target, command), request)
  })

  const of = '/api/tournament/match/:id/'
  const put = commandRoutes(context, config, { of, answer })
  put('stop', (match) => ({ type: 'StopMatch', match }))
  put('reopen', (match, body) => ({ type: 'ReopenMatch', match, ...body }))
  put('replay', (match, body) => ({ type: 'ReplayMatch', match, ...body }))
  put('forfeit', (match, body) => ({ type: 'ForfeitMatch', match, ...body }))
  put('report', (match, body) => ({ type: 'AskReport', match, ...body }))
  put('review', (match, { on }) => ({ type: 'ReviewMatch', match, on }))
  put('annotate', (match, { note }) => ({ type: 'AnnotateMatch', match, note }))
  put('complete', (match, { force = false }) => ({ type: 'CompleteMatch', match, force }))
  put('add-score', (match, body) => ({ type: 'AddScore', match, ...body }))
}

/** Adds and removes matches of a stage made by hand (R-CU-1). */
export function customMatchRoutes(context: Context): void {
  const { store, sceneOf } = context

  writeRoute(
    context,
    'POST /api/tournament/match/',
    { access: 'runMatches', scene: sceneOf.byBracketInBody },
    async (target, request) => {
      const { bracket: stage, roundName } = request.body
      const [blue, gold] = [sourceOf(request.body, 'blue'), sourceOf(request.body, 'gold')]
      const command = { type: 'AddMatch', stage, blue, gold, roundName } as const
      const { answer } = await send(context, target, command)
      return readMatch(store, (answer['ids'] as number[])[0] ?? 0)
    },
  )

  writeRoute(
    context,
    'DELETE /api/tournament/match/:id/',
    { access: 'runMatches', scene: sceneOf.match },
    (target, request) => send(context, target, { type: 'RemoveMatch', match: request.params.id }),
  )
}

function sourceOf(body: CustomMatch, colour: 'blue' | 'gold'): CommandOf<'AddMatch'>['blue'] {
  const team = body[`${colour}Team`]
  const from = body[`${colour}From`]
  if (team && from)
    throw wrongFields({ [`${colour}From`]: ['Choose a team or where it comes from'] })
  return from ?? (team ? { team } : { open: true })
}

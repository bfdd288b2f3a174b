import { excludePractice } from '../../store/index.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CommandOf } from '#events/schema/command.ts'
import { authenticate, may, wrongFields } from '../../web/index.ts'
import { claimId } from '../http/idempotency.ts'
import { previewBody } from './match.ts'
import type { Context, WriteContext } from '../http/context.ts'
import { tournamentOf, sceneOfTournament } from '../http/scope.ts'
import { listRows } from '../http/list.ts'
import { storeText, protests, readProtest, protestBodies } from './protest-rows.ts'
import { send } from '../http/command/send.ts'
import type { Rule } from '../schema/match/protest.ts'
import type { ProtestId } from '#events/ids.ts'
import { route, write, writeRoute, publicRead } from '../http/route.ts'

/** Protests and rulings (R-DI-1 to R-DI-4). */
export function protestRoutes(context: Context): void {
  readRoutes(context)
  lodgeRoute(context)
  rulingRoutes(context)
}

function readRoutes(context: Context): void {
  const { web, store, desk, sceneOf } = context
  route(web, 'GET /api/tournament/protest/', publicRead, async (request) => {
    const { tournamentId, matchId, state } = request.query
    const person = await authenticate(store, request)
    const rows = protests(store)
      .where(excludePractice('tournament', 'view.protest.tournament', [tournamentId, matchId]))
      .$if(tournamentId !== undefined, (q) =>
        q.where('view.protest.tournament', '=', tournamentId ?? 0),
      )
      .$if(matchId !== undefined, (q) => q.where('view.protest.match', '=', matchId ?? 0))
      .$if(state !== undefined, (q) => q.where('view.protest.state', '=', state ?? 'open'))
    return listRows(request, rows.orderBy('view.protest.id', 'desc'), (rows) =>
      protestBodies(context, person, rows),
    )
  })

  route(web, 'GET /api/tournament/protest/:id/', publicRead, async (request) =>
    readProtest(context, await authenticate(store, request), request.params.id),
  )

  route(
    web,
    'GET /api/tournament/protest/:id/preview/',
    { access: 'readProtests', scene: sceneOf.protest },
    async (request) => {
      const rulingQuery = { protest: request.params.id, ...request.query }
      const { needsTwo, ...done } = await desk.previewRuling(tournamentOf(request), rulingQuery)
      return { ...previewBody(done), needsTwo }
    },
  )
}

function lodgeRoute(context: Context): void {
  writeRoute(
    context,
    'POST /api/tournament/protest/',
    { access: 'lodgeProtest', scene: context.sceneOf.byMatchInBody },
    async (target, request) => {
      const { match, reason, text = '' } = request.body
      if (reason === 'other' && text === '') {
        throw wrongFields({ text: ['Describe the problem in a few words'] })
      }
      const late = await mayBeLate(context, target)
      const { answer } = await send(context, target, {
        type: 'LodgeProtest',
        match,
        reason,
        late,
      })
      const [id] = answer['ids'] as [number]
      if (text !== '') await storeText(context, { id, text, ...textOwner(target) })
      return readProtest(context, request.person, id)
    },
  )
}

/** An admin may lodge a protest after the deadline, but not on a paired tablet (R-DI-2). */
async function mayBeLate({ store }: Context, { request, tournament }: WriteContext) {
  const { person } = request
  const scene = await sceneOfTournament(store.db, tournament)
  const isAdmin = scene !== null && may(person, 'changeTournament', scene)
  return isAdmin && !person?.session?.paired ? true : undefined
}

function textOwner({ request, tournament }: WriteContext) {
  return { tournament, person: request.person?.id ?? null }
}

function rulingRoutes(context: Context): void {
  const { web, sceneOf } = context
  const config = {
    access: 'ruleProtests',
    scene: sceneOf.protest,
    isCommand: true,
  } as const
  const writeAndRead = async (
    exchange: { request: FastifyRequest<{ Params: { id: number } }>; reply: FastifyReply },
    work: (target: WriteContext, protest: ProtestId) => Promise<unknown>,
  ) =>
    write(context, exchange, async (target) => {
      const { params, person } = exchange.request
      await work(target, params.id)
      return readProtest(context, person, params.id)
    })

  route(web, 'PUT /api/tournament/protest/:id/rule/', config, (request, reply) =>
    writeAndRead({ request, reply }, (target, protest) =>
      rule(context, target, [protest, request.body]),
    ),
  )

  route(web, 'PUT /api/tournament/protest/:id/sign/', config, (request, reply) =>
    writeAndRead({ request, reply }, (target, protest) =>
      send(context, target, { type: 'SignRuling', protest, ...request.body }),
    ),
  )

  route(web, 'PUT /api/tournament/protest/:id/withdraw/', config, (request, reply) =>
    writeAndRead({ request, reply }, (target, protest) =>
      send(context, target, { type: 'WithdrawProtest', protest }),
    ),
  )
}

async function rule(
  context: Context,
  target: WriteContext,
  [protest, { sentence: text = '', ...ruling }]: [number, Rule],
): Promise<void> {
  const { store } = context
  // A retry has to send the same command, including this id (P2).
  const id = text === '' ? undefined : await claimId({ store, request: target.request }, 'protest')
  const command: CommandOf<'RuleProtest'> = { type: 'RuleProtest', protest, ...ruling }
  await send(context, target, id === undefined ? command : { ...command, sentence: id })
  if (id !== undefined) await storeText(context, { id, text, ...textOwner(target) })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CommandOf } from '../../events/command.ts'
import { ProtestReason, RulingKind } from '../../events/ruling.ts'
import { countOf } from '../store/index.ts'
import { identify, may, wrongFields } from '../web/index.ts'
import { claim } from './answered.ts'
import type { Context } from './context.ts'
import type { Homes } from './home.ts'
import { tournamentOf } from './home.ts'
import { ById, Id, IdFilter } from './ids.ts'
import { list, listOf, paging } from './list.ts'
import { ForeseenBody, asked, foreseen } from './protest-preview.ts'
import { ProtestBody, keepText, protests, readProtest, shownTo } from './protest-rows.ts'
import { send } from './send.ts'
import type { Errand } from './send.ts'
import { sceneOfTournament } from './home.ts'
import { write } from './write.ts'

const url = '/api/tournament/protest/'
const Filters = z.object({
  ...paging,
  tournamentId: IdFilter,
  matchId: IdFilter,
  state: z.enum(['open', 'ruled', 'withdrawn']).optional(),
})
const NewProtest = z.object({
  match: Id,
  reason: ProtestReason,
  /** in words; needed where the reason is another one than those of the list */
  text: z.string().trim().max(2_000, 'Too long').optional(),
})
const Rule = z.object({
  ruling: RulingKind,
  scores: z
    .array(z.object({ team: Id, score: z.int().min(0).max(999) }))
    .length(2)
    .optional(),
  forfeitBy: z.array(Id).min(1).max(2).optional(),
  /** for everyone to read, on the page of the match */
  sentence: z.string().trim().max(200, 'At most 200 characters').optional(),
  /** ask a second official also where one is enough */
  two: z.boolean().optional(),
  cascade: z.boolean().optional(),
})
type Rule = z.infer<typeof Rule>
const Sign = z.object({
  /** of the proposal that was read */
  num: z.int().positive(),
  cascade: z.boolean().optional(),
})

/** Protests, and what officials make of them (R-DI-1 to R-DI-4). */
export function protestRoutes(context: Context, homes: Homes): void {
  readRoutes(context, homes)
  lodgeRoute(context, homes)
  rulingRoutes(context, homes)
}

function readRoutes(context: Context, homes: Homes): void {
  const { web, store, desk } = context
  const config = { access: 'readPublic' } as const

  web.get(
    url,
    { config, schema: { querystring: Filters, response: { 200: listOf(ProtestBody) } } },
    async (request) => {
      const { tournamentId, matchId, state } = request.query
      const person = await identify(store, request)
      const found = protests(store)
        .$if(tournamentId !== undefined, (q) =>
          q.where('view.protest.tournament', '=', tournamentId ?? 0),
        )
        .$if(matchId !== undefined, (q) => q.where('view.protest.match', '=', matchId ?? 0))
        .$if(state !== undefined, (q) => q.where('view.protest.state', '=', state ?? 'open'))
      return list(request, {
        count: () => countOf(found),
        rows: async (limit, offset) => {
          const page = found.orderBy('view.protest.id', 'desc').limit(limit).offset(offset)
          return shownTo(context, person, await page.execute())
        },
      })
    },
  )

  web.get(
    `${url}:id/`,
    { config, schema: { params: ById, response: { 200: ProtestBody } } },
    async (request) => readProtest(context, await identify(store, request), request.params.id),
  )

  web.get(
    `${url}:id/preview/`,
    {
      config: { access: 'readProtests', scene: homes.ofProtest },
      schema: { params: ById, querystring: asked, response: { 200: ForeseenBody } },
    },
    async (request) => {
      const wanted = { protest: request.params.id, ...request.query }
      return foreseen(await desk.foreseeRuling(tournamentOf(request), wanted))
    },
  )
}

function lodgeRoute(context: Context, homes: Homes): void {
  const { web } = context
  web.post(
    url,
    {
      config: { access: 'lodgeProtest', scene: homes.byMatchInBody },
      schema: { body: NewProtest, response: { 201: ProtestBody } },
    },
    (request, reply) =>
      write(context, { request, reply }, async (errand) => {
        const { match, reason, text = '' } = request.body
        if (reason === 'other' && text === '') {
          throw wrongFields({ text: ['Say in a few words what it is about'] })
        }
        const late = await mayBeLate(context, errand)
        const { answer } = await send(context, errand, {
          type: 'LodgeProtest',
          match,
          reason,
          late,
        })
        const [id] = answer['ids'] as [number]
        if (text !== '') await keepText(context, { id, text, ...whose(errand) })
        reply.code(201)
        return readProtest(context, request.person, id)
      }),
  )
}

/** After the deadline an admin may, at a device of their own (R-DI-2). */
async function mayBeLate({ store }: Context, { request, tournament }: Errand) {
  const { person } = request
  const scene = await sceneOfTournament(store.db, tournament)
  const isAdmin = scene !== null && may(person, 'changeTournament', scene)
  return isAdmin && !person?.session?.paired ? true : undefined
}

function whose({ request, tournament }: Errand) {
  return { tournament, person: request.person?.id ?? null }
}

function rulingRoutes(context: Context, homes: Homes): void {
  const { web } = context
  const config = { access: 'ruleProtests', scene: homes.ofProtest } as const
  const schema = { params: ById, response: { 200: ProtestBody } } as const
  const answered = async (
    exchange: { request: FastifyRequest<{ Params: { id: number } }>; reply: FastifyReply },
    work: (errand: Errand, protest: number) => Promise<unknown>,
  ) =>
    write(context, exchange, async (errand) => {
      const { params, person } = exchange.request
      await work(errand, params.id)
      return readProtest(context, person, params.id)
    })

  web.put(`${url}:id/rule/`, { config, schema: { ...schema, body: Rule } }, (request, reply) =>
    answered({ request, reply }, (errand, protest) =>
      rule(context, errand, [protest, request.body]),
    ),
  )

  web.put(`${url}:id/sign/`, { config, schema: { ...schema, body: Sign } }, (request, reply) =>
    answered({ request, reply }, (errand, protest) =>
      send(context, errand, { type: 'SignRuling', protest, ...request.body }),
    ),
  )

  web.put(
    `${url}:id/withdraw/`,
    { config, schema: { ...schema, body: z.object({}) } },
    (request, reply) =>
      answered({ request, reply }, (errand, protest) =>
        send(context, errand, { type: 'WithdrawProtest', protest }),
      ),
  )
}

async function rule(
  context: Context,
  errand: Errand,
  [protest, { sentence: text = '', ...wanted }]: [number, Rule],
): Promise<void> {
  const { store } = context
  const draw = async () => (await store.nextIds('protest', 1))[0] ?? 0
  // A repeat has to be the same command, number and all (P2).
  const id = text === '' ? undefined : await claim({ store, request: errand.request }, draw)
  const command: CommandOf<'RuleProtest'> = { type: 'RuleProtest', protest, ...wanted }
  await send(context, errand, id === undefined ? command : { ...command, sentence: id })
  if (id !== undefined) await keepText(context, { id, text, ...whose(errand) })
}

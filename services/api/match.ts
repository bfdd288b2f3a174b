import { z } from 'zod'
import { wrongFields } from '../web/index.ts'
import { once } from './answered.ts'
import type { Context } from './context.ts'
import { tournamentOf } from './home.ts'
import type { Homes } from './home.ts'
import { ById, Id, IdFilter } from './ids.ts'
import { list, paging } from './list.ts'
import { Change, Whole, partsOf, partsOfWhole } from './match-changes.ts'
import { readMatch } from './match-rows.ts'
import { MatchBody, Matches } from './rows.ts'
import type { Part } from './send.ts'
import { send, sendAll } from './send.ts'

const Start = z.object({ cabinet: Id.nullish(), force: z.boolean().optional() })
const Complete = z.object({ force: z.boolean().optional() })
const Point = z.object({ team: Id, by: z.union([z.literal(1), z.literal(-1)]) })
const Filters = z.object({
  ...paging,
  tournamentId: IdFilter,
  tournament: IdFilter,
  bracketId: IdFilter,
  teamId: IdFilter,
  activeCabinetId: IdFilter,
})

export function matchRoutes(context: Context, homes: Homes): void {
  const { web, store } = context
  const run = { access: 'runMatches', scene: homes.ofMatch } as const

  web.get(
    '/api/tournament/match/',
    {
      config: { access: 'readPublic' },
      schema: { querystring: Filters, response: { 200: Matches } },
    },
    (request) => {
      const { query } = request
      const tournament = query.tournamentId ?? query.tournament
      const { bracketId, teamId, activeCabinetId } = query
      const found = store.db
        .selectFrom('view.match')
        .$if(tournament !== undefined, (q) => q.where('tournament', '=', tournament ?? 0))
        .$if(bracketId !== undefined, (q) => q.where('bracket', '=', bracketId ?? 0))
        .$if(activeCabinetId !== undefined, (q) => q.where('activeCabinet', '=', activeCabinetId ?? 0))
        .$if(teamId !== undefined, (q) =>
          q.where((eb) => eb.or([eb('blueTeam', '=', teamId ?? 0), eb('goldTeam', '=', teamId ?? 0)])),
        )
      return list(request, {
        count: () => found.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow(),
        rows: (limit, offset) =>
          found.selectAll().orderBy('id').limit(limit).offset(offset).execute(),
      })
    },
  )

  web.get(
    '/api/tournament/match/:id/',
    {
      config: { access: 'readPublic' },
      schema: { params: ById, response: { 200: MatchBody } },
    },
    (request) => readMatch(store, request.params.id),
  )

  web.patch(
    '/api/tournament/match/:id/',
    { config: run, schema: { params: ById, body: Change, response: { 200: MatchBody } } },
    (request, reply) =>
      once({ store, request, reply }, async () => {
        const match = await readMatch(store, request.params.id)
        const errand = { request, reply, tournament: tournamentOf(request) }
        await sendAll(context, errand, partsOf(match, request.body))
        return readMatch(store, match.id)
      }),
  )

  web.put(
    '/api/tournament/match/:id/',
    { config: run, schema: { params: ById, body: Whole, response: { 200: MatchBody } } },
    (request, reply) =>
      once({ store, request, reply }, async () => {
        const match = await readMatch(store, request.params.id)
        const errand = { request, reply, tournament: tournamentOf(request) }
        await sendAll(context, errand, partsOfWhole(match, request.body))
        return readMatch(store, match.id)
      }),
  )

  web.put(
    '/api/tournament/match/:id/start/',
    { config: run, schema: { params: ById, body: Start, response: { 200: MatchBody } } },
    (request, reply) =>
      once({ store, request, reply }, async () => {
        const { force = false } = request.body
        const match = await readMatch(store, request.params.id)
        // The client has put it on its cabinet just before, by PATCH: this call has done its work.
        const cabinet = request.body.cabinet ?? match.activeCabinet
        if (cabinet === null) throw wrongFields({ cabinet: ['Say on which cabinet'] })
        const errand = { request, reply, tournament: tournamentOf(request) }
        await send(context, errand, { type: 'StartMatch', match: match.id, cabinet, force })
        return readMatch(store, match.id)
      }),
  )

  const single = {
    stop: { body: z.object({}), command: (match: number) => ({ type: 'StopMatch', match }) as const },
    reopen: { body: z.object({}), command: (match: number) => ({ type: 'ReopenMatch', match }) as const },
    complete: {
      body: Complete,
      command: (match: number, { force = false }: z.infer<typeof Complete>) =>
        ({ type: 'CompleteMatch', match, force }) as const,
    },
    'add-score': {
      body: Point,
      command: (match: number, { team, by }: z.infer<typeof Point>) =>
        ({ type: 'AddScore', match, team, by }) as const,
    },
  }
  for (const [verb, { body, command }] of Object.entries(single)) {
    const toCommand = command as (match: number, body: unknown) => Part['command']
    web.put(
      `/api/tournament/match/:id/${verb}/`,
      { config: run, schema: { params: ById, body, response: { 200: MatchBody } } },
      (request, reply) =>
        once({ store, request, reply }, async () => {
          const { id } = request.params
          const errand = { request, reply, tournament: tournamentOf(request) }
          await send(context, errand, toCommand(id, request.body))
          return readMatch(store, id)
        }),
    )
  }
}

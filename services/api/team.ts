import { z } from 'zod'
import type { Store } from '../store/index.ts'
import { notFound } from '../web/index.ts'
import type { Context } from './context.ts'
import type { Homes } from './home.ts'
import { ById, Id, IdFilter } from './ids.ts'
import { countOf } from '../store/index.ts'
import { list, listOf, paging } from './list.ts'
import { Gone, TeamBody } from './rows.ts'
import { send } from './send.ts'
import { remove, write } from './write.ts'

const name = z.string().trim().min(1, 'Team name is required').max(100, 'Too long')
const NewTeam = z.object({ tournament: Id, name })
const Replacement = z.object({ name })
const Change = z.object({ name: name.optional() })
const Filters = z.object({ ...paging, tournamentId: IdFilter, tournament: IdFilter })

export function teamRoutes(context: Context, homes: Homes): void {
  readRoutes(context)
  writeRoutes(context, homes)
}

function readRoutes({ web, store }: Context): void {
  const config = { access: 'readPublic' } as const

  web.get(
    '/api/tournament/team/',
    { config, schema: { querystring: Filters, response: { 200: listOf(TeamBody) } } },
    (request) => {
      const { query } = request
      const tournament = query.tournamentId ?? query.tournament
      const found = store.db
        .selectFrom('view.team')
        .$if(tournament !== undefined, (q) => q.where('tournament', '=', tournament ?? 0))
      return list(request, {
        count: () => countOf(found),
        rows: (limit, offset) =>
          found.selectAll().orderBy('id').limit(limit).offset(offset).execute(),
      })
    },
  )

  web.get(
    '/api/tournament/team/:id/',
    { config, schema: { params: ById, response: { 200: TeamBody } } },
    (request) => readTeam(store, request.params.id),
  )
}

function writeRoutes(context: Context, homes: Homes): void {
  const { web, store } = context
  const config = { access: 'editTeams', scene: homes.ofTeam } as const

  web.post(
    '/api/tournament/team/',
    {
      config: { access: 'editTeams', scene: homes.byTournamentInBody },
      schema: { body: NewTeam, response: { 201: TeamBody } },
    },
    (request, reply) =>
      write(context, { request, reply }, async (errand) => {
        const { name } = request.body
        const { answer } = await send(context, errand, { type: 'AddTeam', name })
        reply.code(201)
        return readTeam(store, (answer['ids'] as number[])[0] ?? 0)
      }),
  )

  for (const [method, body] of [
    ['PUT', Replacement],
    ['PATCH', Change],
  ] as const) {
    web.route({
      method,
      url: '/api/tournament/team/:id/',
      config,
      schema: { params: ById, body, response: { 200: TeamBody } },
      handler: (request, reply) =>
        write(context, { request, reply }, async (errand) => {
          const { id: team } = request.params
          const { name } = request.body
          if (name !== undefined) await send(context, errand, { type: 'RenameTeam', team, name })
          return readTeam(store, team)
        }),
    })
  }

  web.delete(
    '/api/tournament/team/:id/',
    { config, schema: { params: ById, response: { 204: Gone } } },
    (request, reply) =>
      remove(context, { request, reply }, (errand) =>
        send(context, errand, { type: 'RemoveTeam', team: request.params.id }),
      ),
  )
}

async function readTeam({ db }: Store, id: number) {
  const team = await db.selectFrom('view.team').selectAll().where('id', '=', id).executeTakeFirst()
  if (!team) throw notFound()
  return team
}

import { z } from 'zod'
import { matchRow } from '../../../events/view/tournament-rows.ts'
import { notFound } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { tournamentOf } from '../http/scope.ts'
import type { Scopes } from '../http/scope.ts'
import { ById, IdFilter } from '../http/ids.ts'
import { countOf } from '../../store/index.ts'
import { list, paging } from '../http/list.ts'
import { Change, Whole, partsOf, partsOfWhole } from './match-changes.ts'
import { matches, readMatch } from './match-rows.ts'
import { MatchBody, Matches } from '../http/bodies.ts'
import { sendAll } from '../http/command/send.ts'
import { withVideoLinks } from '../video/video-rows.ts'
import { write } from '../http/command/write.ts'

const Filters = z.object({
  ...paging,
  tournamentId: IdFilter,
  tournament: IdFilter,
  bracketId: IdFilter,
  teamId: IdFilter,
  activeCabinetId: IdFilter,
})

export function matchRoutes(context: Context, sceneOf: Scopes): void {
  readRoutes(context)
  reviewRoute(context, sceneOf)
  changeRoutes(context, sceneOf)
}

function readRoutes({ web, store }: Context): void {
  const config = { access: 'readPublic' } as const

  web.get(
    '/api/tournament/match/',
    { config, schema: { querystring: Filters, response: { 200: Matches } } },
    (request) => {
      const { query } = request
      const tournament = query.tournamentId ?? query.tournament
      const { bracketId, teamId, activeCabinetId } = query
      const found = matches(store)
        .$if(tournament !== undefined, (q) => q.where('tournament', '=', tournament ?? 0))
        .$if(bracketId !== undefined, (q) => q.where('bracket', '=', bracketId ?? 0))
        .$if(activeCabinetId !== undefined, (q) =>
          q.where('activeCabinet', '=', activeCabinetId ?? 0),
        )
        .$if(teamId !== undefined, (q) =>
          q.where((eb) =>
            eb.or([eb('blueTeam', '=', teamId ?? 0), eb('goldTeam', '=', teamId ?? 0)]),
          ),
        )
      return list(request, {
        count: () => countOf(found),
        rows: async (limit, offset) => {
          const rows = await found.orderBy('id').limit(limit).offset(offset).execute()
          return withVideoLinks(store.db, rows)
        },
      })
    },
  )

  web.get(
    '/api/tournament/match/:id/',
    { config, schema: { params: ById, response: { 200: MatchBody } } },
    (request) => readMatch(store, request.params.id),
  )
}

/** A match under review as officials have it, read from the log: no row shows it (R-CMD-4). */
function reviewRoute({ web, store, desk }: Context, sceneOf: Scopes): void {
  web.get(
    '/api/tournament/match/:id/review/',
    {
      config: { access: 'readReview', scene: sceneOf.match },
      schema: { params: ById, response: { 200: MatchBody } },
    },
    async (request) => {
      const t = await desk.state(tournamentOf(request))
      const match = t.matches[request.params.id]
      if (!match) throw notFound()
      const [shown] = await withVideoLinks(store.db, [{ ...matchRow(t, match), isFilmed: true }])
      return shown
    },
  )
}

function changeRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store } = context
  const config = { access: 'runMatches', scene: sceneOf.match } as const

  web.patch(
    '/api/tournament/match/:id/',
    { config, schema: { params: ById, body: Change, response: { 200: MatchBody } } },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const match = await readMatch(store, request.params.id)
        await sendAll(context, target, partsOf(match, request.body))
        return readMatch(store, match.id)
      }),
  )

  web.put(
    '/api/tournament/match/:id/',
    { config, schema: { params: ById, body: Whole, response: { 200: MatchBody } } },
    (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const match = await readMatch(store, request.params.id)
        await sendAll(context, target, partsOfWhole(match, request.body))
        return readMatch(store, match.id)
      }),
  )
}

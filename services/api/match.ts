import { z } from 'zod'
import { matchRow } from '../../events/view/rows-of.ts'
import { notFound } from '../web/index.ts'
import type { Context } from './context.ts'
import { tournamentOf } from './home.ts'
import type { Homes } from './home.ts'
import { ById, IdFilter } from './ids.ts'
import { countOf } from '../store/index.ts'
import { list, paging } from './list.ts'
import { Change, Whole, partsOf, partsOfWhole } from './match-changes.ts'
import { matches, readMatch } from './match-rows.ts'
import { MatchBody, Matches } from './rows.ts'
import { sendAll } from './send.ts'
import { withVideoLinks } from './video-rows.ts'
import { write } from './write.ts'

const Filters = z.object({
  ...paging,
  tournamentId: IdFilter,
  tournament: IdFilter,
  bracketId: IdFilter,
  teamId: IdFilter,
  activeCabinetId: IdFilter,
})

export function matchRoutes(context: Context, homes: Homes): void {
  readRoutes(context)
  reviewRoute(context, homes)
  changeRoutes(context, homes)
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
function reviewRoute({ web, store, desk }: Context, homes: Homes): void {
  web.get(
    '/api/tournament/match/:id/review/',
    {
      config: { access: 'readReview', scene: homes.ofMatch },
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

function changeRoutes(context: Context, homes: Homes): void {
  const { web, store } = context
  const config = { access: 'runMatches', scene: homes.ofMatch } as const

  web.patch(
    '/api/tournament/match/:id/',
    { config, schema: { params: ById, body: Change, response: { 200: MatchBody } } },
    (request, reply) =>
      write(context, { request, reply }, async (errand) => {
        const match = await readMatch(store, request.params.id)
        await sendAll(context, errand, partsOf(match, request.body))
        return readMatch(store, match.id)
      }),
  )

  web.put(
    '/api/tournament/match/:id/',
    { config, schema: { params: ById, body: Whole, response: { 200: MatchBody } } },
    (request, reply) =>
      write(context, { request, reply }, async (errand) => {
        const match = await readMatch(store, request.params.id)
        await sendAll(context, errand, partsOfWhole(match, request.body))
        return readMatch(store, match.id)
      }),
  )
}

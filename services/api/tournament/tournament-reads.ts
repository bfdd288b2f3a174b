import { z } from 'zod'
import { tiebreakers } from '../../../events/rules/tiebreakers.ts'
import type { Context } from '../http/context.ts'
import { ById, IdFilter } from '../http/ids.ts'
import { countOf } from '../../store/index.ts'
import { list, listOf, paging } from '../http/list.ts'
import { availableMatches } from '../match/match-rows.ts'
import { Matches, StandingBody, TournamentBody } from '../http/bodies.ts'
import { Live, liveStandingsOf } from '../stage/live-standing.ts'
import { standingsOf } from '../stage/standing.ts'
import { expectTournament } from './tournament-removal.ts'
import { matchingTournaments, shown } from './tournament-rows.ts'
import { tournamentFor } from './tournament-summary.ts'

const Filters = z.object({
  ...paging,
  sceneId: IdFilter,
  /** id or name */
  scene: z.string().max(100).optional(),
  slug: z.string().max(220).optional(),
  isActive: z.stringbool().optional(),
})
export type TournamentFilters = Partial<z.infer<typeof Filters>>
const Tiebreakers = z.object({ tiebreakerTypes: z.array(z.string()) })
const Standings = z.object({
  brackets: z.array(z.object({ id: z.int(), name: z.string(), standings: z.array(StandingBody) })),
})

export function tournamentReadRoutes(context: Context): void {
  const { web, store } = context
  const url = '/api/tournament/tournament'
  const config = { access: 'readPublic' } as const

  web.get(
    `${url}/`,
    { config, schema: { querystring: Filters, response: { 200: listOf(TournamentBody) } } },
    (request) => {
      const found = matchingTournaments(store, request.query)
      return list(request, {
        count: () => countOf(found),
        rows: async (limit, offset) => {
          const newest = found
            .orderBy('view.tournament.date', 'desc')
            .orderBy('view.tournament.id', 'desc')
          return (await newest.limit(limit).offset(offset).execute()).map(shown)
        },
      })
    },
  )

  web.get(
    `${url}/:id/`,
    { config, schema: { params: ById, response: { 200: TournamentBody } } },
    (request) => tournamentFor(store, request, request.params.id),
  )

  web.get(
    `${url}/tiebreaker-types/`,
    { config, schema: { response: { 200: Tiebreakers } } },
    async () => ({ tiebreakerTypes: [...tiebreakers] }),
  )

  web.get(
    `${url}/:id/standings/`,
    { config, schema: { params: ById, querystring: Live, response: { 200: Standings } } },
    async (request) => {
      const { id: tournament } = request.params
      await expectTournament(store.db, tournament)
      const { live } = request.query
      if (live) return { brackets: await liveStandingsOf(context, { tournament }) }
      return { brackets: await standingsOf(store, { tournament }) }
    },
  )

  web.get(
    `${url}/:id/available-matches/`,
    { config, schema: { params: ById, response: { 200: Matches } } },
    async (request) => {
      await expectTournament(store.db, request.params.id)
      const results = await availableMatches(store, request.params.id)
      return { count: results.length, next: null, previous: null, results }
    },
  )
}

import { tiebreakers } from '../../../events/rules/tiebreakers.ts'
import type { Context } from '../http/context.ts'
import { countOf } from '../../store/index.ts'
import { list } from '../http/list.ts'
import { availableMatches } from '../match/match-rows.ts'
import { liveStandingsOf } from '../stage/live-standing.ts'
import { standingsOf } from '../stage/standing.ts'
import { expectTournament } from './tournament-removal.ts'
import { matchingTournaments, shown } from './tournament-rows.ts'
import { tournamentFor } from './tournament-summary.ts'
import { on } from '../schema/on.ts'
import { tournamentApi } from '../schema/tournament.ts'

export function tournamentReadRoutes(context: Context): void {
  const { web, store } = context
  const config = { access: 'readPublic' } as const

  web.route({
    ...on(tournamentApi, 'GET /api/tournament/tournament/'),
    config,
    handler: (request) => {
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
  })

  web.route({
    ...on(tournamentApi, 'GET /api/tournament/tournament/:id/'),
    config,
    handler: (request) => tournamentFor(store, request, request.params.id),
  })

  web.route({
    ...on(tournamentApi, 'GET /api/tournament/tournament/tiebreaker-types/'),
    config,
    handler: async () => ({ tiebreakerTypes: [...tiebreakers] }),
  })

  web.route({
    ...on(tournamentApi, 'GET /api/tournament/tournament/:id/standings/'),
    config,
    handler: async (request) => {
      const { id: tournament } = request.params
      await expectTournament(store.db, tournament)
      const { live } = request.query
      if (live) return { brackets: await liveStandingsOf(context, { tournament }) }
      return { brackets: await standingsOf(store, { tournament }) }
    },
  })

  web.route({
    ...on(tournamentApi, 'GET /api/tournament/tournament/:id/available-matches/'),
    config,
    handler: async (request) => {
      await expectTournament(store.db, request.params.id)
      const results = await availableMatches(store, request.params.id)
      return { count: results.length, next: null, previous: null, results }
    },
  })
}

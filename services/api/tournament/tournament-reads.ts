import type { TournamentId } from '#events/ids.ts'
import { tiebreakers } from '#events/rules/tiebreakers.ts'
import { bracketsModel } from '#events/view/brackets-viewer-format.ts'
import type { Context } from '../http/context.ts'
import { listRows } from '../http/list.ts'
import { answeredUnchanged } from '../http/etag.ts'
import { availableMatches } from '../match/match-rows.ts'
import { liveStandingsOf } from '../stage/live-standing.ts'
import { standingsOf } from '../stage/standing.ts'
import { expectTournament } from './tournament-removal.ts'
import { matchingTournaments, readTournament } from './tournament-rows.ts'
import { tournamentBody } from '../../queries/index.ts'
import { route, publicRead } from '../http/route.ts'
import type { FastifyRequest } from 'fastify'
import { totalPaid } from '../../money/index.ts'
import type { Store } from '../../store/index.ts'
import { authenticate, may } from '../../web/index.ts'

export function tournamentReadRoutes(context: Context): void {
  const { web, store } = context
  route(web, 'GET /api/tournament/tournament/', publicRead, (request) => {
    const rows = matchingTournaments(store, request.query)
    return listRows(
      request,
      rows.orderBy('view.tournament.date', 'desc').orderBy('view.tournament.id', 'desc'),
      (page) => page.map(tournamentBody),
    )
  })

  route(web, 'GET /api/tournament/tournament/:id/', publicRead, (request) =>
    tournamentFor(store, request, request.params.id),
  )

  route(web, 'GET /api/tournament/tournament/tiebreaker-types/', publicRead, async () => ({
    tiebreakerTypes: [...tiebreakers],
  }))

  route(
    web,
    'GET /api/tournament/tournament/:id/standings/',
    publicRead,
    async (request, reply) => {
      const { id: tournament } = request.params
      await expectTournament(store.db, tournament)
      const { live } = request.query
      if (live) return { brackets: await liveStandingsOf(context, { tournament }) }
      if (await answeredUnchanged(store, { request, reply }, { tournament })) return reply
      return { brackets: await standingsOf(store, { tournament }) }
    },
  )

  route(
    web,
    'GET /api/tournament/tournament/:id/available-matches/',
    publicRead,
    async (request, reply) => {
      const { id: tournament } = request.params
      await expectTournament(store.db, tournament)
      if (await answeredUnchanged(store, { request, reply }, { tournament })) return reply
      const results = await availableMatches(store, tournament)
      return { count: results.length, next: null, previous: null, results }
    },
  )

  route(web, 'GET /api/tournament/tournament/:id/brackets-viewer/', publicRead, (request) =>
    bracketsFor(context, request.params.id),
  )
}

/** From the log, because a match that became a bye has no row. */
async function bracketsFor({ store, desk }: Context, tournament: TournamentId) {
  await expectTournament(store.db, tournament)
  return bracketsModel(await desk.state(tournament))
}

/** A tournament as the caller may see it; only organisers see the sum of payments (R-PE-1). */
async function tournamentFor(store: Store, request: FastifyRequest, id: number) {
  const tournament = await readTournament(store, id)
  const person = await authenticate(store, request)
  if (!may(person, 'changeTournament', tournament.scene.id)) return tournament
  return { ...tournament, summary: { totalPaid: await totalPaid(store.db, id) } }
}

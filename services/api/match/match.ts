import { matchRow } from '../../../events/view/tournament-rows.ts'
import { notFound } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { tournamentOf } from '../http/scope.ts'
import type { Scopes } from '../http/scope.ts'
import { countOf } from '../../store/index.ts'
import { list } from '../http/list.ts'
import { partsOf, partsOfWhole } from './match-changes.ts'
import { matches, readMatch } from './match-rows.ts'
import { sendAll } from '../http/command/send.ts'
import { withVideoLinks } from '../video/video-rows.ts'
import { write } from '../http/command/write.ts'
import { on } from '../schema/on.ts'
import { matchApi } from '../schema/match.ts'

export function matchRoutes(context: Context, sceneOf: Scopes): void {
  readRoutes(context)
  reviewRoute(context, sceneOf)
  changeRoutes(context, sceneOf)
}

function readRoutes({ web, store }: Context): void {
  const config = { access: 'readPublic' } as const

  web.route({
    ...on(matchApi, 'GET /api/tournament/match/'),
    config,
    handler: (request) => {
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
  })

  web.route({
    ...on(matchApi, 'GET /api/tournament/match/:id/'),
    config,
    handler: (request) => readMatch(store, request.params.id),
  })
}

/** A match under review as officials have it, read from the log: no row shows it (R-CMD-4). */
function reviewRoute({ web, store, desk }: Context, sceneOf: Scopes): void {
  web.route({
    ...on(matchApi, 'GET /api/tournament/match/:id/review/'),
    config: { access: 'readReview', scene: sceneOf.match },
    handler: async (request) => {
      const t = await desk.state(tournamentOf(request))
      const match = t.matches[request.params.id]
      if (!match) throw notFound()
      const [shown] = await withVideoLinks(store.db, [{ ...matchRow(t, match), isFilmed: true }])
      return shown
    },
  })
}

function changeRoutes(context: Context, sceneOf: Scopes): void {
  const { web, store } = context
  const config = { access: 'runMatches', scene: sceneOf.match } as const

  web.route({
    ...on(matchApi, 'PATCH /api/tournament/match/:id/'),
    config,
    handler: (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const match = await readMatch(store, request.params.id)
        await sendAll(context, target, partsOf(match, request.body))
        return readMatch(store, match.id)
      }),
  })

  web.route({
    ...on(matchApi, 'PUT /api/tournament/match/:id/'),
    config,
    handler: (request, reply) =>
      write(context, { request, reply }, async (target) => {
        const match = await readMatch(store, request.params.id)
        await sendAll(context, target, partsOfWhole(match, request.body))
        return readMatch(store, match.id)
      }),
  })
}

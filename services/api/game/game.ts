import type { z } from 'zod'
import type { Context } from '../http/context.ts'
import { attachTargetOf, attachRefusal } from './attach-game.ts'
import type { AttachTarget } from './attach-game.ts'
import { gameRows, readGame, shown } from '../../queries/games.ts'
import type { GameRow } from '../../queries/games.ts'
import { countOf } from '../../store/index.ts'
import { list } from '../http/list.ts'
import { on } from '../schema/on.ts'
import { RecentFilters, gameApi } from '../schema/game.ts'

export function gameRoutes({ web, store }: Context): void {
  for (const key of ['GET /api/game/game/', 'GET /api/game/game/recent/'] as const) {
    web.route({
      ...on(gameApi, key),
      config: { access: 'readPublic' },
      handler: async (request) => {
        const { matchId, tournamentId }: z.infer<typeof RecentFilters> = RecentFilters.parse(
          request.query,
        )
        const wanted = await attachTargetOf(store, { match: matchId, tournament: tournamentId })
        const { tournamentMatchId: match } = request.query
        const cabinet = request.query.cabinetId ?? request.query.cabinet
        const found = gameRows(store)
          .$if(match !== undefined, (q) => q.where('view.played.match', '=', match ?? 0))
          .$if(cabinet !== undefined, (q) => q.where('view.game.cabinet', '=', cabinet ?? 0))
          // Recent games are for clicking: those that are over.
          .$if(key === 'GET /api/game/game/recent/', (q) =>
            q.where('view.game.endTime', 'is not', null),
          )
        // A match's games are read as they were played, a cabinet's from the latest back.
        const order = match === undefined ? 'desc' : 'asc'
        return list(request, {
          count: () => countOf(found),
          rows: async (limit, offset) => {
            const rows = found.orderBy('view.game.id', order).limit(limit).offset(offset)
            return (await rows.execute()).map((row) => ({
              ...shown(row),
              ...clickable(row, wanted),
            }))
          },
        })
      },
    })
  }

  web.route({
    ...on(gameApi, 'GET /api/game/game/:id/'),
    config: { access: 'readPublic' },
    handler: async (request) => shown(await readGame(store, request.params.id)),
  })

  web.route({
    ...on(gameApi, 'GET /api/game/game/:id/stats/'),
    config: { access: 'readPublic' },
    handler: async (request) => {
      const { stats } = await readGame(store, request.params.id)
      return stats as Record<string, unknown>
    },
  })
}

function clickable(
  row: GameRow,
  wanted: AttachTarget | null,
): { available?: boolean; why?: string | null } {
  if (!wanted) return {}
  const why = attachRefusal(row, wanted)
  return { available: why === null, why: why?.detail ?? null }
}

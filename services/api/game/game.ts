import { z } from 'zod'
import type { Context } from '../http/context.ts'
import { attachTargetOf, attachRefusal } from './attach-game.ts'
import type { AttachTarget } from './attach-game.ts'
import { gameRows, readGame, shown } from '../../queries/games.ts'
import type { GameRow } from '../../queries/games.ts'
import { IdFilter } from '../http/ids.ts'
import { countOf } from '../../store/index.ts'
import { list, listOf, paging } from '../http/list.ts'
import { GameBody, GameById as ById } from '../http/bodies.ts'

const recently = 15
const Filters = z.object({
  ...paging,
  tournamentMatchId: IdFilter,
  cabinetId: IdFilter,
  cabinet: IdFilter,
})
const Recent = z.object({
  ...Filters.shape,
  rowsPerPage: paging.rowsPerPage.default(recently),
  /** what the games are to be clicked for: each then says whether it can be (R-GE-7) */
  tournamentId: IdFilter,
  matchId: IdFilter,
})

export function gameRoutes({ web, store }: Context): void {
  for (const [url, query] of [
    ['', Filters],
    ['recent/', Recent],
  ] as const) {
    web.get(
      `/api/game/game/${url}`,
      {
        config: { access: 'readPublic' },
        schema: { querystring: query, response: { 200: listOf(GameBody) } },
      },
      async (request) => {
        const { matchId, tournamentId }: z.infer<typeof Recent> = Recent.parse(request.query)
        const wanted = await attachTargetOf(store, { match: matchId, tournament: tournamentId })
        const { tournamentMatchId: match } = request.query
        const cabinet = request.query.cabinetId ?? request.query.cabinet
        const found = gameRows(store)
          .$if(match !== undefined, (q) => q.where('view.played.match', '=', match ?? 0))
          .$if(cabinet !== undefined, (q) => q.where('view.game.cabinet', '=', cabinet ?? 0))
          // Recent games are for clicking: those that are over.
          .$if(url === 'recent/', (q) => q.where('view.game.endTime', 'is not', null))
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
    )
  }

  web.get(
    '/api/game/game/:id/',
    {
      config: { access: 'readPublic' },
      schema: { params: ById, response: { 200: GameBody } },
    },
    async (request) => shown(await readGame(store, request.params.id)),
  )

  web.get(
    '/api/game/game/:id/stats/',
    {
      config: { access: 'readPublic' },
      schema: { params: ById, response: { 200: z.record(z.string(), z.unknown()) } },
    },
    async (request) => {
      const { stats } = await readGame(store, request.params.id)
      return stats as Record<string, unknown>
    },
  )
}

function clickable(
  row: GameRow,
  wanted: AttachTarget | null,
): { available?: boolean; why?: string | null } {
  if (!wanted) return {}
  const why = attachRefusal(row, wanted)
  return { available: why === null, why: why?.detail ?? null }
}
